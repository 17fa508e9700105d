import type { Page } from '@playwright/test'
import { signInsBeforePasskey } from '#features/auth/contract.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { violationsOf } from '../support/browser/accessibility.ts'
import { addAuthenticator } from '../support/browser/authenticator.ts'
import { signInByPassword } from '../support/browser/demo.ts'
import { arrived, hydrated } from '../support/browser/pages.ts'
import type { BrowserServer } from '../support/browser/server.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

const likes = (locale: LocaleCode) => href(routes.likes, {}, { locale })
const card = (page: Page, locale: LocaleCode) =>
  page.getByRole('region', { name: textsOf(locale).t('passkey-offer.title'), exact: true })
const installCard = (page: Page) => page.getByRole('region', { name: textsOf('en').t('install.title') })

/** Signs in for the third time, as the last of them in this page's browser. */
async function signInOften(page: Page, server: BrowserServer): Promise<string> {
  const { email } = await server.addMember('Robin')
  for (let count = 0; count < signInsBeforePasskey; count += 1) await signInByPassword(page, email)
  return email
}

/** The app can be installed, and is used for the second time: without a passkey to offer, the app would be. */
async function offerApp(page: Page): Promise<void> {
  await page.addInitScript((usedAt) => {
    if (!localStorage.getItem('visits')) localStorage.setItem('visits', JSON.stringify({ count: 1, usedAt }))
    document.addEventListener('readystatechange', () => {
      if (document.readyState === 'interactive') dispatchEvent(new Event('beforeinstallprompt', { cancelable: true }))
    })
  }, Date.now() - 3_600_000)
}

for (const locale of ['uk', 'de'] as const)
  test(`the third sign-in offers a passkey, and the card adds it, in ${locale} at 390 and 1440 px`, async ({ page, server }) => {
    const { t } = textsOf(locale)
    await page.setViewportSize({ width: 390, height: 844 })
    await signInOften(page, server)
    const authenticator = await addAuthenticator(page)
    await page.goto(likes(locale))
    await expect(card(page, locale)).toBeVisible()
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width)
      await expect(card(page, locale)).toBeVisible()
      await arrived(card(page, locale))
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} px`).toBe(true)
      expect(await violationsOf(page), `${width} px`).toEqual([])
    }

    await card(page, locale)
      .getByRole('button', { name: t('passkey-offer.action') })
      .click()
    await expect(card(page, locale).getByText(t('passkey-offer.added'))).toBeVisible()
    expect(await authenticator.count()).toBe(1)
    await card(page, locale)
      .getByRole('button', { name: t('common.form.close') })
      .click()
    await expect(card(page, locale)).toHaveCount(0)
    await expect(page.locator('#main')).toBeFocused()
  })

test('“not now” ends the offer also in a later visit, and no other card takes its place at once', async ({ page, server }) => {
  const { t } = textsOf('en')
  await offerApp(page)
  await signInOften(page, server)
  await addAuthenticator(page)
  await page.goto(likes('en'))
  await expect(card(page, 'en')).toBeVisible()
  await expect(installCard(page)).toHaveCount(0)
  const refused = page.waitForResponse(/passkeys\/not-now/)
  await card(page, 'en')
    .getByRole('button', { name: t('passkey-offer.later') })
    .click()
  expect((await refused).status()).toBe(200)
  await expect(card(page, 'en')).toHaveCount(0)
  await expect(installCard(page)).toHaveCount(0)

  await page.evaluate(() => {
    const visits = JSON.parse(localStorage.getItem('visits') ?? '{}') as { usedAt: number }
    localStorage.setItem('visits', JSON.stringify({ ...visits, usedAt: visits.usedAt - 3_600_000 }))
  })
  await page.goto(href(routes.visitors, {}, { locale: 'en' }))
  await expect(installCard(page)).toBeVisible()
  await expect(card(page, 'en')).toHaveCount(0)
})

test('a device that keeps no passkeys is offered the app instead', async ({ page, server }) => {
  await offerApp(page)
  await signInOften(page, server)
  await page.goto(likes('en'))
  await hydrated(page)
  await expect(installCard(page)).toBeVisible()
  await expect(card(page, 'en')).toHaveCount(0)
})
