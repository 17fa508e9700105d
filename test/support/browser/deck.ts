import { likeActions } from '#features/likes/contract.ts'
import { favouriteActions } from '#features/favourites/contract.ts'
import type { Browser, Locator, Page } from '@playwright/test'
import { href } from '#shared/routing/href.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import { meetMany } from './demo.ts'
import { expect } from './test.ts'

export const context = { width: 1280, height: 720 }
export const phones = { '390 × 844': { width: 390, height: 844 }, '360 × 640': { width: 360, height: 640 } } as const
/** `wide`: with consent to any distance, because few of the demo's people live near each other. */
export const list = (locale: LocaleCode, wide?: 1) => href(routes.peopleNearby, {}, { locale, query: { wide } })

export async function open(page: Page, locale: LocaleCode = 'en', wide?: 1) {
  await page.goto(list(locale, wide))
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
  await expect(card(page)).toBeVisible()
}

/** The visible cards that can be answered: one on phones. */
export const cards = (page: Page) =>
  page
    .getByRole('main')
    .locator('li:not([inert])')
    .filter({ has: page.locator('article') })
    .filter({ visible: true })
export const card = (page: Page) => cards(page).first()
export const nameOf = (place: Locator) => place.getByRole('heading', { level: 3 }).getByRole('link').getAttribute('href')
export const actions = {
  like: likeActions.like.path,
  pass: likeActions.pass.path,
  favourite: favouriteActions.keep.path,
} as const
export const button = (place: Locator, action: keyof typeof actions) =>
  place.locator(`form[action="${actions[action]}"]`).getByRole('button')

export async function boxOf(place: Locator) {
  const box = await place.boundingBox()
  if (!box) throw new Error('Nothing is there')
  return box
}
export const middle = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) => ({
  x: x + width / 2,
  y: y + height / 2,
})

/** A member on a phone. */
export const meetOnPhone = (browser: Browser, index: number, viewport: { width: number; height: number } = phones['390 × 844']) =>
  meetMany(browser, index, { viewport, hasTouch: true, isMobile: true })

/** Drags the card this many px aside and releases it. */
export async function swipe(page: Page, aside: number, beforeLetGo?: () => Promise<void>): Promise<void> {
  const touch = await page.context().newCDPSession(page)
  const { x, y } = middle(await boxOf(card(page)))
  const at = (by: number) => ({ touchPoints: [{ x: x + by, y }] })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(0) })
  // The swipe's code loads at the first touch.
  await page.waitForTimeout(400)
  for (let step = 1; step <= 8; step += 1)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at((aside * step) / 8) })
  await beforeLetGo?.()
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
