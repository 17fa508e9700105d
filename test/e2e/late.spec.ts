import { chatActions } from '#features/chat/contract.ts'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { newPair } from '../support/browser/demo.ts'
import { hydrated } from '../support/browser/pages.ts'
import { slowDocuments } from '../support/browser/slow-documents.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

/** Opens a page whose deferred parts arrive only after it has hydrated and is connected. */
async function expectLate(context: BrowserContext, target: string, address: string, find: (page: Page) => Locator) {
  await using slow = await slowDocuments(target)
  const page = await context.newPage()
  const opened = page.waitForEvent('websocket')
  await page.goto(slow.origin + address, { waitUntil: 'commit' })
  await (await opened).waitForEvent('framereceived')
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
  await expect(find(page)).toHaveCount(0)
  slow.release()
  await expect(find(page)).toBeVisible()
  await page.close()
}

for (const locale of ['uk'] as const) {
  test(`in ${locale}, a page that is live before its late parts have come shows them all the same`, async ({
    page,
    context,
    baseURL,
    server,
  }) => {
    const { t } = textsOf(locale)
    const { one, conversation } = await newPair(server)
    await server.signIn(page.context(), one.id)
    const data = { conversation, cid: crypto.randomUUID(), text: 'A cardamom bun, still warm' }
    const sent = await page.request.post(chatActions.send.path, { data, headers: { 'Sec-Fetch-Site': 'same-origin' } })
    expect(sent.ok()).toBe(true)
    const chat = href(routes.messages, {}, { locale, query: { chat: conversation } })
    const results = href(routes.messages, {}, { locale, query: { q: 'cardamom' } })

    await expectLate(context, baseURL ?? '', chat, (late) => late.getByRole('log').getByText(data.text).first())
    await expectLate(context, baseURL ?? '', results, (late) => late.locator('mark', { hasText: 'cardamom' }).first())
    await expectLate(context, baseURL ?? '', href(routes.mainSettings, {}, { locale, query: { section: 'privacy' } }), (late) =>
      late.getByRole('checkbox', { name: t('settings.chat.readMarks'), exact: true }),
    )
  })
}

test('a press before the page’s script has come is answered once it is there', async ({ page, server }) => {
  const [one, other] = [await server.addMember('Robin'), await server.addMember('Alex')]
  await server.signIn(page.context(), one.id)
  const { t } = textsOf('en')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/assets\/hydrate-/, (route) => released.then(() => route.continue()))
  const write = page.getByRole('button', { name: t('profile.request.write', { name: 'Alex' }) })
  const dialog = page.getByRole('dialog', { name: t('profile.request.write', { name: 'Alex' }) })
  await page.goto(href(routes.profileInfo, { id: other.id }, { locale: 'en' }))
  await write.click()
  await page.getByRole('heading', { name: 'Alex' }).first().click()
  await write.click()
  await expect(dialog).toHaveCount(0)
  release()
  await hydrated(page)
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test.describe('a document that is cut off', () => {
  test.use({ allowed: [/ERR_INCOMPLETE_CHUNKED_ENCODING/] })

  test('amid data that its script reads leaves the page on screen', async ({ page, context, baseURL, server }) => {
    await server.signIn(page.context(), (await newPair(server)).one.id)
    await using slow = await slowDocuments(baseURL ?? '', 'amid')
    const cut = await context.newPage()
    await cut.goto(slow.origin + href(routes.messages, {}, { locale: 'en' }), { waitUntil: 'commit' })
    await expect(cut.locator('#late-unread')).toHaveCount(1)
    // It brings what reads the counts beside every page.
    await cut.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/after-start')))
    const failed = cut.waitForEvent('requestfailed', (request) => request.isNavigationRequest())
    slow.cut()
    await failed
    await expect(cut.getByRole('heading', { level: 1 })).toBeVisible()
    await cut.close()
  })
})
