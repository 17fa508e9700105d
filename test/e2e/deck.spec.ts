import { likeActions, likesPerDay } from '#features/likes/contract.ts'
import type { Locator, Page } from '@playwright/test'
import { nearbyActions, peoplePerPage } from '#features/nearby/contract.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { violationsOf } from '../support/browser/accessibility.ts'
import {
  boxOf,
  button,
  card,
  cards,
  context,
  list,
  meetOnPhone,
  middle,
  nameOf,
  open,
  phones,
  swipe,
} from '../support/browser/deck.ts'
import { meetMany, signIn } from '../support/browser/demo.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

test.use({ reducedMotion: 'no-preference' })

/** The button at the foot; the card of who was liked has one as well, until it has left. */
function takeBackBar(page: Page): Locator {
  const { t } = textsOf('en')
  return page.getByRole('button', { name: t('likes.takeBack', { name: '' }) }).and(page.locator(':not(li button)'))
}

/** Opens the list in three languages, and looks at it in each window. */
async function inWindows(
  page: Page,
  windows: Readonly<Record<string, Viewport>>,
  look: (locale: LocaleCode, viewport: Viewport) => Promise<void>,
): Promise<void> {
  for (const locale of ['en', 'uk', 'de'] as const) {
    await open(page, locale)
    for (const [size, viewport] of Object.entries(windows))
      await test.step(`${size}, ${locale}`, async () => {
        await page.setViewportSize(viewport)
        // A page follows its window's size after a moment.
        await expect(() => look(locale, viewport)).toPass({ timeout: 20_000 })
      })
  }
}

test('who they are, two reasons and that they like oneself stand on the first screen of phones, in en, uk and de', async ({
  page,
}) => {
  await signIn(page, 'anna@demo.test')
  await page.setViewportSize(phones['390 × 844'])
  await inWindows(page, phones, (locale, viewport) => expectReasons(page, locale, viewport))
})

test('like, pass and favourite stand on the first screen of phones and of a window, for a thumb, in en, uk and de', async ({
  browser,
}) => {
  const page = await meetMany(browser, 0, { viewport: phones['390 × 844'] })
  await inWindows(page, { ...phones, '1280 × 720': context }, async (locale, viewport) => {
    await expectButtons(page, locale, viewport)
    if (viewport.width < 600) await expectOneRow(page, locale)
  })
  for (const width of [600, 768])
    await test.step(`two columns at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 1024 })
      await expect(async () => {
        const [one, two] = [await boxOf(cards(page).nth(0)), await boxOf(cards(page).nth(1))]
        expect([two.y, two.x > one.x + one.width]).toEqual([one.y, true])
      }).toPass({ timeout: 20_000 })
    })
})

type Viewport = { width: number; height: number }

/** Like, pass and favourite: above the bar at the foot, large enough, and nothing sticks out. */
async function expectButtons(page: Page, locale: LocaleCode, viewport: Viewport): Promise<void> {
  const bar = page.getByRole('navigation', { name: textsOf(locale).t('common.nav.label') })
  const foot = viewport.width < 1280 ? (await boxOf(bar)).y : viewport.height
  for (const action of ['like', 'pass', 'favourite'] as const) {
    const { y, width, height } = await boxOf(button(card(page), action))
    expect(y + height, action).toBeLessThanOrEqual(foot)
    expect(Math.min(width, height), action).toBeGreaterThanOrEqual(44)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width)
}

/** Title, likes left and filters: side by side, in a row high enough for a thumb. */
async function expectOneRow(page: Page, locale: LocaleCode): Promise<void> {
  const { t } = textsOf(locale)
  const row = page.getByRole('main').locator('header').first()
  const { y, height } = await boxOf(row)
  expect(height).toBeCloseTo(44, 0)
  const parts = [
    row.getByRole('heading', { level: 1 }),
    row.locator('p[title]'),
    row.getByRole('button', { name: t('people.filters.open') }),
  ]
  const boxes = await Promise.all(parts.map(boxOf))
  for (const [at, box] of boxes.entries()) {
    expect(Math.abs(middle(box).y - (y + 22)), `part ${at}, ${locale}`).toBeLessThanOrEqual(2)
    if (at > 0) expect(box.x).toBeGreaterThanOrEqual((boxes[at - 1]?.x ?? 0) + (boxes[at - 1]?.width ?? 0))
  }
  expect((await boxOf(card(page))).y).toBeGreaterThanOrEqual(y + height)
}

/** What speaks for the first person: within the window and above the bar at the foot. */
async function expectReasons(page: Page, locale: LocaleCode, viewport: Viewport): Promise<void> {
  const { t } = textsOf(locale)
  const first = card(page)
  const bar = await boxOf(page.getByRole('navigation', { name: t('common.nav.label') }))
  const reasons = first
    .getByRole('list', { name: t('people.shared') })
    .getByRole('listitem')
    .locator('> span')
  const told = {
    name: first.getByRole('heading', { level: 3 }),
    band: first.locator('h3 + p'),
    // The newest like of the demonstration is one of an answer.
    'likes you': first.getByText(t('people.likesYour.answer'), { exact: true }),
    'one reason': reasons.first(),
    'two reasons': reasons.nth(1),
  }
  for (const [what, place] of Object.entries(told)) {
    await expect(place, what).toBeInViewport({ ratio: 1, timeout: 2000 })
    const { x, y, width, height } = await boxOf(place)
    expect(y + height, what).toBeLessThanOrEqual(bar.y)
    expect(x + width, what).toBeLessThanOrEqual(viewport.width)
  }
}

test('a swipe to the right likes, one to the left passes, a short one does neither; another like can be taken back on the card, and one undo at the foot brings a person back, once a day', async ({
  browser,
}) => {
  const page = await meetOnPhone(browser, 2)
  await open(page, 'en', 1)
  const first = await nameOf(card(page))
  const next = page.getByRole('article').nth(1)
  await expect(next).toBeHidden()
  await swipe(page, 20, async () => {
    await expect(next, 'the next person, beneath the card that moves').toBeVisible()
    const [above, below] = [await boxOf(card(page)), await boxOf(next)]
    expect(above.x - below.x).toBeGreaterThan(10)
  })
  await expect.poll(() => nameOf(card(page))).toBe(first)
  await expect(next).toBeHidden()
  for (const [aside, action] of [
    [-180, likeActions.pass.path],
    [180, likeActions.like.path],
  ] as const) {
    const name = await nameOf(card(page))
    const answer = page.waitForResponse((response) => new URL(response.url()).pathname === action)
    await swipe(page, aside)
    expect((await answer).status()).toBe(200)
    await expect.poll(() => nameOf(card(page))).not.toBe(name)
  }

  await test.step('another like says so without covering the next face, and can be taken back on the card', async () => {
    const { t, tn } = textsOf('en')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    // A match shows its dialog instead.
    const likesMe = card(page).getByText(t('people.likesYou'), { exact: true })
    while (await likesMe.isVisible()) {
      const name = await nameOf(card(page))
      await button(card(page), 'pass').tap()
      await expect.poll(() => nameOf(card(page))).not.toBe(name)
    }
    const liked = await nameOf(card(page))
    await button(card(page), 'like').tap()
    await expect.poll(() => nameOf(card(page))).not.toBe(liked)
    await expect(page.getByRole('status').filter({ hasText: tn('likes.left.said', likesPerDay - 2) })).toBeAttached()
    await expect(page.locator('[data-toast]')).toHaveCount(0)
    const takeBack = takeBackBar(page)
    await expect(takeBack).toBeInViewport({ ratio: 1 })
    for (const action of ['pass', 'like'] as const) await expectApart(takeBack, button(card(page), action))
    const withdrawn = page.waitForResponse((response) => new URL(response.url()).pathname === likeActions.withdraw.path)
    await takeBack.tap()
    expect((await withdrawn).status()).toBe(200)
    await expect.poll(() => nameOf(card(page))).toBe(liked)
    await expect(takeBack).toHaveCount(0)
  })

  await test.step('one undo at the foot brings the person back, once a day, and a pass leaves nothing else', async () => {
    const undo = page.getByRole('button', { name: textsOf('en').t('likes.undo.label') }).filter({ visible: true })
    const passed = await nameOf(card(page))
    await pass(page)
    await expect(undo).toHaveCount(1)
    const { t } = textsOf('en')
    const [before, after] = [
      page.getByText(t('likes.undo.daily'), { exact: true }),
      page.getByText(t('likes.undo.used'), { exact: true }),
    ]
    await expect(before, 'it says that there is one a day').toBeInViewport()
    await undo.tap()
    await expect.poll(() => nameOf(card(page))).toBe(passed)
    await expect(undo).toHaveCount(0)
    await pass(page)
    // Used up: not offered again, not even by a new page, which says so.
    await expect(after).toBeInViewport()
    await expect(undo).toHaveCount(0)
    await open(page, 'en', 1)
    await pass(page)
    await expect(after).toBeInViewport()
    await expect(undo).toHaveCount(0)
  })
})

/** Passes the first person; the next one is there and the pass is stored afterwards. */
async function pass(page: Page): Promise<void> {
  const name = await nameOf(card(page))
  const answer = page.waitForResponse((response) => new URL(response.url()).pathname === likeActions.pass.path)
  await button(card(page), 'pass').tap()
  expect((await answer).status()).toBe(200)
  await expect.poll(() => nameOf(card(page))).not.toBe(name)
}

/** Side by side: neither lies on the other. */
async function expectApart(one: Locator, other: Locator): Promise<void> {
  const [a, b] = [await boxOf(one), await boxOf(other)]
  expect(a.x + a.width <= b.x || b.x + b.width <= a.x).toBe(true)
}

test('the undo lies on no button, leaves the foot after six seconds, and stands among the filters for the day; the reasons are a sheet', async ({
  browser,
}) => {
  const { t } = textsOf('en')
  const page = await meetOnPhone(browser, 11)
  await open(page, 'en', 1)
  const firstNameOf = async () => ((await card(page).getByRole('heading', { level: 3 }).textContent()) ?? '').split(',')[0] ?? ''
  const passed = await firstNameOf()
  const address = await nameOf(card(page))
  await pass(page)
  const undo = page.getByRole('button', { name: t('likes.undo.pass', { name: passed }), exact: true }).filter({ visible: true })
  await expect(undo).toBeInViewport({ ratio: 1 })
  await undo.focus() // stays meanwhile
  for (const viewport of Object.values(phones)) {
    await page.setViewportSize(viewport)
    for (const action of ['pass', 'like'] as const) await expectApart(undo, button(card(page), action))
  }
  await test.step('while a card is dragged it is not there', async () => {
    const touch = await page.context().newCDPSession(page)
    const { x, y } = middle(await boxOf(card(page)))
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
    await expect(async () => {
      for (const by of [20, 30])
        await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: x + by, y }] })
      await expect(undo).toBeHidden({ timeout: 200 })
    }).toPass()
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: x + 5, y }] })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect(undo).toBeVisible()
  })
  await test.step('it leaves the foot after six seconds without the focus', async () => {
    await undo.blur()
    await expect(undo).toHaveCount(0, { timeout: 15_000 })
  })
  await test.step('on phones the reasons are a sheet at the foot with a button that closes it', async () => {
    await card(page)
      .getByRole('button', { name: /^Why am I seeing/ })
      .tap()
    const sheet = page.getByRole('note', { name: /^Why am I seeing/ })
    const { x, y, width, height } = await boxOf(sheet)
    expect([x, width, Math.round(y + height)]).toEqual([0, 360, 640])
    const close = sheet.getByRole('button', { name: t('common.form.close') })
    expect(Math.min(...Object.values(await boxOf(close)).slice(2))).toBeGreaterThanOrEqual(44)
    await close.tap()
    await expect(sheet).toBeHidden()
  })
  await test.step('after a reload it is still among the filters, and brings the person back', async () => {
    await open(page, 'en', 1)
    await expect(page.locator(`h3 a[href="${address}"]`)).toHaveCount(0)
    const dialog = await openFilters(page)
    await dialog.getByRole('button', { name: t('likes.undo.label') }).tap()
    await expect(page.locator(`h3 a[href="${address}"]`)).toHaveCount(1)
    await expect(dialog.getByRole('button', { name: t('likes.undo.label') })).toHaveCount(0)
  })
})

async function openFilters(page: Page): Promise<Locator> {
  const { t } = textsOf('en')
  await page.getByRole('button', { name: t('people.filters.open') }).tap()
  return page.getByRole('dialog', { name: t('people.filters.title') })
}

test('the undo goes at the next decision, not at the slow answer of an older one; the filters’ undo brings back, and the next page of people is there in time', async ({
  browser,
}) => {
  const { t } = textsOf('en')
  const page = await meetOnPhone(browser, 12)
  await open(page, 'en', 1)
  const undo = page.getByRole('button', { name: t('likes.undo.label') }).filter({ visible: true })
  const takeBack = takeBackBar(page)

  await test.step('a like takes the place of the undo', async () => {
    await pass(page)
    await expect(undo).toHaveCount(1)
    const liked = ((await card(page).getByRole('heading', { level: 3 }).textContent()) ?? '').split(',')[0] ?? ''
    await button(card(page), 'like').tap()
    await expect(takeBack).toHaveAccessibleName(t('likes.takeBack', { name: liked }))
    await expect(undo).toHaveCount(0)
  })

  await test.step('the slow answer of a like leaves the undo of a newer pass where it is', async () => {
    const released = Promise.withResolvers<void>()
    await page.route(
      ({ pathname }) => pathname === likeActions.like.path,
      async (route) => {
        await released.promise
        await route.continue()
      },
    )
    const left = page.getByRole('main').locator('header p[title]')
    const before = (await left.textContent()) ?? ''
    const first = await nameOf(card(page))
    await button(card(page), 'like').tap()
    await expect.poll(() => nameOf(card(page))).not.toBe(first)
    await button(card(page), 'pass').tap()
    await expect(undo).toHaveCount(1)
    await undo.focus() // stays meanwhile
    released.resolve()
    await expect(left).not.toHaveText(before)
    await expect(undo).toHaveCount(1)
    await expect(takeBack).toHaveCount(0)
  })

  await test.step('the undo among the filters brings the person back without a reload', async () => {
    const passed = await nameOf(card(page))
    await pass(page)
    await (await openFilters(page)).getByRole('button', { name: t('likes.undo.label') }).tap()
    await page.keyboard.press('Escape')
    await expect.poll(() => nameOf(card(page))).toBe(passed)
  })

  await test.step('the next page of people is there before the last of this one is answered', async () => {
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
})

test('the filters’ button says how many people it shows, and each end of the ages has a handle', async ({ browser }) => {
  const { t } = textsOf('en')
  const page = await meetMany(browser, 0)
  await open(page, 'en', 1)
  await page.getByRole('button', { name: t('people.filters.open') }).click()
  const dialog = page.getByRole('dialog', { name: t('people.filters.title') })
  const counted = page.waitForResponse((response) => new URL(response.url()).pathname === nearbyActions.count.path)
  await dialog.getByRole('slider', { name: t('people.filters.ageMin') }).fill('30')
  await expect(dialog.getByText('30–99')).toBeVisible()
  const { count, isMost } = (await (await counted).json()) as { count: number; isMost: boolean }
  const words = textsOf('en').tn(isMost ? 'people.filters.applyMost' : 'people.filters.applyCount', count)
  const show = dialog.getByRole('button', { name: words })
  await expect(show).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await show.click()
  await expect(page).toHaveURL(/ageMin=30/)
  await expect(page.getByRole('list', { name: t('people.filters.inUse') }).getByRole('link')).toHaveCount(1)
  await expect(cards(page)).toHaveCount(Math.min(count, peoplePerPage))

  await test.step('nothing moves under a finger when the number comes, in a narrow window', async () => {
    const uk = textsOf('uk')
    await page.setViewportSize(phones['360 × 640'])
    await open(page, 'uk', 1)
    await page.getByRole('button', { name: uk.t('people.filters.open') }).click()
    const sheet = page.getByRole('dialog', { name: uk.t('people.filters.title') })
    const [apply, clear] = [sheet.locator('form button').last(), sheet.getByRole('link', { name: uk.t('people.filters.clear') })]
    const places = async () => {
      const [one, two] = [await boxOf(apply), await boxOf(clear)]
      return [one.x, one.width, one.height, two.x - one.x, Math.abs(Math.round(two.y - one.y)), two.width, two.height]
    }
    await expect(sheet.getByRole('slider')).toHaveCount(2)
    await expect(apply).toHaveText(uk.t('people.filters.apply'))
    // The sheet itself comes up from the foot.
    await sheet.evaluate((element) => Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished)))
    const before = await places()
    await sheet.getByRole('slider', { name: uk.t('people.filters.ageMin') }).fill('20')
    await expect(apply).toHaveText(/\d/)
    expect(await places()).toEqual(before)
  })
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
  const bar = await boxOf(page.getByRole('navigation', { name: t('common.nav.label') }))
  const said = await boxOf(page.getByRole('status').filter({ has: page.getByRole('button', { name: t('likes.undo.label') }) }))
  for (const action of ['like', 'pass'] as const) {
    const { y, height } = await boxOf(button(card(page), action))
    expect(y, `${action} below the notice`).toBeGreaterThanOrEqual(said.y + said.height)
    expect(y + height, `${action} on the first screen`).toBeLessThanOrEqual(bar.y)
  }
  await page
    .getByRole('status')
    .getByRole('button', { name: t('likes.undo.label') })
    .click()
  await expect.poll(() => nameOf(card(page))).toBe(first)
})
