import type { Locator, Page } from '@playwright/test'
import { demoId } from '#seed/demo/random.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { violationsOf } from '../support/browser/accessibility.ts'
import { demoMatch, signIn } from '../support/browser/demo.ts'
import { follow, hydrated, memberPages } from '../support/browser/pages.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

const publicPages = [routes.home, routes.signIn, routes.signUp, routes.privacyPolicy] as const

for (const [locale, colorScheme, width] of [
  ['uk', 'light', 390],
  ['de', 'dark', 1440],
] as const) {
  test.describe(`in ${locale}, ${colorScheme}, ${width} px`, () => {
    test.use({ colorScheme, viewport: { width, height: 900 }, reducedMotion: 'reduce' })

    test('pages for guests meet WCAG 2.2 AA and fit the window', async ({ page }) => {
      for (const route of publicPages) {
        const path = href(route, {}, { locale })
        await page.goto(path)
        await expectSound(page, path)
      }
    })

    for (const [name, pages] of Object.entries(halves(memberPages(locale))))
      test(`${name} half of a member’s pages meets WCAG 2.2 AA and fits the window`, async ({ page, server }) => {
        await server.signIn(page.context(), demoId('anna@demo.test'))
        const [first = '', ...others] = pages
        await page.goto(first)
        await hydrated(page)
        await expectSound(page, first)
        for (const path of others) {
          await follow(page, path)
          await expectSound(page, path)
        }
      })

    test('the answers of the quiz and the reasons of a match meet WCAG 2.2 AA and fit the window', async ({ page, server }) => {
      const { t, format } = textsOf(locale)
      await server.signIn(page.context(), demoId('anna@demo.test'))
      const answers = href(routes.quiz, {}, { locale, query: { view: 'answers' } })
      await page.goto(answers)
      await hydrated(page)
      await expectSound(page, answers)
      const match = memberPages(locale).at(-1) ?? ''
      await follow(page, match)
      const percent = format.percent(demoMatch('anna@demo.test', 'ben@demo.test'))
      await page.getByText(t('quiz.match.why', { percent })).click()
      await expect(page.getByRole('heading', { name: t('quiz.match.made') })).toBeVisible()
      await expectSound(page, 'the reasons of a match')
    })
  })
}

// Where server and browser differ, React renders the page again, without what was typed meanwhile.
test('documents of anonymous chat, blind dates, store and cart hydrate in German', async ({ page, server }) => {
  await server.signIn(page.context(), demoId('anna@demo.test'))
  for (const route of [routes.anonymousChat, routes.blindDates, routes.store, routes.cart]) {
    await page.goto(href(route, {}, { locale: 'de' }))
    await hydrated(page)
  }
})

/** A page takes seconds to check, and a test has a minute. */
function halves(pages: readonly string[]): Record<'the first' | 'the second', readonly string[]> {
  const half = Math.ceil(pages.length / 2)
  return { 'the first': pages.slice(0, half), 'the second': pages.slice(half) }
}

async function expectSound(page: Page, what: string): Promise<void> {
  await expect(page, what).toHaveTitle(/\S/)
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), what).toBeLessThanOrEqual(0)
  expect.soft(await violationsOf(page), what).toEqual([])
  await expect(page.locator('dialog.undefined'), what).toHaveCount(0)
}

test('a page with a form asks for at most 5 KB of script, until the first touch', async ({ page }) => {
  // The pointer of a headless browser rests in the page's corner without having moved.
  await page.addInitScript(() => {
    const isAtRest = ({ clientX, clientY }: PointerEvent) => clientX === 0 && clientY === 0
    addEventListener('pointerover', (event) => isAtRest(event) && event.stopImmediatePropagation(), true)
  })
  const scriptBytes = () =>
    page.evaluate(() => {
      const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      return files.filter(({ name }) => name.endsWith('.js')).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
    })
  await page.goto(href(routes.signIn, {}, { locale: 'en' }), { waitUntil: 'networkidle' })
  const before = await scriptBytes()
  expect(before).toBeGreaterThan(0)
  expect(before).toBeLessThan(5000)
  await page.mouse.move(200, 200)
  await page.mouse.down()
  await hydrated(page)
  expect(await scriptBytes()).toBeGreaterThan(before)
})

test('the first press on a button that waits for its script counts, also in browsers without idle callbacks', async ({
  page,
}) => {
  const { t } = textsOf('en')
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: undefined }))
  await page.goto(href(routes.signIn, {}, { locale: 'en' }))
  await page.getByRole('button', { name: t('common.form.showPassword') }).click()
  await expect(page.getByLabel(t('auth.signIn.password'), { exact: true })).toHaveAttribute('type', 'text')
  await hydrated(page)
})

test('moving between pages keeps the document, sets title and focus, and goes back where one was; an address of another site is refused', async ({
  page,
}) => {
  const { t } = textsOf('en')
  await signIn(page, 'anna@demo.test')
  await page.goto(href(routes.peopleNearby, {}, { locale: 'en' }))
  await hydrated(page)
  await page.evaluate(() => Object.assign(window, { mark: 1 }))
  const navigation = page.getByRole('navigation', { name: t('common.nav.label') })
  await navigation.getByRole('link', { name: t('common.nav.likes') }).click()
  await expect(page).toHaveURL(href(routes.likes, {}, { locale: 'en' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('common.nav.likes'))
  await page.goBack()
  await expect(page).toHaveURL(href(routes.peopleNearby, {}, { locale: 'en' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('people.title'))
  expect(await page.evaluate(() => 'mark' in window)).toBe(true)
  await page.evaluate(() => location.assign('http://127.0.0.1:9/elsewhere'))
  await expect(page).toHaveURL(href(routes.peopleNearby, {}, { locale: 'en' }))
})

for (const width of [390, 1440])
  test(`however slow the network, a pressed place of the navigation is marked at once, and the one that is left is not, at ${width} px`, async ({
    page,
    server,
  }) => {
    const { t } = textsOf('en')
    await page.setViewportSize({ width, height: 900 })
    await server.signIn(page.context(), demoId('anna@demo.test'))
    await page.goto(href(routes.peopleNearby, {}, { locale: 'en' }))
    await hydrated(page)
    const bar = page.getByRole('navigation', { name: t('common.nav.label') })
    const nearby = bar.locator(`a[href="${href(routes.peopleNearby, {}, { locale: 'en' })}"]`)
    const likes = bar.locator(`a[href="${href(routes.likes, {}, { locale: 'en' })}"]`)
    const lookOf = (link: Locator) =>
      link.evaluate((element) =>
        [element, element.firstElementChild ?? element].map((each) => {
          const { color, backgroundColor } = getComputedStyle(each)
          return [color, backgroundColor]
        }),
      )
    const [marked, unmarked] = [await lookOf(nearby), await lookOf(likes)]
    expect(marked).not.toEqual(unmarked)
    // What was fetched ahead is no answer here: the press waits for the network.
    const answer = Promise.withResolvers<void>()
    await page.route(/\/likes\b/, async (route) => {
      await answer.promise
      await route.continue()
    })
    await likes.evaluate((link) => (link as HTMLElement).click())
    await expect(likes).toHaveAttribute('aria-busy', 'true')
    await expect.poll(() => lookOf(likes)).toEqual(marked)
    await expect.poll(() => lookOf(nearby)).toEqual(unmarked)
    await expect(page.locator('html')).toHaveAttribute('data-leaving', '')
    answer.resolve()
    await expect(likes).toHaveAttribute('aria-current', 'page')
    await expect(likes).not.toHaveAttribute('aria-busy')
  })

test('pages for guests refuse an address of another site and remember the page before; the language switcher leads to the same page and is remembered', async ({
  page,
}) => {
  const { t } = textsOf('en')
  const [text, forms] = [href(routes.privacyPolicy, {}, { locale: 'en' }), `${href(routes.signUp, {}, { locale: 'en' })}?a=1`]
  for (const path of [text, forms]) {
    await page.goto(path)
    await page.evaluate(() => location.assign('http://127.0.0.1:9/elsewhere'))
    await expect(page).toHaveURL(path)
  }
  await page.evaluate((path) => location.assign(path), href(routes.signIn, {}, { locale: 'en' }))
  await expect(page).toHaveURL(href(routes.signIn, {}, { locale: 'en' }))
  await page.getByLabel(t('auth.signIn.email')).focus()
  await hydrated(page)
  await expect(page.locator('input[name=next]').first()).toHaveValue(forms)

  await page.goto(text)
  const button = page.getByRole('button', { name: `${t('common.locale.label')}: English (UK): EN`, exact: true })
  await expect(button, 'the short name').toHaveText('EN')
  await button.click()
  await page.getByRole('button', { name: 'Čeština' }).click()
  await expect(page).toHaveURL(href(routes.privacyPolicy, {}, { locale: 'cs' }))
  await page.goto('/')
  await expect(page).toHaveURL(href(routes.home, {}, { locale: 'cs' }))
  const cookie = (await page.context().cookies()).find((entry) => entry.name === 'locale')
  expect(cookie).toMatchObject({ value: 'cs', path: '/', sameSite: 'Lax' })
  expect((cookie?.expires ?? 0) * 1000 - Date.now()).toBeGreaterThan(364 * 86_400_000)
})
