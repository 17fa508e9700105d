import { realtimeActions } from '#features/member-hub/contract.ts'
import { chatActions } from '#features/chat/contract.ts'
import type { Browser, Page } from '@playwright/test'
import { href } from '#shared/routing/href.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import { expectOnceInOrder, log } from '../support/browser/chat-log.ts'
import { newPair, type Person } from '../support/browser/demo.ts'
import type { BrowserServer } from '../support/browser/server.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'
import { controlSockets, listen } from '../support/browser/transport.ts'

// These tests make the network fail on purpose.
test.use({ allowed: [/WebSocket connection to|Failed to load resource|Failed to establish socket connection/] })

type Seat = { page: Page; partner: string; locale: LocaleCode }

let lastWord = 0
const word = (text: string) => `${text} ${process.pid}-${++lastWord}`

async function newPage(browser: Browser, baseURL: string | undefined): Promise<Page> {
  return (await browser.newContext({ baseURL, locale: 'en-GB' })).newPage()
}

type Taken = { server: BrowserServer; page: Page; member: Person; partner: Person; conversation: string; locale: LocaleCode }

async function takeSeat({ server, page, member, partner: { firstName }, conversation, locale }: Taken): Promise<Seat> {
  await server.signIn(page.context(), member.id)
  await page.goto(href(routes.messages, {}, { locale, query: { chat: conversation } }))
  const seat = { page, partner: firstName, locale }
  await expect(composer(seat)).toBeVisible()
  return seat
}

const composer = ({ page, partner, locale }: Seat) =>
  page.getByRole('textbox', { name: textsOf(locale).t('chat.write', { name: partner }) })

async function write(seat: Seat, text: string): Promise<void> {
  await composer(seat).fill(text)
  await seat.page.getByRole('button', { name: textsOf(seat.locale).t('chat.send'), exact: true }).click()
}

async function expectSent({ page, locale }: Seat): Promise<void> {
  await expect(page.getByLabel(textsOf(locale).t('chat.sending'), { exact: true })).toHaveCount(0)
}

for (const locale of ['uk'] as const) {
  test(`in ${locale}, two people talk where no WebSocket gets through, and no text is on the network`, async ({
    page,
    browser,
    baseURL,
    server,
  }) => {
    const { one, other, conversation } = await newPair(server)
    const second = await newPage(browser, baseURL)
    for (const seat of [page, second]) await controlSockets(seat, { isBlocked: true })
    const heard = listen(page)
    const here = await takeSeat({ server, page, member: one, partner: other, conversation, locale })
    const there = await takeSeat({ server, page: second, member: other, partner: one, conversation, locale })
    await expect.poll(() => heard.answered.length, { timeout: 20_000 }).toBeGreaterThan(1)

    const texts = [word('Чи закипів чайник?'), word('Soon 🫖'), word('I bring the biscuits')]
    await write(here, texts[0] ?? '')
    await expect(log(there.page).getByText(texts[0] ?? '')).toHaveCount(1)
    await write(there, texts[1] ?? '')
    await expect(log(here.page).getByText(texts[1] ?? '')).toHaveCount(1)
    await write(here, texts[2] ?? '')
    for (const seat of [here, there]) await expectOnceInOrder(seat.page, texts)
    await expectSent(here)

    const onTheWire = [...heard.polled, ...heard.answered].join('\n')
    for (const text of texts) expect(onTheWire).not.toContain(text)
    expect(heard.polled.join('\n')).toContain('"cipher"')
    expect(heard.answered.join('\n')).toContain('"cipher"')
    expect(heard.sockets).toEqual([])

    const isHere = second.getByText(textsOf(locale).t('chat.here'))
    await expect(isHere).not.toHaveCount(0)
    await page.goto('about:blank')
    await expect(isHere, 'whoever leaves says so, long before the silence is noticed').toHaveCount(0)
    await second.context().close()
  })
}

test('a conversation goes on from WebSocket to polling and back, and nothing is lost or repeated', async ({
  page,
  browser,
  baseURL,
  server,
}) => {
  const { one, other, conversation } = await newPair(server)
  const second = await newPage(browser, baseURL)
  const sockets = await controlSockets(page, { isBlocked: false })
  const heard = listen(page)
  const here = await takeSeat({ server, page, member: one, partner: other, conversation, locale: 'en' })
  const there = await takeSeat({ server, page: second, member: other, partner: one, conversation, locale: 'en' })
  const { t } = textsOf('en')
  // Without the connection the page would send its form instead, and the test would not notice.
  const byForm: string[] = []
  page.on('request', (request) => void (request.url().endsWith(chatActions.send.path) && byForm.push(request.url())))
  const texts: string[] = []
  const say = async (seat: Seat, text: string) => {
    texts.push(word(text))
    await write(seat, texts.at(-1) ?? '')
    await expectSent(seat)
  }

  await say(here, 'On a WebSocket')
  await expect.poll(() => heard.sockets.join('\n')).toContain(texts.at(-1))
  await sockets.block()
  await expect(page.getByText(t('chat.connection.reconnecting'))).toBeVisible()
  await say(there, 'While you were away')
  texts.push(word('Written without a connection'))
  await write(here, texts.at(-1) ?? '')
  await expect(page.getByText(t('chat.connection.reconnected'))).toBeVisible({ timeout: 20_000 })
  await expectSent(here)
  await say(here, 'On polling')
  await say(there, 'Heard you')
  expect(heard.sockets.join('\n')).not.toContain(texts.at(-2))

  await expect(page.getByText(t('chat.connection.reconnected'))).toHaveCount(0)
  const joins = () => heard.sockets.filter((frame) => frame.includes('"channel:join"')).length
  const before = joins()
  await sockets.unblock()
  for (const text of ['In the middle', 'of the switch']) await say(here, text)
  await expect.poll(joins).toBeGreaterThan(before)
  await expect(page.getByText(t('chat.connection.reconnecting'))).toHaveCount(0)
  await say(here, 'On a WebSocket again')
  await expect.poll(() => heard.sockets.join('\n')).toContain(texts.at(-1))
  await say(there, 'Good to have you back')
  for (const seat of [here, there]) await expectOnceInOrder(seat.page, texts)
  expect(byForm).toEqual([])
  await second.context().close()
})

test('a page says when neither transport gets through, and when one does again', async ({ page, server }) => {
  const { one, other, conversation } = await newPair(server)
  const { t } = textsOf('en')
  await controlSockets(page, { isBlocked: true })
  await page.route(`**${realtimeActions.poll.path}`, (route) => route.abort())
  const told = page.waitForEvent('console', (message) => message.text() === 'Failed to establish socket connection')
  const here = await takeSeat({ server, page, member: one, partner: other, conversation, locale: 'en' })
  await told
  await expect(page.getByText(t('chat.connection.failed'))).toBeVisible()
  const text = word('Kept until then')
  await write(here, text)

  await page.unroute(`**${realtimeActions.poll.path}`)
  await expect(page.getByText(t('chat.connection.reconnected'))).toBeVisible({ timeout: 30_000 })
  await expectSent(here)
  await expectOnceInOrder(here.page, [text])
})

test('a frame of 33 MB ends its own connection with 1009, and the page’s other one goes on', async ({ page, server }) => {
  const { one, other, conversation } = await newPair(server)
  const here = await takeSeat({ server, page, member: one, partner: other, conversation, locale: 'en' })
  const code = await page.evaluate(async () => {
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/realtime`)
    await new Promise((resolve) => socket.addEventListener('open', resolve))
    const closed = new Promise<number>((resolve) => socket.addEventListener('close', (event) => resolve(event.code)))
    socket.send('x'.repeat(33 * 1024 * 1024))
    return closed
  })
  expect(code).toBe(1009)
  const text = word('Still here')
  await write(here, text)
  await expectSent(here)
  await expectOnceInOrder(here.page, [text])
})
