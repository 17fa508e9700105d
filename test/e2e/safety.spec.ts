import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { href } from '#shared/routing/href.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import { violationsOf } from '../support/browser/accessibility.ts'
import { freshPair, strangers } from '../support/browser/demo.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

async function twoPages(browser: Browser, options: BrowserContextOptions = {}): Promise<[Page, Page]> {
  const open = async () =>
    (await browser.newContext({ baseURL: new URL(process.env['BASE_URL'] ?? '').origin, ...options })).newPage()
  return [await open(), await open()]
}

/** Opens it from a profile's menu. */
async function openAct(page: Page, locale: LocaleCode, act: 'report' | 'block'): Promise<void> {
  const { t } = textsOf(locale)
  await page.getByRole('button', { name: t('safety.open.menu') }).click()
  await page.getByRole('button', { name: t(`safety.open.${act}`), exact: true }).click()
}

/** The profile's address answers as any unknown one. */
async function expectNobody(page: Page, locale: LocaleCode, id: string): Promise<void> {
  const response = await page.goto(href(routes.profileInfo, { id }, { locale }))
  expect(response?.status()).toBe(404)
}

for (const [index, locale] of (['uk'] as const).entries()) {
  test.describe(`in ${locale}`, () => {
    test.use({ allowed: [/404 \(Not Found\)/] })
    const { t } = textsOf(locale)

    test('a match is blocked from the chat, gone for both at once, and unblocked without anything coming back', async ({
      browser,
    }) => {
      const [page, otherPage] = await twoPages(browser)
      const { one, other, conversation } = await freshPair(page, otherPage, 50 + index)
      const chat = href(routes.messages, {}, { locale, query: { chat: conversation } })
      for (const each of [page, otherPage]) {
        await each.goto(chat)
        await expect(each.locator('html')).toHaveAttribute('data-hydrated', '')
      }
      await page.getByRole('button', { name: t('chat.more'), exact: true }).click()
      await page.getByRole('button', { name: t('safety.open.block'), exact: true }).click()
      const dialog = page.getByRole('dialog', { name: t('safety.block.title', { name: other.firstName }) })
      await expect(dialog.getByText(t('safety.block.silent', { name: other.firstName }))).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(page.getByRole('button', { name: t('chat.more'), exact: true })).toBeFocused()
      await page.getByRole('button', { name: t('chat.more'), exact: true }).click()
      await page.getByRole('button', { name: t('safety.open.block'), exact: true }).click()
      await dialog.getByRole('button', { name: t('safety.block.confirm'), exact: true }).click()

      await expect(page).toHaveURL(href(routes.messages, {}, { locale }))
      await expect(page.getByText(t('safety.blocked.doneBlocked'))).toBeVisible()
      await expect(page.getByText(t('safety.block.undoText'))).toBeVisible()
      await expect(otherPage.getByText(t('chat.over'))).toBeVisible()
      await expectNobody(otherPage, locale, one.id)
      await expectNobody(page, locale, other.id)

      await page.goto(href(routes.mainSettings, {}, { locale, query: { section: 'privacy' } }))
      const list = page.getByRole('region', { name: t('safety.blocked.title') })
      await expect(list.getByText(other.firstName, { exact: true })).toBeVisible()
      await list.getByRole('button', { name: t('safety.blocked.unblockNamed', { name: other.firstName }) }).click()
      await expect(list.getByText(t('safety.blocked.doneUnblocked'))).toBeVisible()
      await otherPage.goto(href(routes.profileInfo, { id: one.id }, { locale }))
      await expect(otherPage.getByRole('heading', { level: 1 })).toContainText(one.firstName)
      expect((await otherPage.goto(chat))?.status(), 'the conversation stays ended').toBe(404)
    })

    test('a stranger is reported from their profile, with help for who is in danger', async ({ browser }) => {
      const [page, otherPage] = await twoPages(browser)
      const { one, other } = await strangers(page, otherPage, 6 + index)
      await page.goto(href(routes.profileInfo, { id: other.id }, { locale }))
      await openAct(page, locale, 'report')
      const dialog = page.getByRole('dialog', { name: t('safety.report.title', { name: other.firstName }) })
      await expect(dialog.getByText(t('safety.report.blocks', { name: other.firstName }))).toBeVisible()
      const send = dialog.getByRole('button', { name: t('safety.report.confirm') })
      await send.click()
      await expect(dialog.getByText(t('common.field.choice'))).toBeVisible()
      await expect(dialog.getByText(t('safety.report.urgentTitle'))).toBeHidden()
      await dialog.getByRole('radio', { name: t('safety.report.categories.danger') }).check()
      await expect(dialog.getByText(t('safety.report.urgentTitle'))).toBeVisible()
      expect(await violationsOf(page)).toEqual([])
      await dialog.getByRole('textbox', { name: t('safety.report.words') }).fill('They know where I live.')
      await send.click()

      await expect(page.getByText(t('safety.report.doneTitle'))).toBeVisible()
      await expect(page.getByText(t('safety.report.urgentTitle'))).toBeVisible()
      await expect(
        page.getByRole('region', { name: t('safety.blocked.title') }).getByText(other.firstName, { exact: true }),
      ).toBeVisible()
      expect(await violationsOf(page)).toEqual([])
      await expectNobody(otherPage, locale, one.id)
      await otherPage.goto(href(routes.mainSettings, {}, { locale, query: { section: 'privacy' } }))
      await expect(otherPage.getByText(t('safety.blocked.none'))).toBeVisible()
    })

    test('a report that is not urgent says thank you and leads back to where one was', async ({ browser }) => {
      const [page, otherPage] = await twoPages(browser)
      const { other } = await strangers(page, otherPage, 27 + index)
      await page.goto(href(routes.visitors, {}, { locale }))
      await page.goto(href(routes.profileInfo, { id: other.id }, { locale }))
      await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
      await openAct(page, locale, 'report')
      const dialog = page.getByRole('dialog', { name: t('safety.report.title', { name: other.firstName }) })
      await dialog.getByRole('radio', { name: t('safety.report.categories.spam') }).check()
      await dialog.getByRole('button', { name: t('safety.report.confirm') }).click()
      await expect(page).toHaveURL(href(routes.visitors, {}, { locale }))
      await expect(page.getByText(t('safety.report.doneTitle'))).toBeVisible()
      await expectNobody(page, locale, other.id)
    })

    test('a block on a profile leads back to the list and is undone there, which only unblocks', async ({ browser }) => {
      const [page, otherPage] = await twoPages(browser)
      const { one, other } = await strangers(page, otherPage, 80 + 2 * index)
      await page.goto(href(routes.likes, {}, { locale }))
      await page.goto(href(routes.profileInfo, { id: other.id }, { locale }))
      await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
      await openAct(page, locale, 'block')
      const dialog = page.getByRole('dialog', { name: t('safety.block.title', { name: other.firstName }) })
      await dialog.getByRole('button', { name: t('safety.block.confirm'), exact: true }).click()
      await expect(page).toHaveURL(href(routes.likes, {}, { locale }))
      const said = page.getByRole('button').filter({ hasText: t('safety.blocked.doneBlocked') })
      await expect(said).toContainText(t('safety.block.undoText'))
      // It stays while somebody reads it.
      await said.hover()
      await expectNobody(otherPage, locale, one.id)
      await said.click()
      await expect(page.getByText(t('safety.blocked.doneUnblocked'))).toBeVisible()
      await otherPage.goto(href(routes.profileInfo, { id: one.id }, { locale }))
      await expect(otherPage.getByRole('heading', { level: 1 })).toContainText(one.firstName)
    })
  })
}

test.describe('without a script', () => {
  test.use({ allowed: [/404 \(Not Found\)/] })
  const { t } = textsOf('en')

  test('one reports, after a refusal that keeps what was written, and blocks', async ({ browser }) => {
    const [page, otherPage] = await twoPages(browser, { javaScriptEnabled: false })
    const { one, other } = await strangers(page, otherPage, 8)
    await page.goto(href(routes.profileInfo, { id: other.id }, { locale: 'en' }))
    await openAct(page, 'en', 'report')
    const dialog = page.getByRole('dialog', { name: t('safety.report.title', { name: other.firstName }) })
    await dialog.getByRole('textbox', { name: t('safety.report.words') }).fill('Asks for money.')
    await dialog.getByRole('button', { name: t('safety.report.confirm') }).click()
    await expect(dialog.getByText(t('common.field.choice'))).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: t('safety.report.words') })).toHaveValue('Asks for money.')
    await dialog.getByRole('radio', { name: t('safety.report.categories.spam') }).check()
    await dialog.getByRole('button', { name: t('safety.report.confirm') }).click()
    await expect(page.getByText(t('safety.report.doneTitle'))).toBeVisible()
    await expect(page.getByText(t('safety.report.urgentTitle'))).toHaveCount(0)
    await expectNobody(otherPage, 'en', one.id)
  })

  test('one blocks from a chat and unblocks from the settings', async ({ browser }) => {
    const [page, otherPage] = await twoPages(browser, { javaScriptEnabled: false })
    const { one, other, conversation } = await freshPair(page, otherPage, 65)
    await page.goto(href(routes.messages, {}, { locale: 'en', query: { chat: conversation } }))
    await page.getByRole('button', { name: t('chat.more'), exact: true }).click()
    await page.getByRole('button', { name: t('safety.open.block'), exact: true }).click()
    const dialog = page.getByRole('dialog', { name: t('safety.block.title', { name: other.firstName }) })
    await dialog.getByRole('button', { name: t('safety.block.confirm'), exact: true }).click()
    await expect(page.getByText(t('safety.blocked.doneBlocked'))).toBeVisible()
    await expectNobody(otherPage, 'en', one.id)
    await page.getByRole('button', { name: t('safety.blocked.unblockNamed', { name: other.firstName }) }).click()
    await expect(page.getByText(t('safety.blocked.doneUnblocked'))).toBeVisible()
  })
})
