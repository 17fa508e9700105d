import { apiPaths } from '#shared/api-paths.ts'
import { href } from '#shared/href.ts'
import { routes } from '#shared/routes.ts'
import { quietPair, signIn } from '../support/browser/demo.ts'
import { expect, test } from '../support/browser/test.ts'

/** A wheel turns by so much at once; no frame may move by much more, whatever comes above meanwhile. */
const stepPx = 300

test('a wheel that turns while earlier messages come leaves none of them out', async ({ page }) => {
  const { one, conversation } = quietPair(7)
  await signIn(page, one.email)
  const text = 'A line that is long enough to stand on two lines, as most of what people write to each other does.'
  for (let n = 0; n < 150; n += 10) {
    const sends = Array.from({ length: 10 }, () =>
      page.request.post(apiPaths.chatSend, {
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
