import { likeActions } from '#features/likes/contract.ts'
import { favouriteActions } from '#features/favourites/contract.ts'
import type { Locator } from '@playwright/test'
import { demoId } from '#seed/demo/random.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { boxOf, button, card, nameOf, phones } from '../support/browser/deck.ts'
import { meetMany } from '../support/browser/demo.ts'
import { hydrated } from '../support/browser/pages.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

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
    // The footer below the last button is outside of this test.
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
  // Clipped by its frame: a corner of its own would be mirrored with it and show the ground.
  const radii = await page
    .locator('figure img')
    .evaluateAll((images) => images.map((each) => getComputedStyle(each).borderRadius))
  expect(radii).toEqual(['0px', '0px'])
})

test.describe('without a connection', () => {
  test.use({
    allowed: [/ERR_FAILED|Failed to fetch|WebSocket|Failed to load resource|Failed to connect|Unable to preload/],
  })

  test('a tab and a decision stay on the page and say so, and work when the connection is back', async ({ browser }) => {
    const locale = 'de'
    const { t } = textsOf(locale)
    const page = await meetMany(browser, 13, { viewport: phones['390 × 844'], hasTouch: true })
    const context = page.context()
    const list = href(routes.peopleNearby, {}, { locale, query: { wide: 1 } })
    const ahead = Promise.all([/toast-region.*\.js/, /filter-sheet.*\.js/].map((file) => page.waitForResponse(file)))
    await page.goto(list)
    await hydrated(page)
    await ahead
    await page.evaluate(() => Object.assign(window, { mark: 1 }))
    // Browsers need not request a failed module again.
    const lost: string[] = []
    page.on('requestfailed', (request) => request.resourceType() === 'script' && lost.push(request.url()))
    await context.setOffline(true)

    const said = page.getByText(t('common.error.offline'))
    await page
      .getByRole('navigation', { name: t('common.nav.label') })
      .getByRole('link', { name: t('common.nav.likes') })
      .click()
    await expect(said.first()).toBeVisible()
    await expect(page).toHaveURL(list)
    const note = await boxOf(page.locator('.offline'))
    expect(note.y + note.height).toBeLessThanOrEqual((await boxOf(button(card(page), 'like'))).y)
    await expect(said).toHaveCount(0, { timeout: 20_000 })

    await page.getByRole('button', { name: t('people.filters.open') }).tap()
    const filters = page.getByRole('dialog', { name: t('people.filters.title') })
    await expect(filters.getByRole('button', { name: t('people.filters.apply') })).toBeVisible()
    await expect(filters.getByRole('slider')).toHaveCount(2)
    await page.keyboard.press('Escape')

    await expect(page.locator('.connection')).toBeAttached()
    const first = await nameOf(card(page))
    for (const action of ['like', 'pass', 'favourite'] as const) {
      await button(card(page), action).tap()
      await expect(said.first()).toBeVisible()
      await expect(page.locator('.connection').filter({ visible: true }), 'only one notice at that place').toHaveCount(0)
      await expect(page).toHaveURL(list)
      await expect(button(card(page), action)).toBeVisible()
      expect(await nameOf(card(page))).toBe(first)
      await expect(said).toHaveCount(0, { timeout: 20_000 })
    }
    await page
      .getByRole('navigation', { name: t('common.nav.label') })
      .getByRole('link', { name: t('common.nav.likes') })
      .click()
    await expect(page.locator('.offline')).toBeAttached()
    await expect(said.filter({ visible: true })).toHaveCount(1)
    expect(lost).toEqual([])
    expect(await page.evaluate(() => 'mark' in window)).toBe(true)

    await context.setOffline(false)
    const answerTo = (path: string) => page.waitForResponse((response) => new URL(response.url()).pathname === path)
    const kept = answerTo(favouriteActions.keep.path)
    await button(card(page), 'favourite').tap()
    expect((await kept).status()).toBe(200)
    await expect(card(page).locator(`form[action="${favouriteActions.remove.path}"]`)).toBeVisible()
    const passed = answerTo(likeActions.pass.path)
    await button(card(page), 'pass').tap()
    expect((await passed).status()).toBe(200)
    await expect.poll(() => nameOf(card(page))).not.toBe(first)
    expect(await page.evaluate(() => 'mark' in window)).toBe(true)
    await page
      .getByRole('navigation', { name: t('common.nav.label') })
      .getByRole('link', { name: t('common.nav.likes') })
      .click()
    await expect(page).toHaveURL(href(routes.likes, {}, { locale }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('common.nav.likes'))
    expect(await page.evaluate(() => 'mark' in window)).toBe(true)
    await context.close()
  })

  test('it is said, too, where nothing was fetched ahead', async ({ page, context, server }) => {
    const { t } = textsOf('en')
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
    await server.signIn(page.context(), demoId('anna@demo.test'))
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

    await test.step('the filters come once the connection is back', async () => {
      const filters = page.getByRole('dialog', { name: t('people.filters.title') })
      await page.getByRole('button', { name: t('people.filters.open') }).click()
      await expect(filters).toBeVisible()
      await page.keyboard.press('Escape')
      await context.setOffline(false)
      await expect(async () => {
        if (!(await filters.isVisible())) await page.getByRole('button', { name: t('people.filters.open') }).click()
        await expect(filters.getByRole('slider')).toHaveCount(2, { timeout: 2000 })
      }).toPass({ timeout: 20_000 })
    })

    await test.step('what is pressed on a profile and in the quiz stays free', async () => {
      const note = page.locator('.offline')
      const isAbove = async (place: Locator) => {
        await expect(note).toBeVisible()
        const { y, height } = await boxOf(note)
        expect(y + height).toBeLessThanOrEqual((await boxOf(place)).y)
        await context.setOffline(false)
      }
      await page.goto((await nameOf(card(page))) ?? '')
      await hydrated(page)
      await context.setOffline(true)
      await page
        .getByRole('navigation', { name: t('common.nav.label') })
        .getByRole('link', { name: t('common.nav.likes') })
        .click()
      await isAbove(page.locator(`form[action="${likeActions.like.path}"]`).getByRole('button'))

      for (const edit of [undefined, 1]) {
        await page.goto(href(routes.quiz, {}, { locale: 'en', query: { q: edit && 1, edit } }))
        await hydrated(page)
        await page
          .getByRole('group', { name: t('quiz.mine'), exact: true })
          .getByRole('radio')
          .first()
          .check()
        await context.setOffline(true)
        await page.getByRole('link', { name: t(edit ? 'quiz.cancel' : 'quiz.skip') }).click()
        await isAbove(page.getByRole('group', { name: t('quiz.importance') }))
      }
    })
  })

  test('a line that only seems to be there gives the page its address back', async ({ page, server }) => {
    const { t } = textsOf('en')
    const list = href(routes.peopleNearby, {}, { locale: 'en' })
    await server.signIn(page.context(), demoId('anna@demo.test'))
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

    // A back link without a target leaves the history unchanged.
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
    await page.getByRole('button', { name: t('auth.signIn.submit'), exact: true }).click()
    await expect(page.getByText(t('common.error.offline')).first()).toBeVisible()
    await expect(page).toHaveURL(path)
    await context.setOffline(false)
    // The press that waited for its script may send the form first, and then there is no field for this key.
    const password = page.getByLabel(t('auth.signIn.password'), { exact: true })
    await password.press('Enter', { timeout: 5_000 }).catch(() => {})
    await expect(page).toHaveURL(href(routes.peopleNearby, {}, { locale: 'en' }))

    await test.step('where its script is gone, it is sent without one', async () => {
      await context.clearCookies()
      await page.route(/hydrate-entry/, (route) => route.fulfill({ status: 404 }))
      await page.goto(path)
      await page.getByLabel(t('auth.signIn.email')).fill('anna@demo.test')
      await page.getByLabel(t('auth.signIn.password'), { exact: true }).fill('kismet-demo-1')
      await page.getByRole('button', { name: t('auth.signIn.submit'), exact: true }).click()
      await expect(page).toHaveURL(href(routes.peopleNearby, {}, { locale: 'en' }))
    })
  })
})
