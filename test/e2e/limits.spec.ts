import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { freshPair, signIn } from '../support/browser/demo.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

const locale = 'uk'
const { t } = textsOf(locale)

// The limits of production; the browser reports each refusal as an error.
test.use({
  limitsFactor: 1,
  allowed: [/status of 429|Transition was aborted|WebSocket connection to|Failed to connect/],
})

test('who turns pages of people too fast reads that it was a lot, and goes on elsewhere', async ({ page }) => {
  await signIn(page, 'anna@demo.test')
  await page.goto(href(routes.likes, {}, { locale }))
  const list = href(routes.peopleNearby, {}, { locale })
  const turnsUntilRefusal = () =>
    page.evaluate(async (path) => {
      // The minute may begin again once in between.
      for (let turn = 1; turn <= 130; turn += 1) if ((await fetch(`${path}/_payload.json`)).status === 429) return turn
      return null
    }, list)
  expect(await turnsUntilRefusal(), 'a refusal').toBeGreaterThan(60)
  const refusal = page.getByRole('heading', { name: t('common.error.too-many') })
  // The minute may also end between the refusal and the press: then the list opens, and the turns begin again.
  await expect(async () => {
    expect(await turnsUntilRefusal(), 'a refusal').not.toBeNull()
    await page.locator(`a[href="${list}"]`).filter({ visible: true }).first().click()
    await expect(refusal).toBeVisible({ timeout: 8000 })
  }).toPass()
  await page.goto(href(routes.messages, {}, { locale }))
  await expect(page.getByRole('heading', { name: t('chat.title') })).toBeVisible()
})

test('more than twenty messages written offline all arrive, each once and in order, and none looks failed', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const reader = await (await browser.newContext({ baseURL })).newPage()
  const { conversation } = await freshPair(page, reader, 60)
  const chat = href(routes.messages, {}, { locale, query: { chat: conversation } })
  let refusals = 0
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => void (refusals += String(payload).includes('"too-many"') ? 1 : 0)),
  )
  for (const each of [page, reader]) {
    const joined = each
      .waitForEvent('websocket')
      .then((socket) => socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('presence:subscribed')))
    await each.goto(chat)
    await joined
  }
  await context.setOffline(true)
  await expect(page.getByText(t('chat.connection.reconnecting'))).toBeVisible({ timeout: 30_000 })
  const texts = Array.from({ length: 30 }, (_, n) => `line-${n}.`)
  for (const text of texts) {
    await page.locator('#message').fill(text)
    await page.getByRole('button', { name: t('chat.send') }).click()
    await expect(page.locator('#message')).toHaveValue('')
  }
  await context.setOffline(false)
  await expect(page.getByLabel(t('chat.sending'))).toHaveCount(0, { timeout: 40_000 })
  expect(refusals).toBeGreaterThan(0)
  await expect(page.getByRole('button', { name: t('chat.notSent') })).toHaveCount(0)
  for (const each of [page, reader]) {
    const shown = await each.getByRole('log').innerText()
    expect(shown.match(/line-\d+\./g)).toEqual(texts)
  }
})
