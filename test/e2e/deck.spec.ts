import type { Browser, Locator, Page } from '@playwright/test'
import { peoplePerPage } from '#features/nearby/contract.ts'
import { apiPaths } from '#shared/api-paths.ts'
import { href } from '#shared/href.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routes.ts'
import { meet, meetMany } from '../support/browser/demo.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

const phones = { '390 × 844': { width: 390, height: 844 }, '360 × 640': { width: 360, height: 640 } } as const
/** `wide`: with consent to any distance, because few of the demo's people live near each other. */
const list = (locale: LocaleCode, wide?: 1) => href(routes.peopleNearby, {}, { locale, query: { wide } })

async function open(page: Page, locale: LocaleCode = 'en', wide?: 1) {
  await page.goto(list(locale, wide))
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
  await expect(card(page)).toBeVisible()
}

/** The cards that can be answered and are seen: on phones one. */
const cards = (page: Page) =>
  page
    .getByRole('main')
    .locator('li:not([inert])')
    .filter({ has: page.locator('article') })
    .filter({ visible: true })
const card = (page: Page) => cards(page).first()
const nameOf = (place: Locator) => place.getByRole('heading', { level: 3 }).getByRole('link').getAttribute('href')
const actions = { like: apiPaths.like, pass: apiPaths.pass, favourite: apiPaths.keepFavourite } as const
const button = (place: Locator, action: keyof typeof actions) =>
  place.locator(`form[action="${actions[action]}"]`).getByRole('button')

async function boxOf(place: Locator) {
  const box = await place.boundingBox()
  if (!box) throw new Error('Nothing is there')
  return box
}
const middle = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) => ({
  x: x + width / 2,
  y: y + height / 2,
})

/** A member with a phone in the hand. */
const meetOnPhone = (browser: Browser, index: number, viewport: { width: number; height: number } = phones['390 × 844']) =>
  meetMany(browser, index, { viewport, hasTouch: true, isMobile: true })

for (const [size, viewport] of Object.entries({ ...phones, '1280 × 720': { width: 1280, height: 720 } }))
  test(`like, pass and favourite stand on the first screen of ${size}, for a thumb, in en, uk and de`, async ({ browser }) => {
    const { page } = await meet(browser, 67, { viewport })
    for (const locale of ['en', 'uk', 'de'] as const) {
      await open(page, locale)
      const bar = page.getByRole('navigation', { name: textsOf(locale).t('common.nav.label') })
      const foot = viewport.width < 1280 ? (await boxOf(bar)).y : viewport.height
      for (const action of ['like', 'pass', 'favourite'] as const) {
        const { y, width, height } = await boxOf(button(card(page), action))
        expect(y + height, `${action}, ${locale}`).toBeLessThanOrEqual(foot)
        expect(Math.min(width, height), `${action}, ${locale}`).toBeGreaterThanOrEqual(44)
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width)
    }
  })

for (const [index, [size, viewport]] of Object.entries(phones).entries())
  test(`ten decisions are ten taps at the same place, and nothing shifts, at ${size}`, async ({ browser }) => {
    const page = await meetOnPhone(browser, index, viewport)
    await page.addInitScript(() => {
      const shifts: string[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((entries) => {
        for (const entry of entries.getEntries())
          if ('sources' in entry)
            shifts.push(
              JSON.stringify(entry.sources, (key, value: unknown) =>
                value instanceof Element ? value.outerHTML.slice(0, 200) : value,
              ),
            )
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await open(page, 'en', 1)
    await expect(cards(page)).toHaveCount(1)
    const places = async () => [
      await boxOf(button(card(page), 'like')),
      await boxOf(button(card(page), 'pass')),
      await boxOf(card(page)),
    ]
    // The first page of a browser may stand in another typeface until its own has come.
    await page.evaluate(async () => {
      await document.fonts.ready
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      ;(window as unknown as { shifts: string[] }).shifts.length = 0
    })
    const before = await places()
    const { x, y } = middle(before[1] ?? { x: 0, y: 0, width: 0, height: 0 })
    const seen = new Set<string | null>()
    for (let decision = 0; decision < 10; decision += 1) {
      seen.add(await nameOf(card(page)))
      const answer = page.waitForResponse((response) => new URL(response.url()).pathname === apiPaths.pass)
      await page.touchscreen.tap(x, y)
      expect((await answer).status()).toBe(200)
      await expect.poll(async () => seen.has(await nameOf(card(page)))).toBe(false)
      await expect(cards(page)).toHaveCount(1)
      expect(await places()).toEqual(before)
    }
    expect(seen.size).toBe(10)
    expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([])
  })

test('a swipe to the right likes, one to the left passes, and one that is short does neither', async ({ browser }) => {
  const page = await meetOnPhone(browser, 2)
  await open(page, 'en', 1)
  const touch = await page.context().newCDPSession(page)
  const swipe = async (aside: number) => {
    const { x, y } = middle(await boxOf(card(page)))
    const at = (by: number) => ({ touchPoints: [{ x: x + by, y }] })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(0) })
    // What follows the finger comes with the first touch.
    await page.waitForTimeout(400)
    for (let step = 1; step <= 8; step += 1)
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at((aside * step) / 8) })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  const first = await nameOf(card(page))
  await swipe(20)
  await expect.poll(() => nameOf(card(page))).toBe(first)
  for (const [aside, action] of [
    [-180, apiPaths.pass],
    [180, apiPaths.like],
  ] as const) {
    const name = await nameOf(card(page))
    const answer = page.waitForResponse((response) => new URL(response.url()).pathname === action)
    await swipe(aside)
    expect((await answer).status()).toBe(200)
    await expect.poll(() => nameOf(card(page))).not.toBe(name)
  }
})

test('one undo at the foot brings the person back, once a day, and a pass leaves nothing else', async ({ browser }) => {
  const { t } = textsOf('en')
  const page = await meetOnPhone(browser, 3)
  await open(page, 'en', 1)
  const undo = page.getByRole('button', { name: t('likes.undo.label') }).filter({ visible: true })
  const first = await nameOf(card(page))
  const pass = async () => {
    const answer = page.waitForResponse((response) => new URL(response.url()).pathname === apiPaths.pass)
    await button(card(page), 'pass').tap()
    await answer
  }
  await pass()
  await expect.poll(() => nameOf(card(page))).not.toBe(first)
  await expect(undo).toHaveCount(1)
  await undo.tap()
  await expect.poll(() => nameOf(card(page))).toBe(first)
  await expect(undo).toHaveCount(0)
  await pass()
  await expect.poll(() => nameOf(card(page))).not.toBe(first)
  // Used up: not offered, also by a new page.
  await expect(undo).toHaveCount(0)
  await open(page, 'en', 1)
  await pass()
  await expect(undo).toHaveCount(0)
})

test('the undo leaves the foot after six seconds and stands among the filters', async ({ browser }) => {
  const { t } = textsOf('en')
  const page = await meetOnPhone(browser, 4)
  await open(page, 'en', 1)
  const first = await nameOf(card(page))
  await button(card(page), 'pass').tap()
  const undo = page.getByRole('button', { name: t('likes.undo.label') }).filter({ visible: true })
  await expect(undo).toHaveCount(1)
  await expect(undo).toHaveCount(0, { timeout: 15_000 })
  await page.getByRole('button', { name: t('people.filters.open') }).tap()
  const dialog = page.getByRole('dialog', { name: t('people.filters.title') })
  await dialog.getByRole('button', { name: t('likes.undo.label') }).tap()
  await page.keyboard.press('Escape')
  await expect.poll(() => nameOf(card(page))).toBe(first)
})

test('after a reload the day’s undo is still among the filters', async ({ browser }) => {
  const { t } = textsOf('en')
  const page = await meetOnPhone(browser, 8)
  await open(page, 'en', 1)
  const first = await nameOf(card(page))
  const answer = page.waitForResponse((response) => new URL(response.url()).pathname === apiPaths.pass)
  await button(card(page), 'pass').tap()
  expect((await answer).status()).toBe(200)
  await open(page, 'en', 1)
  await expect(page.locator(`h3 a[href="${first}"]`)).toHaveCount(0)
  await page.getByRole('button', { name: t('people.filters.open') }).tap()
  const dialog = page.getByRole('dialog', { name: t('people.filters.title') })
  await dialog.getByRole('button', { name: t('likes.undo.label') }).tap()
  await expect(page.locator(`h3 a[href="${first}"]`)).toHaveCount(1)
  await expect(dialog.getByRole('button', { name: t('likes.undo.label') })).toHaveCount(0)
})

test('on phones the reasons are a sheet at the foot with a button that closes it, and toasts leave the buttons free', async ({
  browser,
}) => {
  const { t } = textsOf('en')
  const { page } = await meet(browser, 67, { viewport: phones['360 × 640'], hasTouch: true, isMobile: true })
  await open(page)
  await card(page)
    .getByRole('button', { name: /^Why am I seeing/ })
    .tap()
  const sheet = card(page).locator('[popover]')
  const { x, y, width, height } = await boxOf(sheet)
  expect([x, width, Math.round(y + height)]).toEqual([0, 360, 640])
  const close = sheet.getByRole('button', { name: t('common.form.close') })
  expect(Math.min(...Object.values(await boxOf(close)).slice(2))).toBeGreaterThanOrEqual(44)
  await close.tap()
  await expect(sheet).toBeHidden()
  const lift = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--toast-lift'))
  expect(lift).toBe('5rem')
})

test('the next page of people is there before the last of this one is answered', async ({ browser }) => {
  test.setTimeout(120_000)
  const page = await meetOnPhone(browser, 5)
  await open(page, 'en', 1)
  const seen = new Set<string | null>()
  for (let decision = 0; decision < peoplePerPage + 2; decision += 1) {
    const name = await nameOf(card(page))
    expect(seen).not.toContain(name)
    seen.add(name)
    await button(card(page), 'pass').tap()
    await expect.poll(() => nameOf(card(page))).not.toBe(name)
  }
  await expect(page).toHaveURL(/wide=1$/)
})

test('the filters’ button says how many people it shows, and each end of the ages has a handle', async ({ browser }) => {
  const { t } = textsOf('en')
  const { page } = await meet(browser, 67)
  await open(page, 'en', 1)
  await page.getByRole('button', { name: t('people.filters.open') }).click()
  const dialog = page.getByRole('dialog', { name: t('people.filters.title') })
  const counted = page.waitForResponse((response) => new URL(response.url()).pathname === apiPaths.peopleCount)
  await dialog.getByRole('slider', { name: t('people.filters.ageMin') }).fill('30')
  await expect(dialog.getByText('30–99')).toBeVisible()
  const { count, isMost } = (await (await counted).json()) as { count: number; isMost: boolean }
  const words = textsOf('en').tn(isMost ? 'people.filters.applyMost' : 'people.filters.applyCount', count)
  const show = dialog.getByRole('button', { name: words })
  await show.click()
  await expect(page).toHaveURL(/ageMin=30/)
  await expect(page.getByRole('list', { name: t('people.filters.inUse') }).getByRole('link')).toHaveCount(1)
  await expect(cards(page)).toHaveCount(Math.min(count, peoplePerPage))
})

test('without a script the cards stand below each other, and each is answered by its form', async ({ browser }) => {
  const { t } = textsOf('en')
  const page = await meetMany(browser, 6, { javaScriptEnabled: false, viewport: phones['390 × 844'] })
  await page.goto(list('en', 1))
  await expect(cards(page)).toHaveCount(peoplePerPage)
  const first = await nameOf(card(page))
  await button(card(page), 'pass').click()
  await expect(page.getByRole('status').getByRole('button', { name: t('likes.undo.label') })).toBeVisible()
  expect(await nameOf(card(page))).not.toBe(first)
  await page
    .getByRole('status')
    .getByRole('button', { name: t('likes.undo.label') })
    .click()
  await expect.poll(() => nameOf(card(page))).toBe(first)
})
