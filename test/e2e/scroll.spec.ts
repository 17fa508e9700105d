import { chatActions } from '#features/chat/contract.ts'
import type { Page, WebSocketRoute } from '@playwright/test'
import { mostRows } from '#features/chat/ui/log/log-window.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { channelName, type WireMessage } from '#shared/realtime/wire.ts'
import { freshPair, post, newPair } from '../support/browser/demo.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

test.use({ reducedMotion: 'no-preference' })

const { t, tn } = textsOf('en')

/** One step of a wheel, px. No frame may scroll by much more, whatever loads above meanwhile. */
const stepPx = 300

test('a wheel that turns while earlier messages come leaves none of them out', async ({ page, server }) => {
  const { one, conversation } = await newPair(server)
  await server.signIn(page.context(), one.id)
  const text = 'A line that is long enough to stand on two lines, as most of what people write to each other does.'
  for (let n = 0; n < 150; n += 10) {
    const sends = Array.from({ length: 10 }, () =>
      page.request.post(chatActions.send.path, {
        data: { conversation, cid: crypto.randomUUID(), text },
        headers: { 'Sec-Fetch-Site': 'same-origin' },
      }),
    )
    for (const sent of await Promise.all(sends)) expect(sent.ok()).toBe(true)
  }
  await page.goto(href(routes.messages, {}, { locale: 'en', query: { chat: conversation } }))
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
  const log = page.getByRole('log')
  await log.hover()
  const biggest = log.evaluate(
    (box) =>
      new Promise<number>((resolve) => {
        let [last, most] = [box.scrollTop, 0]
        const look = () => {
          most = Math.max(most, last - box.scrollTop)
          last = box.scrollTop
          if (box.querySelector('[data-seq="1"]')) resolve(most)
          else requestAnimationFrame(look)
        }
        look()
      }),
  )
  await expect(async () => {
    for (let n = 0; n < 10; n += 1) await page.mouse.wheel(0, -stepPx)
    await expect(log.locator('[data-seq="1"]')).toHaveCount(1, { timeout: 100 })
  }).toPass({ timeout: 30_000 })
  expect(await biggest).toBeLessThan(5 * stepPx)
})

/** Sends a burst as the server would: messages that continue from the conversation's head. */
async function newsOf(page: Page, conversation: string, from: string) {
  const lines: WebSocketRoute[] = []
  await page.routeWebSocket(/\/realtime\?/, (route) => {
    lines.push(route)
    route.connectToServer()
  })
  const address = `${href(routes.messages, {}, { locale: 'en' })}/_payload.json?chat=${conversation}`
  const { deferred } = (await (await page.request.get(address)).json()) as {
    deferred: { history: { epoch: string; head: number } }
  }
  let { epoch, head } = deferred.history
  return (count: number) => {
    const channel = channelName.conversation(conversation)
    const frames = Array.from({ length: count }, () => {
      const seq = (head += 1)
      const data: WireMessage = { epoch, seq, cid: crypto.randomUUID(), from, text: `News ${seq}`, sentAt: Date.now() }
      return { event: 'message', channel, data }
    })
    lines.at(-1)?.send(JSON.stringify(frames))
    return head
  }
}

test('a bounded number of messages stands in the document, whatever one scrolls through and receives', async ({
  page,
  browser,
}) => {
  const otherPage = await (await browser.newContext({ baseURL: new URL(process.env['BASE_URL'] ?? '').origin })).newPage()
  const { other, conversation } = await freshPair(page, otherPage, 36)
  for (let n = 0; n < 360; n += 20) {
    const data = () => ({ conversation, cid: crypto.randomUUID(), text: 'A line of a long talk' })
    await Promise.all(Array.from({ length: 20 }, () => post(otherPage, chatActions.send.path, data())))
  }
  const hear = await newsOf(page, conversation, other.id)
  await page.goto(href(routes.messages, {}, { locale: 'en', query: { chat: conversation } }))
  const log = page.getByRole('log')
  const line = (seq: number) => log.locator(`[data-seq="${seq}"]`)
  await expect(line(360)).toBeInViewport()
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
  const most = await log.evaluateHandle((box) => {
    const most = { rows: 0, nodes: 0 }
    const count = () => {
      most.rows = Math.max(most.rows, box.querySelectorAll('li').length)
      most.nodes = Math.max(most.nodes, box.querySelectorAll('*').length)
    }
    new MutationObserver(count).observe(box, { childList: true, subtree: true })
    count()
    return most
  })

  await expect(async () => {
    await log.evaluate((box) => box.scrollTo({ top: -box.scrollHeight }))
    await expect(line(1)).toHaveCount(1, { timeout: 500 })
  }).toPass({ timeout: 60_000 })
  await expect(line(360)).toHaveCount(0)
  await page.getByRole('link', { name: t('chat.newest') }).click()
  await expect(line(360)).toBeInViewport()

  // At the end, every new message scrolls into view.
  let head = 360
  for (let n = 0; n < 3; n += 1) {
    head = hear(200)
    await expect(line(head)).toBeInViewport()
  }
  // Further up, the reader's position stays.
  const read = line(head - 20)
  await read.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await expect(page.getByRole('link', { name: t('chat.newest') })).toBeVisible()
  const place = () => read.evaluate((element) => Math.round(element.getBoundingClientRect().top / 4))
  const before = await place()
  for (let n = 1; n <= 3; n += 1) {
    head = hear(200)
    await expect(page.getByRole('link', { name: tn('chat.newMessages', 200 * n) })).toBeVisible()
    expect(await place()).toBe(before)
  }
  // The arrow keys still go from message to message, and the button to the newest.
  await read.getByRole('button', { name: t('chat.menu.label') }).focus()
  await page.keyboard.press('ArrowUp')
  await expect(line(head - 621).getByRole('button', { name: t('chat.menu.label') })).toBeFocused()

  const { rows, nodes } = await most.jsonValue()
  expect(rows).toBeLessThanOrEqual(mostRows)
  expect(rows).toBeGreaterThan(250)
  expect(nodes).toBeLessThan(30 * mostRows)
  await otherPage.context().close()
})
