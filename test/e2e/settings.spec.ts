import type { Page } from '@playwright/test'
import { href } from '#shared/routing/href.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { localeNames } from '#shared/i18n/locale-names.ts'
import { routes } from '#shared/routing/routes.ts'
import { violationsOf } from '../support/browser/accessibility.ts'
import { signIn } from '../support/browser/demo.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

const locales = ['en', 'uk', 'de'] as const satisfies LocaleCode[]
const phone = { width: 390, height: 844 }
const indexOf = (page: Page, locale: LocaleCode) =>
  page.getByRole('main').getByRole('navigation', { name: textsOf(locale).t('settings.title') })
const hydrated = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-hydrated', '')

test('the index shows the state of each group and leads there and back, and a wide window has it beside the section, in en, uk and de', async ({
  page,
  server,
}) => {
  const { email } = await server.addMember('Robin')
  await signIn(page, email)
  for (const locale of locales)
    await test.step(locale, async () => {
      const { t } = textsOf(locale)
      const settings = href(routes.mainSettings, {}, { locale })
      await page.setViewportSize(phone)
      await page.goto(settings)
      const index = indexOf(page, locale)
      await expect(index.getByRole('link', { name: t('settings.index.account') })).toContainText(email)
      await expect(index.getByRole('link', { name: t('settings.index.devices') })).toContainText(/\d/)
      await expect(index.getByRole('link', { name: t('settings.index.notifications') })).toContainText(t('settings.index.on'))
      await expect(index.getByRole('link', { name: t('settings.index.look') })).toContainText(localeNames[locale].nativeName)
      await expect(index.getByRole('button', { name: t('settings.session.signOut') })).toBeInViewport({ ratio: 1 })

      await index.getByRole('link', { name: t('settings.index.privacy') }).click()
      await expect(page).toHaveURL(/section=privacy$/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('settings.index.privacy'))
      await expect(index).toBeHidden()
      await page.getByRole('link', { name: t('settings.index.back') }).click()
      await expect(page).toHaveURL(settings)
      await index.getByRole('link', { name: t('settings.index.look') }).click()
      await expect(page.getByLabel(t('settings.timeZone.label'))).toBeVisible()
      await page.goBack()
      await expect(index).toBeVisible()

      await page.setViewportSize({ width: 1280, height: 720 })
      await hydrated(page)
      await expect(page.getByRole('region', { name: t('settings.email.title') })).toBeVisible()
      await index.getByRole('link', { name: t('settings.index.devices') }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('region', { name: t('settings.devices.title') })).toBeVisible()
      await expect(index.getByRole('link', { name: t('settings.index.devices') })).toHaveAttribute('aria-current', 'page')
      expect(await violationsOf(page)).toEqual([])
    })
})

test('a tick is saved at once, and says so; links of before lead to the section that is meant', async ({ page, server }) => {
  const locale = 'uk'
  const { t } = textsOf(locale)
  await page.setViewportSize(phone)
  await signIn(page, (await server.addMember('Robin')).email)
  await page.goto(href(routes.mainSettings, {}, { locale, query: { section: 'privacy' } }))
  const box = page.getByLabel(t('settings.privacy.showsOnline'), { exact: true })
  await box.uncheck()
  await expect(page.getByText(t('settings.privacy.saved'))).toBeVisible()
  await expect(page.getByRole('button', { name: t('settings.privacy.save'), exact: true })).toHaveCount(0)
  await page.reload()
  await expect(box).not.toBeChecked()
  await page.goto(href(routes.mainSettings, {}, { locale }))
  await expect(indexOf(page, locale).getByRole('link', { name: t('settings.index.privacy') })).toContainText(
    t('settings.index.onlineHidden'),
  )
  for (const [hash, heading] of [
    ['privacy', t('settings.privacy.title')],
    ['blocked', t('safety.blocked.title')],
    ['notifications', t('common.notifications.title')],
  ] as const)
    await test.step(`a link to #${hash}`, async () => {
      // Otherwise only the part of the same document changes.
      await page.goto('about:blank')
      await page.goto(href(routes.mainSettings, {}, { locale, hash }))
      await expect(page.getByRole('region', { name: heading, exact: true })).toBeVisible()
    })
})

test.describe('a browser in Kyiv that counts hours to twelve', () => {
  test.use({ timezoneId: 'Europe/Kiev', locale: 'en-US' })

  test('is offered its zone by the name of the city, and the times of quiet hours as the member’s language writes them', async ({
    page,
    server,
  }) => {
    await signIn(page, (await server.addMember('Robin')).email)
    const { t } = textsOf('uk')
    const look = href(routes.mainSettings, {}, { locale: 'uk', query: { section: 'look' } })
    await page.goto(look)
    await hydrated(page)
    await page.goto(look)
    await expect(page.getByRole('button', { name: t('settings.timeZone.device', { zone: 'Київ' }) })).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText('Europe/')
    for (const [locale, half] of [
      ['de', /^21:30$/],
      ['uk', /^21:30$/],
      ['en-us', /^9:30\sPM$/],
    ] as const)
      await test.step(`quiet hours in ${locale}`, async () => {
        await page.goto(href(routes.mainSettings, {}, { locale, query: { section: 'notifications' } }))
        await hydrated(page)
        const from = page.getByLabel(textsOf(locale).t('settings.notifications.quiet.from'), { exact: true })
        await expect(from.locator('option[value="21:30"]')).toHaveText(half)
        await expect(page.locator('input[type="time"]')).toHaveCount(0)
      })
  })
})
