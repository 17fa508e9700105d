import type { Page } from '@playwright/test'
import { townActions } from '#features/location/contract.ts'
import { profileActions } from '#features/profile/contract.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { violationsOf } from '../support/browser/accessibility.ts'
import { signIn } from '../support/browser/demo.ts'
import { hydrated } from '../support/browser/pages.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

const phone = { width: 390, height: 844 }
const wide = { width: 1440, height: 900 }

async function openPlace(page: Page, locale: LocaleCode, email: string) {
  const { t } = textsOf(locale)
  await signIn(page, email)
  await page.goto(href(routes.profileSettings, {}, { locale }))
  const row = page.getByRole('link', { name: t('profile.settings.place.title') })
  await expect(row).toBeVisible()
  return { t, row, field: page.getByLabel(t('questionnaire.place.city'), { exact: true }) }
}

for (const { locale, viewport, typed, shown, detail } of [
  { locale: 'en', viewport: wide, typed: 'ashford', shown: 'Ashford', detail: 'Surrey · United Kingdom' },
  { locale: 'uk', viewport: phone, typed: 'Рівн', shown: 'Рівне', detail: 'Україна' },
] as const) {
  test.describe(`a town in ${locale} at ${viewport.width} px`, () => {
    test.use({ viewport, allowed: [/ERR_FAILED/] })

    test('is found while it is typed, and chosen by keys', async ({ page, server }) => {
      const person = await server.addMember('Robin')
      const { t, row, field } = await openPlace(page, locale, person.email)
      await hydrated(page)
      await row.click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      await expect(field).toHaveRole('combobox')
      await expect(field).toHaveAttribute('aria-expanded', 'false')

      // Only the search is offline: the whole browser would bring the page's own notices.
      await page.route(`**${townActions.find.path}?*`, (route) => route.abort())
      await field.fill('xyz')
      await expect(dialog.getByText(t('common.error.offline'))).toBeVisible()
      await page.unroute(`**${townActions.find.path}?*`)
      await field.fill('qqqq')
      await expect(dialog.getByText(t('questionnaire.place.none'))).toBeVisible()

      await field.fill(typed)
      const option = page.getByRole('option', { name: `${shown} ${detail}` })
      await expect(option).toBeVisible()
      await expect(field).toHaveAttribute('aria-expanded', 'true')
      expect(await violationsOf(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expect(option).toBeHidden()
      await expect(dialog).toBeVisible()
      const count = await page.getByRole('option', { includeHidden: true }).count()
      await page.keyboard.press('ArrowUp')
      await expect(page.getByRole('option', { selected: true })).toHaveCount(1)
      for (let press = 0; press < count && !(await option.getAttribute('aria-selected'))?.includes('true'); press++)
        await page.keyboard.press('ArrowDown')
      await expect(field).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '')
      await page.keyboard.press('Enter')
      await expect(option).toBeHidden()
      await expect(field).toHaveValue(`${shown}, ${detail.replace(' · ', ', ')}`)
      await expect(field).toBeFocused()

      const sent = page.waitForRequest((request) => request.url().endsWith(profileActions.place.path))
      await dialog.getByRole('button', { name: t('common.form.save') }).click()
      expect((await sent).postDataJSON()).toMatchObject({ city: expect.stringMatching(/^\d+$/), cellX: '', cellY: '' })
      await expect(dialog).toBeHidden()
      await expect(row).toContainText(t('profile.settings.place.set'))
    })
  })
}

test.describe('what is typed and not chosen', () => {
  test.use({ allowed: [/422/] })

  test('is refused where it stands, and never keeps the earlier place in silence', async ({ page, server }) => {
    const person = await server.addMember('Robin')
    const { t, row, field } = await openPlace(page, 'en', person.email)
    await hydrated(page)
    await row.click()
    await field.fill('york')
    await expect(page.getByRole('option').first()).toBeVisible()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('common.form.save') })
      .click()
    await expect(page.getByText(t('common.field.choice'))).toBeVisible()
    await expect(field).toBeFocused()
    await page.getByRole('option').first().click()
    await expect(page.getByText(t('common.field.choice'))).toBeHidden()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('common.form.save') })
      .click()
    await expect(page.getByRole('dialog')).toBeHidden()
  })
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false, viewport: phone })

  for (const locale of ['en', 'uk'] as const)
    test(`a town is found by a form, and chosen on the page that follows, in ${locale}`, async ({ page, server }) => {
      const person = await server.addMember('Robin')
      const { t, row, field } = await openPlace(page, locale, person.email)
      await row.click()
      await field.fill('rennes')
      await page.getByRole('button', { name: t('questionnaire.place.search') }).click()
      expect(new URL(page.url()).search).toBe('?edit=place&place=rennes')
      await expect(field).toHaveValue('rennes')
      await page.getByRole('radio', { name: 'Rennes' }).first().check()
      await page.getByRole('button', { name: t('common.form.save') }).click()
      await expect(row).toContainText(t('profile.settings.place.set'))
    })
})

test('an earlier answer that comes late shows nothing', async ({ page, server }) => {
  const person = await server.addMember('Robin')
  const { row, field } = await openPlace(page, 'en', person.email)
  await hydrated(page)
  await row.click()
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(`**${townActions.find.path}?q=york`, async (route) => {
    await held
    await route.continue().catch(() => {}) // aborted by the page
  })
  const first = page.waitForRequest((request) => request.url().endsWith('q=york'))
  await field.fill('york')
  await first
  await field.fill('leeds')
  await expect(page.getByRole('option', { name: 'Leeds' })).toBeVisible()
  release()
  await expect(page.getByRole('option', { name: 'York' })).toHaveCount(0)
  await expect(page.getByRole('option', { name: 'Leeds' })).toBeVisible()
})
