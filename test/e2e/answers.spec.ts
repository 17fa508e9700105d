import type { Page } from '@playwright/test'
import { href } from '#shared/routing/href.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import { violationsOf } from '../support/browser/accessibility.ts'
import { hydrated } from '../support/browser/pages.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

const phone = { width: 390, height: 844 }
const rowOf = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) })

// The refusal of an answer without words.
test.use({ allowed: [/422/] })

for (const locale of ['en', 'uk'] as const satisfies LocaleCode[])
  test(`a question is answered, changed and removed on a phone, and another member reads it (${locale})`, async ({
    page,
    server,
    browser,
  }) => {
    const { t } = textsOf(locale)
    const [anna, ben] = await Promise.all([server.addMember('Robin'), server.addMember('Sascha')])
    await page.setViewportSize(phone)
    await server.signIn(page.context(), anna.id)
    await page.goto(href(routes.profileSettings, {}, { locale }))
    await hydrated(page)
    const sheet = page.getByRole('dialog')
    const question = t('profile-prompts.night-train')

    await test.step('the question is chosen, and the field is ready', async () => {
      await rowOf(page, t('profile.answers.title')).click()
      await sheet.getByRole('link', { name: t('profile.answers.add') }).click()
      await sheet.getByRole('radio', { name: question }).check()
      await expect(sheet.getByLabel(t('profile.answers.answer'))).toBeFocused()
      expect(await violationsOf(page)).toEqual([])
    })
    await test.step('without words it is refused; with them it is in the list', async () => {
      await sheet.getByRole('button', { name: t('common.form.save') }).click()
      await expect(sheet.getByText(t('common.field.required'))).toBeVisible()
      await sheet.getByLabel(t('profile.answers.answer')).fill('To Oban')
      await sheet.getByRole('button', { name: t('common.form.save') }).click()
      await expect(sheet.getByRole('link', { name: question })).toContainText('To Oban')
    })
    await test.step('another member reads it with the question in their language', async () => {
      const reader = await browser.newContext({ viewport: phone })
      await server.signIn(reader, ben.id)
      const other = await reader.newPage()
      await other.goto(href(routes.profileInfo, { id: anna.id }, { locale: 'de' }))
      const german = textsOf('de')
      await expect(other.getByText(german.t('profile-prompts.night-train'))).toBeVisible()
      await expect(other.getByText('To Oban')).toBeVisible()
      await reader.close()
    })
    await test.step('it is changed, then removed', async () => {
      await sheet.getByRole('link', { name: question }).click()
      await sheet.getByLabel(t('profile.answers.answer')).fill('To Penzance')
      await sheet.getByRole('button', { name: t('common.form.save') }).click()
      await expect(sheet.getByRole('link', { name: question })).toContainText('To Penzance')
      await sheet.getByRole('link', { name: question }).click()
      await sheet.getByRole('button', { name: t('profile.answers.remove') }).click()
      await expect(sheet.getByRole('link', { name: question })).toHaveCount(0)
      await sheet.getByRole('button', { name: t('profile.settings.done') }).click()
      await expect(rowOf(page, t('profile.answers.title'))).toContainText(t('profile.complete.add'))
    })
  })

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('a question is answered and its answer removed by plain forms', async ({ page, server }) => {
    const { t } = textsOf('en')
    const { id } = await server.addMember('Robin')
    await server.signIn(page.context(), id)
    await page.goto(href(routes.profileSettings, {}, { locale: 'en', query: { edit: 'answers' } }))
    await page.getByRole('link', { name: t('profile.answers.add') }).click()
    await page.getByRole('radio', { name: t('profile-prompts.ask-me') }).check()
    await page.getByRole('button', { name: t('common.form.save') }).click()
    await expect(page.getByText(t('common.field.required')), 'without words').toBeVisible()
    await expect(page.locator('summary', { hasText: t('profile-prompts.ask-me') }), 'the chosen question').toBeVisible()
    await page.getByLabel(t('profile.answers.answer')).fill('Tea, mostly')
    await page.getByRole('button', { name: t('common.form.save') }).click()
    await expect(rowOf(page, t('profile.answers.title'))).toContainText('Tea, mostly')
    await page.goto(href(routes.profileSettings, {}, { locale: 'en', query: { edit: 'answer1' } }))
    await page.getByRole('button', { name: t('profile.answers.remove') }).click()
    await expect(rowOf(page, t('profile.answers.title'))).toContainText(t('profile.complete.add'))
  })
})
