import type { Page } from '@playwright/test'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { expectOnceInOrder, log, writeMessage } from '../support/browser/chat-log.ts'
import { newPair, signIn } from '../support/browser/demo.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

const locale = 'uk'
const { t } = textsOf(locale)
const minute = 60_000
/** The longest pause between two attempts of the outbox. */
const stepMs = 8_000

// The browser reports each answer with a status of 500 as an error.
test.use({
  losesDatabase: true,
  allowed: [/Failed to (load resource|connect|establish)|status of 500|WebSocket connection to|Runtime error/],
})

const write = (page: Page, text: string) => writeMessage(page, text, t)

/** Counts the server's refusals of messages for the moment. */
function watchRefusals(page: Page): { count: number } {
  const refusals = { count: 0 }
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('"unavailable"')) refusals.count += 1
    }),
  )
  return refusals
}

test('five minutes with D1 away: what is sent waits and is shown so, arrives once when D1 is back, and nothing is lost', async ({
  page,
  context,
  browser,
  baseURL,
  server,
}) => {
  const reader = await (await browser.newContext({ baseURL, locale })).newPage()
  const { one, other, conversation } = await newPair(server)
  await signIn(page, one.email)
  await signIn(reader, other.email)
  const address = href(routes.messages, {}, { locale, query: { chat: conversation } })
  await context.clock.install()
  const refusals = watchRefusals(page)
  for (const each of [page, reader]) {
    await each.goto(address)
    await expect(each.locator('html')).toHaveAttribute('data-hydrated', '')
  }
  await write(page, 'before')
  await expectOnceInOrder(reader, ['before'])
  const walking = await context.newPage()
  await walking.goto(href(routes.likes, {}, { locale }))
  await expect(walking.locator('html')).toHaveAttribute('data-hydrated', '')

  await server.setOutage({ isAway: true, conversation })
  const texts = ['first of three', 'second of three', 'third of three']
  for (const text of texts) await write(page, text)
  // A run of messages has one mark, at its end.
  const waiting = page.getByLabel(t('chat.sending'))
  await expect(waiting).toHaveCount(1)
  await expectOnceInOrder(page, texts)

  // Everything else says so, in the reader's language, on the way there as on a page of its own.
  const people = href(routes.peopleNearby, {}, { locale })
  await walking.locator(`a[href="${people}"]`).filter({ visible: true }).first().click()
  await expect(walking.getByText(t('common.error.internal')).first()).toBeVisible()
  expect((await walking.goto(people))?.status()).toBe(500)
  await expect(walking.locator('html')).toHaveAttribute('lang', locale)
  await expect(walking.getByText(t('common.error.internal'))).toBeVisible()

  for (let passedMs = 0; passedMs < 5 * minute; passedMs += stepMs) {
    const before = refusals.count
    await context.clock.runFor(stepMs)
    await expect.poll(() => refusals.count, 'it is tried again').toBeGreaterThan(before)
    await expect(waiting).toHaveCount(1)
  }
  await expect(page.getByText(t('chat.notSent'))).toHaveCount(0)
  await expect(log(reader).getByText(texts[0] ?? '')).toHaveCount(0)

  await server.setOutage({ isAway: false, conversation })
  await context.clock.runFor(stepMs)
  for (const each of [page, reader]) await expectOnceInOrder(each, ['before', ...texts])
  await expect(waiting).toHaveCount(0)
  await walking.reload()
  await expect(walking.getByRole('heading', { level: 1 })).toBeVisible()
  for (const each of [page, reader]) {
    await each.goto(address)
    await expectOnceInOrder(each, ['before', ...texts])
  }
  await reader.context().close()
})
