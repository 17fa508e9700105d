import type { Locator, Page } from '@playwright/test'
import { demoMembers } from '#seed/demo/crowd.ts'
import { demoBoosted, demoRelations } from '#seed/demo/relations.ts'
import { defaultView, toQuery, type NearbyView } from '#features/nearby/contract.ts'
import { profileActions, profileLimits } from '#features/profile/contract.ts'
import { href } from '#shared/routing/href.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import { meetMany, post, signIn } from '../support/browser/demo.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

const members = demoMembers()
/** A member whom a boost raises in Anna's list. */
const boosted = demoBoosted(members, demoRelations(members))

const listOf = (locale: LocaleCode, view: Partial<NearbyView> = {}) =>
  href(routes.peopleNearby, {}, { locale, query: toQuery({ ...defaultView, ...view }) })

async function openList(page: Page, locale: LocaleCode, view: Partial<NearbyView> = {}) {
  await signIn(page, 'anna@demo.test')
  await page.goto(listOf(locale, view))
}

// In Ukrainian: its words are longer than English ones, and its script is not Latin.
for (const locale of ['uk'] as const) {
  test.describe(`in ${locale}`, () => {
    const { t, tn } = textsOf(locale)
    const { firstName: name } = boosted
    const cards = (page: Page) => page.getByRole('main').getByRole('article')

    test('who likes oneself stands first, then who is boosted, and the cards and their reasons say so', async ({ page }) => {
      await openList(page, locale)
      await expect(cards(page).first().getByText(t('people.likesYour.answer'), { exact: true })).toBeVisible()
      const card = cards(page).filter({ has: page.locator(`h3 a[href*="${boosted.id}"]`) })
      await expect(card.getByText(t('people.boosted'), { exact: true })).toBeVisible()
      await expect(cards(page).getByText(t('people.boosted'), { exact: true })).toHaveCount(1)
      const whyOf = (firstName: string) => t('people.why.open', { name: firstName })
      const reasons = (firstName: string) => page.getByRole('note', { name: whyOf(firstName) })
      const button = card.getByRole('button', { name: whyOf(name) })
      await button.click()
      await expect(reasons(name).getByText(t('people.why.boosted', { name }))).toBeVisible()
      await expect(reasons(name)).toBeFocused()
      const adds = (firstName: string) => reasons(firstName).getByText(t('people.why.adds'), { exact: true })
      await expect(reasons(name).getByText(t('people.why.distance'), { exact: true }), 'two sentences come first').toBeHidden()
      await adds(name).click()
      // Their match is too low to be shown as a number, and a sum would reveal it.
      await expect(reasons(name).getByText(t('people.why.quizLow'), { exact: true })).toBeVisible()
      await expect(reasons(name).getByText(t('people.why.total'), { exact: true })).toHaveCount(0)
      await expect(reasons(name).getByText(new RegExp(tn('people.why.languagesPoints', 5)))).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(reasons(name)).toBeHidden()
      await expect(button).toBeFocused()
      await button.click()

      const first = cards(page).first()
      const [liker = ''] = (await first.getByRole('heading').innerText()).split(',')
      // While another card's are open, which the same popover shows.
      const other = first.getByRole('button', { name: whyOf(liker) })
      await other.click()
      await expect(reasons(liker).getByText(t('people.why.likesYou', { name: liker }))).toBeVisible()
      await expect(reasons(liker).getByText(t('people.why.total'), { exact: true })).toBeHidden()
      await expect(reasons(name)).toBeHidden()
      const boxOf = async (place: Locator) => (await place.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      const [box, pressed, face] = await Promise.all([reasons(liker), other, first.locator('img').first()].map(boxOf))
      if (!box || !pressed || !face) throw new Error('All three are there')
      expect(Math.abs(box.x + box.width - pressed.x - pressed.width), 'beside its own button').toBeLessThan(30)
      expect(box.y, 'not over the face').toBeGreaterThan(face.y + face.height / 2)
      await adds(liker).click()
      await expect(reasons(liker).getByText(t('people.why.total'), { exact: true })).toBeVisible()
      const { y, height } = await boxOf(reasons(liker))
      expect(y, 'not over the edge').toBeGreaterThanOrEqual(0)
      expect(y + height, 'not over the edge').toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)
      await other.click()
      await expect(reasons(liker)).toBeHidden()
    })

    test('the order by last activity is an address, and knows no boosts', async ({ page }) => {
      await openList(page, locale)
      const sortBy = async (order: string) => {
        await page.getByRole('button', { name: t('people.filters.open') }).click()
        const dialog = page.getByRole('dialog', { name: t('people.filters.title') })
        await dialog
          .getByRole('group', { name: t('people.order.label') })
          .getByLabel(order)
          .check()
        await dialog.getByRole('button', { name: t('people.filters.apply') }).click()
      }
      await page.goto(listOf(locale))
      await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
      await sortBy(t('people.order.neutral'))
      await expect(page).toHaveURL(/order=neutral/)
      await expect(page.getByText(t('people.order.neutralText')).first()).toBeVisible()
      await expect(page.getByText(t('people.boosted'), { exact: true })).toHaveCount(0)
      await sortBy(t('people.order.best'))
      await expect(page).not.toHaveURL(/order=neutral/)
      await expect(page.getByText(t('people.boosted'), { exact: true })).toHaveCount(1)
    })

    test('a filter is an address, is taken away by its chip, and leaves who fits', async ({ page }) => {
      await openList(page, locale)
      await page.getByRole('button', { name: t('people.filters.open') }).click()
      const dialog = page.getByRole('dialog', { name: t('people.filters.title') })
      await dialog.getByLabel(t('people.filters.verified')).check()
      await dialog.getByRole('button', { name: t('people.filters.apply') }).click()
      await expect(page).toHaveURL(/verified=1/)
      const chip = page.getByRole('list', { name: t('people.filters.inUse') }).getByRole('link')
      await expect(chip).toHaveCount(1)
      for (const card of await cards(page).all()) await expect(card.getByLabel(t('people.verified'))).toBeVisible()
      await chip.click()
      await expect(page).toHaveURL(listOf(locale))
    })

    test('an empty area is left only by one’s own choice, and the page says so', async ({ page }) => {
      await openList(page, locale, { within: 5, ageMin: 98, ageMax: 99 })
      await expect(page.getByText(t('people.empty.filtered.title'))).toBeVisible()
      await page.getByRole('link', { name: t('people.empty.filtered.action') }).click()
      await page.getByRole('link', { name: t('people.empty.near.action') }).click()
      await expect(page).toHaveURL(/wide=1/)
      await expect(page.getByText(t('people.wide.on'))).toBeVisible()
      await page.getByRole('link', { name: t('people.wide.off') }).click()
      await expect(page).toHaveURL(listOf(locale))
    })

    test('an edited filter and a lost page fall back with a notice', async ({ page }) => {
      await openList(page, locale)
      await page.goto(`${listOf(locale)}?ageMin=banana&cursor=old`)
      await expect(page.getByText(t('people.notice.filters'))).toBeVisible()
      await expect(page.getByText(t('people.notice.cursor'))).toBeVisible()
      await expect(cards(page).first()).toBeVisible()
    })
  })
}

test('whoever has paused sees nobody, and goes on from there', async ({ browser }) => {
  const { t } = textsOf('en')
  const page = await meetMany(browser, 14)
  await post(page, profileActions.pause.path, { pause: '1' })
  const notice = page.getByText(t('profile.pause.active'), { exact: true })
  const isLive = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'))
  const held = Promise.withResolvers<void>()
  await page.route(/\/paused-notice\b/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(listOf('en', { wide: true }), { waitUntil: 'commit' })
  await expect(notice).toBeVisible()
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(0)
  // The notice stays as the server wrote it while everything else of the page comes before its script, and after it.
  const written = await notice.elementHandle()
  await isLive
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
  held.resolve()
  await page.waitForLoadState()
  expect(await written?.evaluate((element) => element.isConnected)).toBe(true)
  await page.getByRole('button', { name: t('profile.pause.resume') }).click()
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
  await expect(page).toHaveURL(listOf('en', { wide: true }))
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('filters, the order and the boost are there', async ({ page }) => {
    const { t } = textsOf('en')
    await openList(page, 'en')
    await expect(page.getByRole('main').getByRole('article').getByText(t('people.boosted'), { exact: true })).toBeVisible()
    const { firstName: name } = boosted
    await page.getByRole('button', { name: t('people.why.open', { name }) }).click()
    await expect(page.getByText(t('people.why.boosted', { name }))).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: t('people.filters.open') }).click()
    const dialog = page.getByRole('dialog', { name: t('people.filters.title') })
    await dialog.getByLabel(t('people.filters.verified')).check()
    await dialog.getByLabel(t('people.filters.speaks')).check()
    await dialog.getByRole('button', { name: t('people.filters.apply') }).click()
    await expect(page).toHaveURL(/speaks=mine&verified=1|verified=1&speaks=mine/)
    const inUse = page.getByRole('list', { name: t('people.filters.inUse') }).getByRole('link')
    await expect(inUse.first()).toContainText(t('people.filters.speaks'))
    await expect(inUse.nth(1)).toContainText(t('people.filters.verified'))
    await page.getByRole('button', { name: t('people.filters.open') }).click()
    await dialog.getByLabel(t('people.order.neutral')).check()
    for (const [end, bound] of [
      ['ageMin', profileLimits.minAge],
      ['ageMax', profileLimits.maxAge],
    ] as const) {
      await expect(dialog.getByRole('spinbutton', { name: t(`people.filters.${end}`) })).toHaveValue(String(bound))
      await expect(dialog.getByText(t(`people.filters.${end}`), { exact: true })).toBeVisible()
    }
    await dialog.getByRole('spinbutton', { name: t('people.filters.ageMin') }).fill('20')
    await dialog.getByRole('button', { name: t('people.filters.apply') }).click()
    await expect(page).toHaveURL(/order=neutral/)
    await expect(page).toHaveURL(/ageMin=20/)
    await expect(page).toHaveURL(/verified=1/)
  })
})
