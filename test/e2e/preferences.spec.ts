import { likeActions } from '#features/likes/contract.ts'
import type { Locator, Page } from '@playwright/test'
import { demoConversationId } from '#seed/demo/conversations.ts'
import { demoId } from '#seed/demo/random.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { card, nameOf, open, phones, swipe } from '../support/browser/deck.ts'
import { meet, post, signIn } from '../support/browser/demo.ts'
import { hydrated, memberPages } from '../support/browser/pages.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

/** Returns for each of these buttons whether it has a visible border. */
const edgesOf = (buttons: Locator) =>
  buttons.evaluateAll((all) =>
    all.map((button) => {
      const { borderTopWidth, borderTopStyle, borderTopColor } = getComputedStyle(button)
      const isDrawn = parseFloat(borderTopWidth) >= 1 && borderTopStyle === 'solid' && !/rgba\(.*, 0\)/.test(borderTopColor)
      return isDrawn ? 'bounded' : button.outerHTML.slice(0, 120)
    }),
  )

async function expectBounded(buttons: Locator, atLeast: number): Promise<void> {
  const seen = buttons.filter({ visible: true })
  // The sheet's content loads after it.
  await expect.poll(() => seen.count()).toBeGreaterThanOrEqual(atLeast)
  const edges = await edgesOf(seen)
  expect(edges).toEqual(edges.map(() => 'bounded'))
}

const groundsOf = (radios: Locator) =>
  radios.evaluateAll((all) => all.map((radio) => getComputedStyle(radio.parentElement ?? radio).backgroundColor))

test('in forced colours buttons of cards, filters and profiles have a boundary, and choices can be seen', async ({ page }) => {
  const { t } = textsOf('en')
  await page.emulateMedia({ forcedColors: 'active' })
  await test.step('a choice of the sign-up', async () => {
    await page.goto(href(routes.signUp, {}, { locale: 'en' }))
    const options = page.getByRole('group', { name: t('auth.signUp.gender') }).getByRole('radio')
    await options.first().check()
    const grounds = await groundsOf(options)
    expect(grounds[0]).not.toBe(grounds[1])
  })
  await signIn(page, 'anna@demo.test')
  await page.goto(href(routes.peopleNearby, {}, { locale: 'en' }))
  await hydrated(page)
  await expectBounded(page.locator('article button:has(svg)'), 3)
  const address = (await page.locator('article h3 a').first().getAttribute('href')) ?? ''

  await test.step('the filter sheet', async () => {
    await page.getByRole('button', { name: t('people.filters.open') }).click()
    const sheet = page.getByRole('dialog', { name: t('people.filters.title') })
    await expectBounded(sheet.getByRole('button'), 2)
    const orders = sheet.getByRole('group', { name: t('people.order.label') }).getByRole('radio')
    await orders.last().check()
    const grounds = await groundsOf(orders)
    expect(grounds.at(-1)).not.toBe(grounds[0])
    // The handle is visible: the old and the new position look different.
    const slider = sheet.getByRole('slider', { name: t('people.filters.ageMin') })
    const clip = (await slider.boundingBox()) ?? undefined
    const before = await page.screenshot({ clip })
    await slider.fill('60')
    expect((await page.screenshot({ clip })).equals(before)).toBe(false)
    await page.keyboard.press('Escape')
  })
  await test.step('the bar of a profile', async () => {
    await page.goto(address)
    await hydrated(page)
    await expectBounded(page.locator('main form[action^="/api/"] button, main [data-act="write"]'), 4)
    await expectBounded(page.getByRole('button', { name: t('safety.open.menu') }), 1)
  })
  await test.step('the bubbles of a conversation, and the dates of now beside those of an evening', async () => {
    const conversation = demoConversationId(demoId('anna@demo.test'), demoId('ben@demo.test'))
    await page.goto(href(routes.messages, {}, { locale: 'en', query: { chat: conversation } }))
    const bubbles = page.getByRole('log').locator('[id^="t"]')
    await expect.poll(() => bubbles.count()).toBeGreaterThan(1)
    const outlines = await bubbles.evaluateAll((all) => all.map((bubble) => getComputedStyle(bubble).outline))
    expect(outlines.filter((outline) => !/solid [12]px$/.test(outline))).toEqual([])
    await page.goto(href(routes.blindDates, {}, { locale: 'en' }))
    const foot = await page.getByRole('region', { name: t('dates.now.title') }).evaluate((panel) => {
      const { borderTopStyle, backgroundImage } = getComputedStyle(panel.parentElement ?? panel)
      return { borderTopStyle, backgroundImage }
    })
    expect(foot, 'the slots scroll behind it').toEqual({ borderTopStyle: 'solid', backgroundImage: 'none' })
  })
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

/** Records, in each frame from now on, what moves for longer than an eye needs. */
async function recordMotion(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const moved = new Set<string>()
    Object.assign(window, { moved: () => [...moved] })
    const look = () => {
      for (const { playState, effect } of document.getAnimations())
        if (playState === 'running' && Number(effect?.getComputedTiming().activeDuration) > 50)
          moved.add(effect instanceof KeyframeEffect ? (effect.target?.outerHTML.slice(0, 80) ?? '') : '')
      requestAnimationFrame(look)
    }
    look()
  })
  return () => page.evaluate(() => (window as unknown as { moved: () => string[] }).moved())
}

test('for who asks for less motion a card that is swiped away and a match are there at once', async ({ browser }) => {
  const { t } = textsOf('en')
  const phone = { viewport: phones['390 × 844'], hasTouch: true, isMobile: true }
  const { page, otherPage, one, other } = await meet(browser, 61, { ...phone, reducedMotion: 'reduce' })
  await post(otherPage, likeActions.like.path, { id: one.id })
  await open(page, 'en', 1)
  await test.step('a swipe, and one that is short', async () => {
    const moved = await recordMotion(page)
    const first = await nameOf(card(page))
    await swipe(page, 30)
    await swipe(page, -180)
    await expect.poll(() => nameOf(card(page))).not.toBe(first)
    await expect(page.getByRole('button', { name: t('likes.undo.label') }).filter({ visible: true })).toHaveCount(1)
    expect(await moved()).toEqual([])
  })
  await test.step('a match', async () => {
    await page.goto(href(routes.profileInfo, { id: other.id }, { locale: 'en' }))
    await hydrated(page)
    const moved = await recordMotion(page)
    await page.getByRole('button', { name: t('likes.giveBack', { name: other.firstName }), exact: true }).tap()
    const moment = page.getByRole('dialog', { name: t('likes.match.title', { name: other.firstName }) })
    await expect(moment.getByRole('heading')).toBeFocused()
    await moment.getByRole('button', { name: t('likes.match.later') }).tap()
    await expect(moment).toHaveCount(0)
    expect(await moved()).toEqual([])
  })
})
