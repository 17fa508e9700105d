import { chatActions } from '#features/chat/contract.ts'
import type { Browser, Page, WebSocketRoute } from '@playwright/test'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { readFrames } from '#shared/realtime/wire.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

test.use({ reducedMotion: 'no-preference' })

const { t, tn } = textsOf('en')
const to = { locale: 'en' } as const

// One conversation for all, with separate texts for each test; so one after the other.
test.describe.configure({ mode: 'default' })
// Some of these tests make the network fail on purpose.
test.use({ allowed: [/WebSocket connection to|Failed to load resource/] })

let lastWord = 0
const word = (text: string) => `${text} ${process.pid}-${++lastWord}`

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(href(routes.signIn, {}, to))
  await page.getByLabel(t('auth.signIn.email')).fill(email)
  await page.getByLabel(t('auth.signIn.password'), { exact: true }).fill('kismet-demo-1')
  await page.getByRole('button', { name: t('auth.signIn.submit') }).click()
  await expect(page).toHaveURL(href(routes.peopleNearby, {}, to))
}

async function newPage(browser: Browser, baseURL: string | undefined, email: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL, locale: 'en-GB' })).newPage()
  await signIn(page, email)
  return page
}

/** Opens the conversation with someone from the list; its address. */
async function openChat(page: Page, name: string): Promise<string> {
  await page.goto(href(routes.messages, {}, to))
  await page
    .getByRole('link', { name: new RegExp(name) })
    .first()
    .click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  return page.url()
}

const log = (page: Page) => page.getByRole('log')
const composer = (page: Page, name: string) => page.getByRole('textbox', { name: t('chat.write', { name }) })

async function write(page: Page, name: string, text: string): Promise<void> {
  await composer(page, name).fill(text)
  await page.getByRole('button', { name: t('chat.send') }).click()
}

/** Sends without the page, for messages that only need to exist. */
async function sendByApi(page: Page, conversation: string, text: string): Promise<void> {
  const answer = await page.request.post(chatActions.send.path, {
    data: { conversation, cid: crypto.randomUUID(), text },
    headers: { Origin: new URL(page.url()).origin },
  })
  expect(answer.status()).toBe(200)
}

/** Proxies the page's connections, so that a test can close them or hold answers back. */
async function holdSockets(page: Page): Promise<{ sockets: WebSocketRoute[]; fromServer: { lets: (frame: string) => boolean } }> {
  const sockets: WebSocketRoute[] = []
  const fromServer: { lets: (frame: string) => boolean } = { lets: () => true }
  await page.routeWebSocket(/\/realtime\?/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((frame) => {
      const texts = readFrames(String(frame)).map((each) => JSON.stringify(each))
      for (const text of texts) if (fromServer.lets(text)) socket.send(text)
    })
    sockets.push(socket)
  })
  return { sockets, fromServer }
}

test('a message shows as a toast elsewhere, leads to the conversation, and both see who is there', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'anna@demo.test')
  const ben = await newPage(browser, baseURL, 'ben@demo.test')
  await openChat(page, 'Ben')
  await ben.goto(href(routes.likes, {}, to))

  const text = word('Is the kettle on?')
  await expect(async () => {
    await write(page, 'Ben', text)
    await ben.getByRole('link', { name: text }).click({ timeout: 2500 })
  }).toPass()
  await expect(ben).toHaveURL(/chat=/)
  await expect(log(ben).getByText(text).first()).toBeVisible()
  await expect(page.getByText(t('chat.here'))).not.toHaveCount(0)

  const seen = word('Right here')
  await write(page, 'Ben', seen)
  await expect(log(ben).getByText(seen)).toHaveCount(1)
  await expect(ben.getByRole('link', { name: `Anna ${seen}` }).and(ben.locator('[data-sonner-toaster] a'))).toHaveCount(0)

  await ben.context().close()
  await expect(page.getByText(t('chat.here'))).toHaveCount(0)
})

test('what is written while the connection is gone arrives once and in order', async ({ page, browser, baseURL }) => {
  const { sockets } = await holdSockets(page)
  await signIn(page, 'anna@demo.test')
  const ben = await newPage(browser, baseURL, 'ben@demo.test')
  await openChat(ben, 'Anna')
  await openChat(page, 'Ben')
  await write(page, 'Ben', word('Before'))
  await expect(page.getByLabel(t('chat.sending'))).toHaveCount(0)

  await sockets.at(-1)?.close({ code: 1012 })
  await expect(page.getByText(t('chat.connection.reconnecting'))).toBeVisible()
  const texts = [word('one'), word('two'), word('three')]
  for (const text of texts) await write(page, 'Ben', text)
  await expect(page.getByText(t('chat.connection.reconnected'))).toBeVisible()

  for (const reader of [page, ben]) {
    await expect(log(reader).getByText(texts[2] ?? '')).toHaveCount(1)
    const shown = (await log(reader).getByRole('listitem').allInnerTexts()).join('\n')
    expect(texts.map((text) => shown.split(text).length - 1)).toEqual([1, 1, 1])
    expect(texts.map((text) => shown.indexOf(text))).toEqual(texts.map((text) => shown.indexOf(text)).toSorted((a, b) => a - b))
  }
  await ben.context().close()
})

test('a message whose acknowledgement was lost is stored once, and a reload shows it once', async ({ page }) => {
  const { sockets, fromServer } = await holdSockets(page)
  await signIn(page, 'anna@demo.test')
  await openChat(page, 'Ben')
  await expect(page.getByRole('textbox')).toBeVisible()
  await write(page, 'Ben', word('Warm-up'))
  await expect(page.getByLabel(t('chat.sending'))).toHaveCount(0)

  let held = 0
  fromServer.lets = (frame) => {
    const isLost = /"seq":|"event":"message"/.test(frame) && !frame.includes('"pong"')
    if (isLost) held++
    return !isLost
  }
  const text = word('Only once')
  await write(page, 'Ben', text)
  await expect.poll(() => held).toBeGreaterThan(0)
  await expect(page.getByLabel(t('chat.sending'))).toHaveCount(1)
  fromServer.lets = () => true
  await sockets.at(-1)?.close({ code: 1012 })

  await expect(page.getByText(t('chat.connection.reconnected'))).toBeVisible()
  await expect(page.getByLabel(t('chat.sending'))).toHaveCount(0)
  await expect(log(page).getByText(text)).toHaveCount(1)
  await page.reload()
  await expect(log(page).getByText(text)).toHaveCount(1)
})

test('a frame that got lost on the way is fetched when the next one shows the gap', async ({ page, browser, baseURL }) => {
  const { fromServer } = await holdSockets(page)
  await signIn(page, 'anna@demo.test')
  const ben = await newPage(browser, baseURL, 'ben@demo.test')
  await openChat(page, 'Ben')
  await openChat(ben, 'Anna')
  const [lost, next] = [word('Lost'), word('Next')]
  fromServer.lets = (frame) => !frame.includes(lost)
  await write(ben, 'Anna', lost)
  await expect(ben.getByLabel(t('chat.sending'))).toHaveCount(0)
  fromServer.lets = () => true
  await write(ben, 'Anna', next)
  await expect(log(page).getByText(next)).toHaveCount(1)
  await expect(log(page).getByText(lost)).toHaveCount(1)
  await ben.context().close()
})

test('older messages come while scrolling up, new ones wait below, and the place is kept', async ({ page, browser, baseURL }) => {
  test.slow()
  await signIn(page, 'anna@demo.test')
  const ben = await newPage(browser, baseURL, 'ben@demo.test')
  const conversation = new URL(await openChat(ben, 'Anna')).searchParams.get('chat') ?? ''
  const start = word('Long talk')
  for (let line = 0; line < 60; line++) await sendByApi(ben, conversation, `${start} line ${line}.`)

  await openChat(page, 'Ben')
  await expect(log(page).getByText(`${start} line 59.`)).toBeInViewport()
  await expect(log(page).getByText(`${start} line 0.`)).toHaveCount(0)
  await log(page).evaluate((box) => box.scrollTo({ top: -box.scrollHeight }))
  await expect(log(page).getByText(`${start} line 0.`)).toHaveCount(1)

  const read = log(page).getByText(`${start} line 30.`)
  await read.evaluate((line) => line.scrollIntoView({ block: 'center' }))
  const place = () => read.evaluate((line) => line.getBoundingClientRect().top)
  await expect(read).toBeInViewport()
  const before = await place()
  await sendByApi(ben, conversation, `${start} news`)
  const button = page.getByRole('link', { name: tn('chat.newMessages', 1) })
  await expect(button).toBeVisible()
  expect(Math.abs((await place()) - before)).toBeLessThan(4)
  await button.click()
  await expect(log(page).getByText(`${start} news`)).toBeInViewport()
  await expect(button).toHaveCount(0)
  await ben.context().close()
})

test('a conversation of others is a page that does not exist', async ({ page }) => {
  await signIn(page, 'anna@demo.test')
  const answer = await page.goto(href(routes.messages, {}, { ...to, query: { chat: 'someone-elses-conversation' } }))
  expect(answer?.status()).toBe(404)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a member reads, writes, sees what is wrong, and reads back', async ({ page }) => {
    await signIn(page, 'anna@demo.test')
    const conversation = new URL(await openChat(page, 'Ben')).searchParams.get('chat') ?? ''
    for (let line = 0; line < 55; line++) await sendByApi(page, conversation, word('Line'))
    const text = word('By plain form')
    await write(page, 'Ben', text)
    await expect(log(page).getByRole('paragraph').filter({ hasText: text })).toBeVisible()

    await write(page, 'Ben', 'z'.repeat(2001))
    await expect(page.getByRole('alert')).toHaveText(t('common.field.too-long'))
    await expect(composer(page, 'Ben')).toHaveValue('z'.repeat(2001))

    await page.getByRole('link', { name: t('chat.earlier') }).click()
    await expect(page).toHaveURL(/before=\d+/)
    await page.getByRole('link', { name: t('chat.newest') }).click()
    await expect(log(page).getByRole('paragraph').filter({ hasText: text })).toBeVisible()
  })
})
