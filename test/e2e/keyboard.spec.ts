import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { newPair } from '../support/browser/demo.ts'
import { hydrated } from '../support/browser/pages.ts'
import { expect, test } from '../support/browser/test.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/** As iOS reports a keyboard: the visual viewport shrinks alone, and 100dvh stays. */
const keyboardLeaves = (height: number) => {
  const viewport = window.visualViewport
  if (!viewport) throw new Error('There is no visual viewport')
  Object.defineProperty(viewport, 'height', { value: height, configurable: true })
  viewport.dispatchEvent(new Event('resize'))
}

test('the composer stays above a keyboard that lies over the page', async ({ page, server }) => {
  const { one, conversation } = await newPair(server)
  await page.context().addCookies(await server.sessionOf(one.id))
  await page.goto(href(routes.messages, {}, { locale: 'en', query: { chat: conversation } }))
  await hydrated(page)
  const composer = page.locator('#message')
  const bottom = () => composer.evaluate((element) => element.getBoundingClientRect().bottom)
  await composer.focus()
  await expect(async () => {
    await page.evaluate(keyboardLeaves, 508)
    expect(await bottom()).toBeLessThanOrEqual(508)
  }).toPass({ timeout: 20_000 })
  await page.evaluate(keyboardLeaves, 844)
  await expect.poll(bottom).toBeGreaterThan(700)
})
