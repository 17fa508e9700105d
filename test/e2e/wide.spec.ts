import type { Page } from '@playwright/test'
import { demoId } from '#seed/demo/random.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { expect, test } from '../support/browser/test.ts'

/** Spec §9: lg, xl and xxl. */
const breakpoints = [1280, 1920, 2560]
const lists = [routes.peopleNearby, routes.likes, routes.favourites, routes.visitors]

/** The columns of the page's largest grid, and how far it overflows. */
const measure = (page: Page) =>
  page.evaluate(() => {
    const columns = [...document.querySelectorAll('main ul, main ol')]
      .filter((list) => getComputedStyle(list).display === 'grid')
      .map((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length)
    return {
      columns: Math.max(0, ...columns),
      tooWide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    }
  })

test('lists of people have more of them side by side at each breakpoint, and fit', async ({ page, server }) => {
  await server.signIn(page.context(), demoId('anna@demo.test'))
  for (const { key, path } of lists)
    await test.step(key, async () => {
      const columns: number[] = []
      for (const width of breakpoints) {
        await page.setViewportSize({ width, height: 1200 })
        await page.goto(path)
        const seen = await measure(page)
        expect(seen.tooWide).toBeLessThanOrEqual(0)
        columns.push(seen.columns)
      }
      const [lg = 0, xl = 0, xxl = 0] = columns
      expect(lg).toBeGreaterThanOrEqual(2)
      expect(xl).toBeGreaterThan(lg)
      expect(xxl).toBeGreaterThan(xl)
    })
})

test('home uses the room of wide windows, fits, and its sentences stay short enough to read', async ({ page }) => {
  const widths: number[] = []
  for (const width of breakpoints) {
    await page.setViewportSize({ width, height: 1200 })
    await page.goto(href(routes.home, {}, { locale: 'en' }))
    const seen = await page.evaluate(() => {
      const section = Math.max(...[...document.querySelectorAll('main section')].map(({ clientWidth }) => clientWidth))
      const lines = [...document.querySelectorAll('main p')].map((text) => {
        const range = document.createRange()
        range.selectNodeContents(text)
        const longest = Math.max(0, ...[...range.getClientRects()].map((line) => line.width))
        return longest / Number.parseFloat(getComputedStyle(text).fontSize)
      })
      return {
        section,
        longestLineEm: Math.max(...lines),
        tooWide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      }
    })
    expect(seen.tooWide).toBeLessThanOrEqual(0)
    expect(seen.longestLineEm).toBeLessThanOrEqual(46)
    widths.push(seen.section)
  }
  expect(widths).toEqual(widths.toSorted((a, b) => a - b))
  expect(new Set(widths).size).toBe(breakpoints.length)
})
