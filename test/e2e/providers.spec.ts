import type { Page } from '@playwright/test'
import { href } from '#shared/routing/href.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import { verifyEmail, type Newcomer } from '../support/browser/newcomer.ts'
import { signIn } from '../support/browser/demo.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

type Guest = Newcomer & { sub: string }

function newGuest(locale: LocaleCode, script: string): Guest {
  const name = `ida-${locale}-${script}`
  return {
    sub: name,
    firstName: locale === 'uk' ? 'Іда' : 'Ida',
    email: `${name}@providers.test`,
    gender: 'woman',
    seeks: 'man',
    birthDate: locale === 'uk' ? '14.03.1994' : '14/03/1994',
    ages: [18, 99],
    city: '',
  }
}

/** Presses the page's button and chooses a person at the provider. */
async function goThrough(page: Page, button: string, person: { sub: string; email: string; firstName: string }): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  await expect(page).toHaveTitle('Provider')
  await page.getByLabel('sub').fill(person.sub)
  await page.getByLabel('email').fill(person.email)
  await page.getByLabel('given_name').fill(person.firstName)
  await page.getByRole('button', { name: 'Allow' }).click()
}

/** The rest of the sign-up: Google's claims are filled in, and no password is asked for. */
async function fillInTheRest(page: Page, locale: LocaleCode, person: Guest): Promise<void> {
  const { t } = textsOf(locale)
  await expect(page).toHaveURL(href(routes.signUp, {}, { locale }))
  await expect(page.getByLabel(t('auth.signUp.firstName'))).toHaveValue(person.firstName)
  await expect(page.getByLabel(t('auth.signUp.email'))).toHaveValue(person.email)
  await expect(page.getByLabel(t('auth.signUp.password'), { exact: true })).toHaveCount(0)
  await page.getByLabel(t('auth.signUp.birthDate')).fill(person.birthDate)
  await page
    .getByRole('group', { name: t('auth.signUp.gender') })
    .getByRole('radio', { name: t(`auth.signUp.genders.${person.gender}`) })
    .check()
  await page
    .getByRole('group', { name: t('auth.signUp.seeks') })
    .getByRole('checkbox', { name: t(`auth.signUp.seekable.${person.seeks}`), exact: true })
    .check()
  await page.getByLabel(t('auth.signUp.terms')).check()
  await page.getByLabel(t('auth.signUp.sensitiveData')).check()
  await page.getByRole('button', { name: t('auth.signUp.submit') }).click()
  await expect(page).toHaveURL(new RegExp(href(routes.emailVerify, {}, { locale })))
}

for (const script of ['on', 'off'] as const) {
  test.describe(`with JavaScript ${script}`, () => {
    test.use({ javaScriptEnabled: script === 'on' })

    for (const locale of [script === 'on' ? 'uk' : 'en'] as const satisfies LocaleCode[]) {
      const { t } = textsOf(locale)
      const withGoogle = t('auth.provider.continue', { provider: t('auth.provider.names.google') })

      test(`a newcomer joins through Google with the code, and comes straight in the next time, in ${locale}`, async ({
        page,
        browser,
        baseURL,
      }) => {
        const person = newGuest(locale, script)
        await page.goto(href(routes.signUp, {}, { locale }))
        await goThrough(page, withGoogle, person)
        await fillInTheRest(page, locale, person)
        await verifyEmail(page, locale, person)

        const other = await (await browser.newContext({ baseURL, javaScriptEnabled: script === 'on' })).newPage()
        await other.goto(href(routes.signIn, {}, { locale }))
        await goThrough(other, withGoogle, person)
        await expect(other).toHaveURL(new RegExp(href(routes.questionnaire, {}, { locale })))
        await other.context().close()
      })
    }

    test('a member links Facebook, signs in with it, and takes it off again', async ({ page, browser, baseURL }) => {
      const { t } = textsOf('en')
      const facebook = t('settings.linked.names.facebook')
      const person = { sub: `olena-${script}`, email: 'anyone@providers.test', firstName: 'Olena' }
      await signIn(page, script === 'on' ? 'olena@demo.test' : 'piotr@demo.test')
      await page.goto(href(routes.mainSettings, {}, { locale: 'en', query: { section: 'account' } }))
      await goThrough(page, t('settings.linked.link', { provider: facebook }), person)
      await expect(page).toHaveURL(href(routes.mainSettings, {}, { locale: 'en', query: { section: 'account' } }))
      await expect(page.getByText(t('settings.linked.linked', { provider: facebook }))).toBeVisible()

      const other = await (await browser.newContext({ baseURL, javaScriptEnabled: script === 'on' })).newPage()
      await other.goto(href(routes.signIn, {}, { locale: 'en' }))
      await goThrough(other, t('auth.provider.continue', { provider: facebook }), person)
      await expect(other).toHaveURL(href(routes.peopleNearby, {}, { locale: 'en' }))
      await other.context().close()

      await page.getByRole('button', { name: t('settings.linked.unlink', { provider: facebook }) }).click()
      await expect(page.getByText(t('settings.linked.unlinked', { provider: facebook }))).toBeVisible()
      await expect(page.getByRole('button', { name: t('settings.linked.link', { provider: facebook }) })).toBeVisible()
    })
  })
}

test.describe('an answer that this browser did not ask for', () => {
  test.use({ allowed: [/404/] })

  test('is the page that is not there', async ({ page }) => {
    const response = await page.goto(`${href(routes.googleCallback, {}, { locale: 'en' })}?code=a&state=b`)
    expect(response?.status()).toBe(404)
    await expect(page.getByText('Page Not Found /sign-in/google/callback')).toBeVisible()
  })
})
