import { chatActions } from '#features/chat/contract.ts'
import type { Browser, Page, WebSocket, WebSocketRoute } from '@playwright/test'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { readFrames } from '#shared/realtime/wire.ts'
import { writeMessage } from '../support/browser/chat-log.ts'
import { newPair, post } from '../support/browser/demo.ts'
import { hydrated } from '../support/browser/pages.ts'
import type { BrowserServer } from '../support/browser/server.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

test.use({
  reducedMotion: 'no-preference',
  // The network fails on purpose.
  allowed: [/WebSocket connection to|Failed to load resource/],
})

const { t } = textsOf('en')
const log = (page: Page) => page.getByRole('log')

const write = (page: Page, text: string) => writeMessage(page, text, t)

/** Two new members who match: one is signed in on the page, the other on one of another browser. */
async function meet(browser: Browser, page: Page, server: BrowserServer) {
  const { one, other, conversation } = await newPair(server)
  const context = await browser.newContext({ baseURL: server.url, locale: 'en-GB' })
  const otherPage = await context.newPage()
  await server.signIn(page.context(), one.id)
  await server.signIn(context, other.id)
  return { one, other, conversation, context, otherPage }
}

/** Proxies the page's connections, so that a test can close them or hold answers back. */
async function holdSockets(page: Page): Promise<{ sockets: WebSocketRoute[]; fromServer: { lets: (frame: string) => boolean } }> {
  const sockets: WebSocketRoute[] = []
  const fromServer: { lets: (frame: string) => boolean } = { lets: () => true }
  await page.routeWebSocket(/\/realtime[/?]/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((frame) => {
      const texts = readFrames(String(frame)).map((each) => JSON.stringify(each))
      for (const text of texts) if (fromServer.lets(text)) socket.send(text)
    })
    sockets.push(socket)
  })
  return { sockets, fromServer }
}

/** As in a deployment: the page's first connection and the one to its conversation. */
const closeAll = (sockets: WebSocketRoute[]) => Promise.all(sockets.splice(0).map((socket) => socket.close({ code: 1012 })))

test('a message shows as a toast elsewhere and leads to its conversation; what a bad line loses comes once and in order', async ({
  page,
  browser,
  server,
}) => {
  const { one, conversation, context, otherPage } = await meet(browser, page, server)
  const { sockets, fromServer } = await holdSockets(page)
  await page.goto(href(routes.messages, {}, { locale: 'en', query: { chat: conversation } }))
  await otherPage.goto(href(routes.likes, {}, { locale: 'en' }))
  for (const each of [page, otherPage]) await hydrated(each)

  await test.step('the toast leads to the conversation, where both see who is there, and then there is none', async () => {
    await expect(async () => {
      await write(page, 'Is the kettle on?')
      await otherPage.getByRole('link', { name: 'Is the kettle on?' }).click({ timeout: 2500 })
    }).toPass()
    await expect(otherPage).toHaveURL(/chat=/)
    await expect(log(otherPage).getByText('Is the kettle on?').first()).toBeVisible()
    await expect(page.getByText(t('chat.here'))).not.toHaveCount(0)
    await write(page, 'Right here')
    await expect(log(otherPage).getByText('Right here')).toHaveCount(1)
    const toast = otherPage.getByRole('link', { name: `${one.firstName} Right here` })
    await expect(toast.and(otherPage.locator('[data-sonner-toaster] a'))).toHaveCount(0)
  })

  await test.step('what is written while the connection is gone arrives once and in order', async () => {
    await expect(page.getByLabel(t('chat.sending'))).toHaveCount(0)
    await closeAll(sockets)
    await expect(page.getByText(t('chat.connection.reconnecting'))).toBeVisible()
    const texts = ['first of three', 'second of three', 'third of three']
    for (const text of texts) await write(page, text)
    await expect(page.getByText(t('chat.connection.reconnected'))).toBeVisible()
    for (const reader of [page, otherPage]) {
      await expect(log(reader).getByText('third of three')).toHaveCount(1)
      const shown = (await log(reader).getByRole('listitem').allInnerTexts()).join('\n')
      expect(texts.map((text) => shown.split(text).length - 1)).toEqual([1, 1, 1])
      const places = texts.map((text) => shown.indexOf(text))
      expect(places).toEqual(places.toSorted((a, b) => a - b))
    }
  })

  await test.step('a frame that got lost on the way is fetched when the next one shows the gap', async () => {
    fromServer.lets = (frame) => !frame.includes('Lost on the way')
    await write(otherPage, 'Lost on the way')
    await expect(otherPage.getByLabel(t('chat.sending'))).toHaveCount(0)
    fromServer.lets = () => true
    await write(otherPage, 'The next one')
    for (const text of ['The next one', 'Lost on the way']) await expect(log(page).getByText(text)).toHaveCount(1)
  })

  await test.step('a message whose acknowledgement was lost is stored once, and a reload shows it once', async () => {
    // The note of the reconnection before would answer for the next one.
    await expect(page.getByText(t('chat.connection.reconnected'))).toHaveCount(0)
    let held = 0
    fromServer.lets = (frame) => {
      const isLost = /"seq":|"event":"message"/.test(frame) && !frame.includes('"pong"')
      if (isLost) held++
      return !isLost
    }
    await write(page, 'Only once')
    await expect.poll(() => held).toBeGreaterThan(0)
    await expect(page.getByLabel(t('chat.sending'))).toHaveCount(1)
    fromServer.lets = () => true
    await closeAll(sockets)
    await expect(page.getByText(t('chat.connection.reconnected'))).toBeVisible()
    await expect(page.getByLabel(t('chat.sending'))).toHaveCount(0)
    await expect(log(page).getByText('Only once')).toHaveCount(1)
    await page.reload()
    await expect(log(page).getByText('Only once')).toHaveCount(1)
  })

  await expect(page.getByText(t('chat.here'))).not.toHaveCount(0)
  await context.close()
  await expect(page.getByText(t('chat.here'))).toHaveCount(0)
})

for (const javaScriptEnabled of [true, false])
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled })

    test('the search field of the inbox finds messages, marks the words, and leads to them and back', async ({
      page,
      server,
    }) => {
      const { one, other, conversation } = await newPair(server)
      await server.signIn(page.context(), one.id)
      const said = { conversation, cid: crypto.randomUUID(), text: 'The lighthouse keeper has a parrot' }
      await post(page, chatActions.send.path, said)
      await page.goto(href(routes.messages, {}, { locale: 'en' }))
      const field = page.getByRole('searchbox', { name: t('chat.search.label') })
      await field.fill('lighthouse')
      await field.press('Enter')
      const found = page.getByRole('list', { name: t('chat.search.results', { query: 'lighthouse' }) })
      await expect(found.getByRole('listitem')).toHaveCount(1)
      await expect(found.locator('mark')).toHaveText('lighthouse')
      await expect(field).toHaveValue('lighthouse')
      await found.getByRole('link').click()
      await expect(page).toHaveURL(new RegExp(`chat=${conversation}`))
      await expect(log(page).getByRole('paragraph').filter({ hasText: said.text })).toBeVisible()
      await page.goBack()
      await page.getByRole('link', { name: t('chat.search.leave') }).click()
      await expect(
        page
          .getByRole('main')
          .getByRole('link', { name: new RegExp(other.firstName) })
          .first(),
      ).toBeVisible()
      await expect(field).toHaveValue('')
    })
  })
test('a hidden page with a conversation has no socket of its own to it, shows a toast for what comes, and has one again when seen', async ({
  page,
  browser,
  server,
}) => {
  const { conversation, context, otherPage } = await meet(browser, page, server)
  const direct: WebSocket[] = []
  page.on('websocket', (socket) => void (socket.url().includes(`/conversations/${conversation}`) && direct.push(socket)))
  const openOnes = () => direct.filter((socket) => !socket.isClosed()).length
  for (const each of [page, otherPage]) {
    await each.goto(href(routes.messages, {}, { locale: 'en', query: { chat: conversation } }))
    await hydrated(each)
  }
  await expect.poll(openOnes).toBe(1)
  const turn = (state: 'hidden' | 'visible') =>
    page.evaluate((visibility) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await turn('hidden')
  await expect.poll(openOnes).toBe(0)
  await expect(otherPage.getByText(t('chat.here'))).not.toHaveCount(0)
  await write(otherPage, 'Are you there?')
  await expect(page.locator('[data-sonner-toaster] a').filter({ hasText: 'Are you there?' })).toHaveCount(1)
  await turn('visible')
  await expect.poll(openOnes).toBe(1)
  await write(otherPage, 'Good to see you')
  for (const text of ['Are you there?', 'Good to see you']) await expect(log(page).getByText(text)).toHaveCount(1)
  await context.close()
})
