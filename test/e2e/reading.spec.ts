import { chatActions } from '#features/chat/contract.ts'
import { realtimeActions } from '#features/member-hub/contract.ts'
import type { Browser, Page } from '@playwright/test'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { newPair, post, signIn } from '../support/browser/demo.ts'
import type { BrowserServer } from '../support/browser/server.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

const { t, tn } = textsOf('en')
const to = { locale: 'en' } as const
const hours = 3_600_000

const log = (page: Page) => page.getByRole('log')

async function open(page: Page, conversation: string): Promise<void> {
  await page.goto(href(routes.messages, {}, { ...to, query: { chat: conversation } }))
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
}

/** Resolves when the page reports how far it has read: over a connection, or as a call. */
function markedAsRead(page: Page): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => void (String(payload).includes('message:read') && resolve())),
  )
  page.on('response', (answer) => void (answer.url().endsWith(chatActions.read.path) && answer.ok() && resolve()))
  return promise
}

/** Two new members who match, each signed in on a page of their own. */
async function meet(browser: Browser, page: Page, server: BrowserServer) {
  const otherPage = await (await browser.newContext({ baseURL: server.url })).newPage()
  const { one, other, conversation } = await newPair(server)
  await signIn(page, one.email)
  await signIn(otherPage, other.email)
  const send = (text: string) => post(otherPage, chatActions.send.path, { conversation, cid: crypto.randomUUID(), text })
  return { other, otherPage, conversation, send }
}

test('what came below while one read further up stays counted after one has left, in the title as in the inbox', async ({
  page,
  browser,
  server,
}) => {
  const { other, otherPage, conversation, send } = await meet(browser, page, server)
  for (let n = 0; n < 40; n += 10) await Promise.all(Array.from({ length: 10 }, (_, m) => send(`Line ${n + m}`)))
  const marked = markedAsRead(page)
  await open(page, conversation)
  await marked
  await expect(page).not.toHaveTitle(/^\(/)

  await log(page).evaluate((box) => box.scrollTo({ top: -600 }))
  await expect(page.getByRole('link', { name: t('chat.newest') })).toBeVisible()
  await send('News')
  await send('More news')
  const inbox = page.getByRole('region', { name: t('chat.inbox') })
  const row = inbox.getByRole('link', { name: other.firstName })
  await expect(page).toHaveTitle(/^\(2\) \S/)
  await expect(row).toContainText(tn('chat.unread', 2))

  await page
    .getByRole('link', { name: t('common.nav.people'), exact: true })
    .first()
    .click()
  await expect(page).toHaveURL(href(routes.peopleNearby, {}, to))
  await expect(page).toHaveTitle(/^\(2\) \S/)
  await page.goto(href(routes.messages, {}, to))
  await expect(row).toContainText(tn('chat.unread', 2))
  await expect(page).toHaveTitle(/^\(2\) \S/)
  await row.click()
  await expect(log(page).getByText('More news')).toBeInViewport()
  await expect(page).not.toHaveTitle(/^\(/)
  await expect(row).not.toContainText(tn('chat.unread', 2))
  await otherPage.context().close()
})

test.describe('a server that is busy', () => {
  test.use({ allowed: [/status of 503|Failed to establish socket connection/] })

  test('a read mark that failed is repeated by itself, and says what was seen', async ({ page, browser, server }) => {
    const { otherPage, conversation, send } = await meet(browser, page, server)
    await send('Read me')
    const asked: unknown[] = []
    // A mark goes over a connection, where there is one.
    await page.routeWebSocket(/\/realtime[/?]/, (socket) => void socket.close({ code: 1013 }))
    await page.route(`**${realtimeActions.poll.path}`, (route) => route.fulfill({ status: 503, body: '' }))
    await page.route(`**${chatActions.read.path}`, async (route) => {
      asked.push(route.request().postDataJSON())
      if (asked.length > 2) return route.continue()
      return route.fulfill({ status: 503, body: '' })
    })
    await open(otherPage, conversation)
    await open(page, conversation)
    const mark = log(otherPage)
      .getByRole('listitem')
      .filter({ hasText: 'Read me' })
      .getByRole('img', { name: t('chat.read') })
    await expect(mark).toBeVisible({ timeout: 20_000 })
    expect(asked).toEqual(Array.from({ length: 3 }, () => ({ conversation, seq: 1 })))
    await otherPage.context().close()
  })
})

for (const wrongBy of [2 * hours, -2 * hours]) {
  test(`a message is offered for editing by the server’s clock, with the browser’s ${wrongBy > 0 ? 'ahead' : 'behind'}`, async ({
    page,
    browser,
    server,
  }) => {
    const { otherPage, conversation } = await meet(browser, page, server)
    await page.addInitScript((wrong) => {
      const [now, steady] = [Date.now, performance.now.bind(performance)]
      const later = () => Number(document.documentElement.dataset['later'] ?? 0)
      Date.now = () => now() + wrong + later()
      performance.now = () => steady() + later()
    }, wrongBy)
    await open(page, conversation)
    const field = page.locator('#message')
    await field.fill('A word')
    await page.getByRole('button', { name: t('chat.send'), exact: true }).click()
    const line = log(page).getByRole('listitem').filter({ hasText: 'A word' })
    await expect(line).toHaveAttribute('data-seq', /./)
    await expect(field).toHaveValue('')

    const editing = page.getByText(t('chat.editing')).first()
    const isOffered = async () => {
      await line.hover()
      await line.getByRole('button', { name: t('chat.menu.label') }).click()
      await expect(page.getByRole('button', { name: t('chat.menu.reply') })).toBeVisible()
      const count = await page.getByRole('button', { name: t('chat.menu.edit') }).count()
      await page.keyboard.press('Escape')
      return count === 1
    }
    await field.press('ArrowUp')
    await expect(field).toHaveValue('A word')
    await expect(editing).toBeVisible()
    await field.press('Escape')
    await expect(field).toHaveValue('')
    expect(await isOffered()).toBe(true)

    const pass = (ms: number) => page.evaluate((later) => void (document.documentElement.dataset['later'] = `${later}`), ms)
    await pass(14 * 60_000)
    expect(await isOffered()).toBe(true)
    await pass(15 * 60_000 + 1000)
    expect(await isOffered()).toBe(false)
    await field.press('ArrowUp')
    await expect(field).toHaveValue('')
    await otherPage.context().close()
  })
}

test.describe('a form that leads to a new document', () => {
  // Emulated, the wish for less motion may come after the browser began to move between the two.
  test.use({ allowed: [/Transition was aborted because of invalid state/] })

  test('a message sent before the realtime code is there goes as a form, and its words do not come back as a draft', async ({
    page,
    browser,
    server,
  }) => {
    const { otherPage, conversation } = await meet(browser, page, server)
    const held = Promise.withResolvers<void>()
    await page.route(/\/assets\/live-.*\.js$/, async (route) => {
      await held.promise
      await route.continue()
    })
    await open(page, conversation)
    const field = page.locator('#message')
    await field.fill('Only once')
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Only once')
    const sent = page.waitForRequest((asked) => asked.isNavigationRequest() && asked.url().endsWith(chatActions.send.path))
    await page.getByRole('button', { name: t('chat.send'), exact: true }).click()
    expect((await sent).method()).toBe('POST')
    await expect(log(page).getByRole('listitem').filter({ hasText: 'Only once' })).toHaveCount(1)
    await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
    held.resolve()
    await expect(field).toHaveValue('')
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
    await expect(field).toHaveValue('')
    await otherPage.context().close()
  })
})
