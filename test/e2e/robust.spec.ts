import type { Page } from '@playwright/test'
import { demoId } from '#db/seed/demo/random.ts'
import { href } from '#shared/href.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routes.ts'
import { signIn } from '../support/browser/demo.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

const guestPages = (locale: LocaleCode) =>
  [
    routes.home,
    routes.signIn,
    routes.signUp,
    routes.privacyPolicy,
    routes.cookiesPolicy,
    routes.termsAndConditions,
    routes.dataProcessingConsent,
  ].map((route) => href(route, {}, { locale }))

const memberPages = (locale: LocaleCode) => [
  ...[
    routes.peopleNearby,
    routes.likes,
    routes.favourites,
    routes.visitors,
    routes.messages,
    routes.profile,
    routes.profileSettings,
    routes.mainSettings,
    routes.quiz,
  ].map((route) => href(route, {}, { locale })),
  href(routes.profileInfo, { id: demoId('ben@demo.test') }, { locale }),
]

const hydrated = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-hydrated', '')

/** Text twice as large, as who sees little sets it; then how far the page moves sideways, and the controls that are out of it. */
async function measureLargeText(page: Page) {
  return page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
    const isOut = (element: Element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 0 && (right > document.documentElement.clientWidth + 1 || left < -1)
    }
    // What is scrolled within its own row is in reach.
    const isInRow = (element: Element): boolean =>
      /auto|scroll/.test(getComputedStyle(element).overflowX) ||
      (element.parentElement !== null && isInRow(element.parentElement))
    window.scrollTo({ left: 10_000, behavior: 'instant' })
    const overflow = window.scrollX
    window.scrollTo({ left: 0, behavior: 'instant' })
    const frame = [...document.querySelectorAll('header a, header button, nav a')]
    return {
      overflow,
      out: frame
        .filter((element) => element.checkVisibility({ visibilityProperty: true }) && isOut(element) && !isInRow(element))
        .map((element) => element.getAttribute('aria-label') ?? element.textContent),
    }
  })
}

for (const locale of ['en', 'uk', 'de'] as const) {
  test(`pages for guests fit 390 px with text at 200 %, in ${locale}`, async ({ page }) => {
    for (const path of guestPages(locale)) {
      await page.goto(path)
      expect.soft(await measureLargeText(page), path).toEqual({ overflow: 0, out: [] })
    }
  })

  test(`pages of members fit 390 px with text at 200 %, and their frame stays in reach, in ${locale}`, async ({ page }) => {
    test.setTimeout(120_000)
    await signIn(page, 'anna@demo.test')
    for (const path of memberPages(locale)) {
      await page.goto(path)
      await hydrated(page)
      expect.soft(await measureLargeText(page), path).toEqual({ overflow: 0, out: [] })
    }
  })
}

test('no element of any page has a class that is undefined', async ({ page }) => {
  test.setTimeout(120_000)
  for (const path of guestPages('en')) {
    await page.goto(path)
    await expect(page.locator('.undefined'), path).toHaveCount(0)
  }
  await signIn(page, 'anna@demo.test')
  for (const path of memberPages('en')) {
    await page.goto(path)
    await hydrated(page)
    await expect(page.locator('.undefined'), path).toHaveCount(0)
  }
})

test('in forced colours every button of a card has a boundary, and a choice can be seen', async ({ page }) => {
  const { t } = textsOf('en')
  await page.emulateMedia({ forcedColors: 'active' })
  await signIn(page, 'anna@demo.test')
  await page.goto(href(routes.peopleNearby, {}, { locale: 'en' }))
  await hydrated(page)
  const edges = await page
    .locator('article button')
    .filter({ visible: true })
    .filter({ has: page.locator('svg') })
    .evaluateAll((buttons) =>
      buttons.map((button) => {
        const { borderTopWidth, borderTopStyle, borderTopColor } = getComputedStyle(button)
        return { isDrawn: parseFloat(borderTopWidth) >= 1 && borderTopStyle === 'solid', borderTopColor }
      }),
    )
  expect(edges.length).toBeGreaterThan(0)
  for (const { isDrawn, borderTopColor } of edges) {
    expect(isDrawn).toBe(true)
    expect(borderTopColor).not.toMatch(/rgba\(.*, 0\)/)
  }
  await page.context().clearCookies()
  await page.goto(href(routes.signUp, {}, { locale: 'en' }))
  const options = page.getByRole('group', { name: t('auth.signUp.gender') }).getByRole('radio')
  await options.first().check()
  const grounds = await options.evaluateAll((radios) =>
    radios.map((radio) => getComputedStyle(radio.parentElement ?? radio).backgroundColor),
  )
  expect(grounds[0]).not.toBe(grounds[1])
})

test('who asks for less motion gets none', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().activeDuration) > 50)
        .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target?.outerHTML.slice(0, 80) : '')),
    )
  for (const path of [href(routes.home, {}, { locale: 'en' }), href(routes.signUp, {}, { locale: 'en' })]) {
    await page.goto(path)
    expect(await moving(), path).toEqual([])
  }
  await signIn(page, 'anna@demo.test')
  for (const path of memberPages('en')) {
    await page.goto(path)
    await hydrated(page)
    expect(await moving(), path).toEqual([])
  }
})

test('on phones the way to join stays in reach on the whole of the home page', async ({ page }) => {
  const { t } = textsOf('en')
  await page.goto(href(routes.home, {}, { locale: 'en' }))
  const join = page.locator('main').getByRole('link', { name: t('home.hero.join') })
  const heights = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let y = 0; y < heights - 844; y += 700) {
    await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), y)
    const inReach = await join.evaluateAll((links) =>
      links.some((link) => {
        const { top, bottom, height } = link.getBoundingClientRect()
        return height >= 44 && top >= 0 && bottom <= innerHeight
      }),
    )
    // The footer below the last button is not the page's story.
    const isFooter = await page.evaluate(() => (document.querySelector('footer')?.getBoundingClientRect().top ?? 0) < innerHeight)
    expect(inReach || isFooter, `at ${y}`).toBe(true)
  }
})

test('the words of the second way in begin where the others do, and a mirrored portrait fills its frame', async ({ page }) => {
  const { t } = textsOf('en')
  await page.goto(href(routes.home, {}, { locale: 'en' }))
  const left = (name: string) =>
    page
      .locator('main')
      .getByText(name)
      .first()
      .evaluate((element) => element.getBoundingClientRect().left)
  expect(Math.abs((await left(t('home.hero.signIn'))) - (await left(t('home.hero.title'))))).toBeLessThan(2)
  // Its frame clips it: a corner of its own would be mirrored with it and show the ground.
  const radii = await page
    .locator('figure img')
    .evaluateAll((images) => images.map((each) => getComputedStyle(each).borderRadius))
  expect(radii).toEqual(['0px', '0px'])
})

test.describe('without a connection', () => {
  test.use({
    allowed: [
      /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|WebSocket|Failed to load resource|Failed to connect|Unable to preload/,
    ],
  })

  for (const locale of ['en', 'uk', 'de'] as const) {
    test(`a tab and an act stay on the page and say so, in ${locale}`, async ({ page, context }) => {
      const { t } = textsOf(locale)
      const list = href(routes.peopleNearby, {}, { locale })
      await signIn(page, 'anna@demo.test')
      const ahead = page.waitForResponse(/toast-region.*\.js/)
      await page.goto(list)
      await hydrated(page)
      await ahead
      await page.evaluate(() => Object.assign(window, { mark: 1 }))
      await context.setOffline(true)

      const said = page.getByText(t('common.error.offline'))
      await page
        .getByRole('navigation', { name: t('common.nav.label') })
        .getByRole('link', { name: t('common.nav.likes') })
        .click()
      await expect(said.first()).toBeVisible()
      await expect(page).toHaveURL(list)
      await expect(said).toHaveCount(0, { timeout: 20_000 })

      await page.locator('article form[action*="like"] button').filter({ visible: true }).first().click()
      await expect(said.first()).toBeVisible()
      await expect(page).toHaveURL(list)
      expect(await page.evaluate(() => 'mark' in window)).toBe(true)

      await context.setOffline(false)
      await page
        .getByRole('navigation', { name: t('common.nav.label') })
        .getByRole('link', { name: t('common.nav.likes') })
        .click()
      await expect(page).toHaveURL(href(routes.likes, {}, { locale }))
    })
  }

  test('it is said, too, where nothing was fetched ahead', async ({ page, context }) => {
    const { t } = textsOf('en')
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
    await signIn(page, 'anna@demo.test')
    await page.goto(href(routes.peopleNearby, {}, { locale: 'en' }))
    await hydrated(page)
    await expect
      .poll(() => page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('live'))))
      .toBe(true)
    await context.setOffline(true)
    const like = page.locator('article form[action*="like"] button').filter({ visible: true }).first()
    await like.click()
    await expect(page.locator('.offline')).toHaveText(t('common.error.offline'))
    await expect(page).toHaveURL(href(routes.peopleNearby, {}, { locale: 'en' }))
    await expect(like).toBeVisible()
  })

  test('a line that only seems to be there gives the page its address back', async ({ page }) => {
    const { t } = textsOf('en')
    const list = href(routes.peopleNearby, {}, { locale: 'en' })
    await signIn(page, 'anna@demo.test')
    await page.goto(list)
    await hydrated(page)
    await page.route(/_payload\.json|favicon/, (route) => route.abort())
    const navigation = page.getByRole('navigation', { name: t('common.nav.label') })
    await navigation.getByRole('link', { name: t('common.nav.likes') }).click()
    await expect(page.getByText(t('common.error.offline')).first()).toBeVisible()
    await expect(page).toHaveURL(list)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('common.nav.people'))
    await page.unrouteAll()
    await navigation.getByRole('link', { name: t('common.nav.likes') }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('common.nav.likes'))

    // A way back that leads nowhere leaves the history whole.
    const entries = () =>
      page.evaluate(() => window.navigation?.entries().map(({ url, index }) => [url, index === window.navigation?.currentEntry?.index])) // prettier-ignore
    const before = await entries()
    await expect(page.locator('.offline')).toHaveCount(0, { timeout: 20_000 })
    await page.route(/_payload\.json|favicon/, (route) => route.abort())
    await page.goBack()
    await expect(page.locator('.offline')).toHaveText(t('common.error.offline'))
    await expect(page).toHaveURL(href(routes.likes, {}, { locale: 'en' }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('common.nav.likes'))
    expect(await entries()).toEqual(before)
    await page.unrouteAll()
    await page.goBack()
    await expect(page).toHaveURL(list)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('common.nav.people'))
  })

  test('a guest’s form stays, keeps what was typed and says so, whether its script has come or not', async ({
    page,
    context,
  }) => {
    const { t } = textsOf('en')
    const path = href(routes.signIn, {}, { locale: 'en' })
    await page.goto(path)
    await context.setOffline(true)
    await page.getByLabel(t('auth.signIn.email')).fill('anna@demo.test')
    await page.getByLabel(t('auth.signIn.password'), { exact: true }).fill('kismet-demo-1')
    await page.getByRole('button', { name: t('auth.signIn.submit') }).click()
    await expect(page.getByText(t('common.error.offline')).first()).toBeVisible()
    await expect(page).toHaveURL(path)
    await context.setOffline(false)
    await page.getByRole('button', { name: t('auth.signIn.submit') }).click()
    await expect(page).toHaveURL(href(routes.peopleNearby, {}, { locale: 'en' }))

    await test.step('where its script is gone, it is sent without one', async () => {
      await context.clearCookies()
      await page.route(/hydrate-entry/, (route) => route.fulfill({ status: 404 }))
      await page.goto(path)
      await page.getByLabel(t('auth.signIn.email')).fill('anna@demo.test')
      await page.getByLabel(t('auth.signIn.password'), { exact: true }).fill('kismet-demo-1')
      await page.getByRole('button', { name: t('auth.signIn.submit') }).click()
      await expect(page).toHaveURL(href(routes.peopleNearby, {}, { locale: 'en' }))
    })
  })
})
