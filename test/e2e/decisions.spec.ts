import type { Page } from '@playwright/test'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import {
  actions,
  boxOf,
  button,
  card,
  cards,
  context,
  meetOnPhone,
  middle,
  nameOf,
  open,
  phones,
} from '../support/browser/deck.ts'
import { meetMany } from '../support/browser/demo.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

test.use({ reducedMotion: 'no-preference' })

/** As of the Layout Instability API, which TypeScript's library does not have. */
type LayoutShiftSource = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }

/** Records every layout shift from now on, including those after a press. */
async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries())
        if ('sources' in entry)
          shifts.push(
            (entry.sources as LayoutShiftSource[])
              .map(({ node, previousRect: from, currentRect: to }) => {
                const element = node instanceof Element ? node : node?.parentElement
                return `${element?.outerHTML.slice(0, 200)} from ${JSON.stringify(from)} to ${JSON.stringify(to)}`
              })
              .join(', '),
          )
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)
}

/** The first page of a browser may use a fallback font until its own has loaded. */
const forgetShifts = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    ;(window as unknown as { shifts: string[] }).shifts.length = 0
  })

/** Likes every other person; a like that would make a match is outside of this test. */
async function chooseWay(page: Page, decision: number, locale: LocaleCode): Promise<'like' | 'pass'> {
  const likesMe = await card(page).getByText(textsOf(locale).t('people.likesYou'), { exact: true }).count()
  return decision % 2 === 0 && likesMe === 0 ? 'like' : 'pass'
}

for (const [index, [size, locale]] of (
  [
    ['390 × 844', 'uk'],
    ['360 × 640', 'de'],
  ] as const
).entries())
  test(`ten likes and passes are ten taps at the same places, and nothing shifts, at ${size} in ${locale}`, async ({
    browser,
  }) => {
    const page = await meetOnPhone(browser, [1, 16][index] ?? 1, phones[size])
    const shifts = await watchShifts(page)
    await open(page, locale, 1)
    await expect(cards(page)).toHaveCount(1)
    const places = async () => ({
      like: await boxOf(button(card(page), 'like')),
      pass: await boxOf(button(card(page), 'pass')),
      favourite: await boxOf(button(card(page), 'favourite')),
      card: await boxOf(card(page)),
    })
    await forgetShifts(page)
    const before = await places()
    const seen = new Set<string | null>()
    const ways: string[] = []
    for (let decision = 0; decision < 10; decision += 1) {
      seen.add(await nameOf(card(page)))
      const way = await chooseWay(page, decision, locale)
      ways.push(way)
      const { x, y } = middle(before[way])
      const answer = page.waitForResponse((response) => new URL(response.url()).pathname === actions[way])
      await page.touchscreen.tap(x, y)
      expect((await answer).status()).toBe(200)
      await expect.poll(async () => seen.has(await nameOf(card(page)))).toBe(false)
      await expect(cards(page)).toHaveCount(1)
      expect(await places()).toEqual(before)
    }
    expect(seen.size).toBe(10)
    expect(new Set(ways)).toEqual(new Set(['like', 'pass']))
    expect(await shifts()).toEqual([])
  })

test('ten likes and passes are ten keys on a wide screen, where all that follow stand where those before did', async ({
  browser,
}) => {
  const page = await meetMany(browser, 10, { viewport: context })
  await open(page, 'en', 1)
  /** Parts of the list on the first screen: the cards of the first two rows, and the line above them. */
  const places = async () => ({
    row: await boxOf(page.getByRole('main').locator('header').first()),
    cards: await Promise.all(Array.from({ length: 4 }, (_, at) => boxOf(cards(page).nth(at)))),
    like: await boxOf(button(card(page), 'like')),
    pass: await boxOf(button(card(page), 'pass')),
  })
  const before = await places()
  const link = (at: number) => cards(page).nth(at).getByRole('heading', { level: 3 }).getByRole('link')
  // The listening script loads at the first focus.
  const listening = page.waitForResponse(/card-keys.*\.js/)
  await link(0).focus()
  await listening
  const seen = new Set<string | null>()
  const ways: string[] = []
  for (let decision = 0; decision < 10; decision += 1) {
    await expect(link(0)).toBeFocused()
    seen.add(await nameOf(card(page)))
    const way = await chooseWay(page, decision, 'en')
    ways.push(way)
    const answer = page.waitForResponse((response) => new URL(response.url()).pathname === actions[way])
    await page.keyboard.press(way === 'like' ? 'l' : 'x')
    expect((await answer).status()).toBe(200)
    await expect.poll(async () => seen.has(await nameOf(card(page)))).toBe(false)
    await expect.poll(places).toEqual(before)
  }
  expect(seen.size).toBe(10)
  expect(new Set(ways)).toEqual(new Set(['like', 'pass']))
  expect(await page.evaluate(() => scrollY)).toBe(0)
})
