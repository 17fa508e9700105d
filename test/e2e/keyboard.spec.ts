import type { Locator, Page } from '@playwright/test'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { datesIn, test as datesTest } from '../support/browser/dates.ts'
import { newPair } from '../support/browser/demo.ts'
import { hydrated } from '../support/browser/pages.ts'
import { test as strangersTest } from '../support/browser/strangers.ts'
import { expect, test } from '../support/browser/test.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
test.use(phone)

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

/** In a room of 508 px above a keyboard, the talk has more than half, and what is beside the composer is hidden meanwhile. */
async function expectRoomForTalk(page: Page, beside: Locator): Promise<void> {
  const log = page.getByRole('log')
  const height = async () => (await log.boundingBox())?.height ?? 0
  await hydrated(page)
  await expect(beside).toBeVisible()
  await page.locator('#message').focus()
  await expect(async () => {
    await page.evaluate(keyboardLeaves, 508)
    await expect(beside).toBeHidden({ timeout: 500 })
  }).toPass()
  expect(await height()).toBeGreaterThan(508 / 2)
  await page.evaluate(keyboardLeaves, 844)
  await expect(beside).toBeVisible()
}

strangersTest('an anonymous chat keeps its room above a keyboard', async ({ chat }) => {
  const [zelda] = await chat(phone)
  await expectRoomForTalk(zelda.page, zelda.button(zelda.t('anonymous.room.reveal')))
})

datesTest('a blind date keeps its room above a keyboard', async ({ meet }) => {
  const { t, button, talk } = datesIn('en')
  const guests = await meet(26, phone)
  await talk(guests)
  const [{ page }] = guests
  await expectRoomForTalk(page, button(page, t('dates.extend.ask')))
})
