import type { Page } from '@playwright/test'
import { href } from '#shared/routing/href.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import { signIn as openSession } from '../support/browser/demo.ts'
import { expect, readLetter, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

const newPassword = 'another harbour before dawn'

/** From the sign-in page to a new password, by the email in the locale's language. */
async function resetPassword(page: Page, locale: LocaleCode, email: string, secret: string): Promise<void> {
  const { t } = textsOf(locale)
  await page.goto(href(routes.signIn, {}, { locale }))
  await page.getByRole('link', { name: t('auth.signIn.forgot') }).click()
  await page.getByLabel(t('auth.reset.email')).fill(email)
  await page.getByRole('button', { name: t('auth.reset.ask') }).click()
  await expect(page.getByRole('heading', { name: t('auth.reset.codeTitle') })).toBeVisible()
  const { code } = await readLetter(email, /step=reset/)
  await page.getByLabel(t('auth.reset.code')).fill(code)
  await page.getByLabel(t('auth.reset.password'), { exact: true }).fill('short')
  await page.getByRole('button', { name: t('auth.reset.submit') }).click()
  await expect(page.getByText(t('common.field.password-short'))).toBeVisible()
  await page.getByLabel(t('auth.reset.code')).fill(code)
  await page.getByLabel(t('auth.reset.password'), { exact: true }).fill(secret)
  await page.getByRole('button', { name: t('auth.reset.submit') }).click()
  await expect(page.getByText(t('auth.signIn.renewed'))).toBeVisible()
}

async function signIn(page: Page, locale: LocaleCode, email: string, secret: string): Promise<void> {
  const { t } = textsOf(locale)
  await page.getByLabel(t('auth.signIn.email')).fill(email)
  await page.getByLabel(t('auth.signIn.password'), { exact: true }).fill(secret)
  await page.getByRole('button', { name: t('auth.signIn.submit'), exact: true }).click()
  await expect(page).toHaveURL(new RegExp(href(routes.peopleNearby, {}, { locale })))
}

for (const locale of ['uk'] as const satisfies LocaleCode[]) {
  test(`a member changes their address, takes it back and chooses a new password, in ${locale}`, async ({
    page,
    browser,
    baseURL,
    server,
  }) => {
    const { t } = textsOf(locale)
    const { email } = await server.addMember('Robin', locale)
    const moved = `moved.${email}`
    await openSession(page, email)

    await page.goto(href(routes.mainSettings, {}, { locale, query: { section: 'account' } }))
    await page.getByLabel(t('settings.email.new')).fill(moved)
    await page.getByRole('button', { name: t('settings.email.submit') }).click()
    await expect(page.getByText(t('settings.email.sent', { email: moved }))).toBeVisible()
    // The last digit sends it.
    await page.getByLabel(t('settings.email.code')).fill((await readLetter(moved)).code)
    await expect(page.getByText(t('settings.email.present', { email: moved }))).toBeVisible()

    // The email to the old address, opened in a signed-out browser.
    const { link } = await readLetter(email, /step=undo/)
    const elsewhere = await (await browser.newContext({ baseURL, locale: 'en-GB' })).newPage()
    await elsewhere.goto(link)
    await elsewhere.getByRole('button', { name: t('auth.undo.submit') }).click()
    await expect(elsewhere.getByText(t('auth.reset.undone'))).toBeVisible()
    const { code } = await readLetter(email, /step=reset/)
    await elsewhere.getByLabel(t('auth.reset.code')).fill(code)
    await elsewhere.getByLabel(t('auth.reset.password'), { exact: true }).fill(newPassword)
    await elsewhere.getByRole('button', { name: t('auth.reset.submit') }).click()
    await signIn(elsewhere, locale, email, newPassword)

    // The browser that made the change is signed out.
    await page.reload()
    await expect(page).toHaveURL(new RegExp(href(routes.signIn, {}, { locale })))
    await elsewhere.context().close()
  })

  test(`the link of a reset’s e-mail asks for the new password alone and leaves the address line, in ${locale}`, async ({
    page,
    server,
  }) => {
    const { t } = textsOf(locale)
    const { email } = await server.addMember('Robin', locale)
    await page.goto(href(routes.signIn, {}, { locale, query: { step: 'reset' } }))
    await page.getByLabel(t('auth.reset.email')).fill(email)
    await page.getByRole('button', { name: t('auth.reset.ask') }).click()
    await expect(page.getByRole('heading', { name: t('auth.reset.codeTitle') })).toBeVisible()
    const { link } = await readLetter(email, /step=reset/)
    expect(link).toMatch(/&t=[\w-]{43}$/)
    await page.goto(link)
    await expect(page.getByLabel(t('auth.reset.code'))).toHaveCount(0)
    await page.getByLabel(t('auth.reset.password'), { exact: true }).fill(newPassword)
    await expect(page).toHaveURL(/step=reset&c=[\w-]+$/)
    await page.getByRole('button', { name: t('auth.reset.submit') }).click()
    await expect(page.getByText(t('auth.signIn.renewed'))).toBeVisible()
    await signIn(page, locale, email, newPassword)
  })

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false })

    test(`a member who forgot their password chooses another, in ${locale}`, async ({ page, server }) => {
      const { email } = await server.addMember('Robin', locale)
      await resetPassword(page, locale, email, newPassword)
      await signIn(page, locale, email, newPassword)
    })
  })
}
