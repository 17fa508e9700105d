import { notificationActions } from '#features/notifications/contract.ts'
import type { Locator, Page } from '@playwright/test'
import { likeActions, fewLikes, likesPerDay } from '#features/likes/contract.ts'
import { demoMembers } from '#seed/demo/crowd.ts'
import { href } from '#shared/routing/href.ts'
import { locales } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import { meet, post, signIn } from '../support/browser/demo.ts'
import { openLive } from '../support/browser/live.ts'
import { hydrated } from '../support/browser/pages.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'
import { holdToasts } from '../support/browser/toasts.ts'

const phone = { width: 390, height: 844 }
const languages = ['en', 'uk', 'de'] as const

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox()
  if (!box) throw new Error('It has no place on the page')
  return box
}
const relationship = (page: Page) => page.locator('[data-toast][data-state="idle"]')

/** The computed form of a design colour. */
const colourOf = (page: Page, token: string) =>
  page.evaluate((name) => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.backgroundColor = `var(${name})`
    const { backgroundColor } = getComputedStyle(probe)
    probe.remove()
    return backgroundColor
  }, token)

for (const [index, locale] of languages.entries()) {
  const { t, tn } = textsOf(locale)
  const navigation = (page: Page) => page.getByRole('navigation', { name: t('common.nav.label') })

  test(`one like raises one badge, and totals are no badges, in ${locale}`, async ({ browser }) => {
    const { page, otherPage, other } = await meet(browser, [14, 19, 16][index] ?? 14)
    await post(otherPage, notificationActions.read.path, {})
    await otherPage.setViewportSize(phone)
    await otherPage.goto(href(routes.messages, {}, { locale }))
    await expect(otherPage.locator('html')).toHaveAttribute('data-hydrated', '')
    const counted = navigation(otherPage).getByRole('link').filter({ hasText: /\d/ })
    const before = await counted.count()
    await post(page, likeActions.like.path, { id: other.id })
    const likes = navigation(otherPage).getByRole('link', { name: tn('common.nav.newLikes', 1) })
    await expect(likes).toBeVisible({ timeout: 20_000 })
    await expect(counted).toHaveCount(before + 1)
    const bell = otherPage.getByRole('link', { name: t('common.notifications.label'), exact: true })
    await expect(bell).toBeVisible()
    // The next page, with numbers from the server, shows the same.
    await otherPage.goto(href(routes.favourites, {}, { locale }))
    await expect(likes).toBeVisible()
    await expect(bell).toBeVisible()

    await otherPage.goto(href(routes.likes, {}, { locale }))
    const total = otherPage
      .getByRole('navigation', { name: t('likes.tabs.label') })
      .getByRole('link', { name: t('likes.tabs.received') })
      .getByText(/\d/)
    await expect(total).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
    await expect(navigation(otherPage).getByRole('link', { name: tn('common.nav.newLikes', 1) })).toHaveCount(0)
  })

  test(`no label of the bar is cut in ${locale}, and a phone on its side has a rail`, async ({ page }) => {
    await signIn(page, 'olena@demo.test')
    const bar = navigation(page)
    const links = bar.getByRole('link')
    for (const size of [{ width: 320, height: 640 }, phone, { width: 844, height: 390 }]) {
      await page.setViewportSize(size)
      await page.goto(href(routes.favourites, {}, { locale }))
      await expect(links.first()).toBeVisible()
      await expectWhole(links, `${locale} at ${size.width}`)
      for (const link of await links.filter({ visible: true }).all()) {
        const box = await boxOf(link)
        expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44)
      }
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width).toBeLessThanOrEqual(size.width)
    }
    const rail = await boxOf(bar)
    expect([rail.x, rail.y, rail.height]).toEqual([0, 0, 390])
    expect(rail.width).toBeLessThan(844 / 6)
    const heading = await boxOf(page.getByRole('heading', { level: 1 }))
    expect(heading.x).toBeGreaterThanOrEqual(rail.width)
    const you = await boxOf(page.getByRole('link', { name: t('common.nav.profile') }))
    expect(you.x + you.width).toBeLessThanOrEqual(rail.width)
  })
}

/** Every visible label shows all of its characters. */
async function expectWhole(links: Locator, where: string): Promise<void> {
  const cut = await links.evaluateAll((all) =>
    all.flatMap((link) =>
      // Beside the icon, not the badge on it.
      [...link.querySelectorAll(':scope > span:not(:has(svg))')]
        .filter(({ clientWidth, scrollWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    ),
  )
  expect(cut, where).toEqual([])
}

test('no label of the bar is cut at 320 px in any language', async ({ page }) => {
  await signIn(page, 'olena@demo.test')
  await page.setViewportSize({ width: 320, height: 640 })
  for (const { code } of locales) {
    await page.goto(href(routes.favourites, {}, { locale: code }))
    const bar = page.getByRole('navigation', { name: textsOf(code).t('common.nav.label') })
    await expect(bar).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    await expectWhole(bar.getByRole('link'), code)
  }
})

test('on a phone one toast at a time stands at the foot above the bar, as wide as the window, and is lifted by who needs the foot', async ({
  browser,
}) => {
  const { t } = textsOf('en')
  const { page } = await meet(browser, 18)
  await page.setViewportSize(phone)
  const say = await openLive(page, href(routes.favourites, {}, { locale: 'en' }))
  for (const title of ['One', 'Two', 'Three']) say({ title, kind: 'moderation' })
  await expect(relationship(page)).toHaveText(/Three/)
  await expect(relationship(page)).toHaveCount(1)
  // Held by the pointer, so that there is time to look.
  await relationship(page).hover()
  await expect(page.locator('[data-toast]')).toHaveCount(1)
  const bar = await boxOf(page.getByRole('navigation', { name: t('common.nav.label') }))
  const place = () => boxOf(relationship(page))
  await expect.poll(async () => Math.round((await place()).y + (await place()).height)).toBeLessThanOrEqual(Math.round(bar.y))
  const box = await place()
  expect(box.y + box.height).toBeGreaterThan(bar.y - 40)
  expect(box.x).toBeLessThanOrEqual(16)
  expect(box.width).toBeGreaterThanOrEqual(bar.width - 32)
  await page.evaluate(() => document.documentElement.style.setProperty('--toast-lift', '5rem'))
  await expect.poll(async () => Math.round(box.y - (await place()).y)).toBe(80)

  // In a wide window the toaster follows spec §9: top right, without a limit.
  await page.setViewportSize({ width: 1280, height: 800 })
  say({ title: 'Four', kind: 'moderation' })
  await expect(relationship(page).filter({ hasText: 'Four' })).toBeVisible()
  say({ title: 'Five', kind: 'moderation' })
  await expect(relationship(page).filter({ hasText: 'Five' })).toBeVisible()
  await expect(relationship(page).filter({ hasText: 'Four' })).toBeVisible()
  const wide = await boxOf(relationship(page).filter({ hasText: 'Five' }))
  expect([wide.width, wide.y < 300, wide.x > 900]).toEqual([300, true, true])
})

test('the toast of a like says the number once, and in a sentence when few are left', async ({ browser }) => {
  const { tn } = textsOf('en')
  const { page, one, other } = await meet(browser, 17)
  const liked = demoMembers().filter(({ state, id }) => state === 'complete' && id !== one.id && id !== other.id)
  const like = async (name: string) => {
    await hydrated(page)
    await page.getByRole('button', { name: textsOf('en').t('likes.give', { name }), exact: true }).click()
  }
  const numbers = async () => (await relationship(page).innerText()).match(/\d+/g)

  await page.setViewportSize(phone)
  await holdToasts(page)
  await page.goto(href(routes.profileInfo, { id: other.id }, { locale: 'en' }))
  await like(other.firstName)
  await expect(relationship(page)).toContainText(textsOf('en').t('likes.done.liked', { name: other.firstName }))
  expect(await numbers()).toEqual([String(likesPerDay - 1)])

  await post(page, likeActions.withdraw.path, { id: other.id })
  for (const { id } of liked.slice(60, 60 + likesPerDay - 1 - fewLikes - 1)) await post(page, likeActions.like.path, { id })
  await page.goto(href(routes.profileInfo, { id: liked[100]?.id ?? '' }, { locale: 'en' }))
  await like(liked[100]?.firstName ?? '')
  await expect(relationship(page)).toContainText(tn('likes.left.said', fewLikes))
  expect(await numbers()).toEqual([String(fewLikes)])

  await test.step('at none the heart is an outline beside a time, and a press is answered calmly', async () => {
    const { t } = textsOf('en')
    for (const { id } of liked.slice(110, 110 + fewLikes)) await post(page, likeActions.like.path, { id })
    await page.goto(href(routes.peopleNearby, {}, { locale: 'en', query: { wide: 1 } }))
    const left = page.getByRole('main').locator('header p[title]')
    await expect(left).toContainText(t('likes.left.none'))
    await expect(left.locator('span').first()).toHaveText(/^\d\d:\d\d$/)
    await expect(left.locator('svg')).toHaveCSS('fill', 'none')
    const heart = page.locator(`article form[action="${likeActions.like.path}"] button`).filter({ visible: true }).first()
    const [news, alarm] = [await colourOf(page, '--thread-fill'), await colourOf(page, '--danger')]
    await expect(heart).not.toHaveCSS('background-color', news)
    await hydrated(page)
    await heart.click()
    await expect(relationship(page)).toContainText(t('likes.left.none'))
    await expect(relationship(page)).toContainText(/\d\d:\d\d/)
    await expect(relationship(page)).not.toHaveCSS('border-top-color', alarm)
    await expect(relationship(page).getByRole('alert')).toHaveCount(0)
    const profiles = liked.slice(120, 121).map(({ id }) => href(routes.profileInfo, { id }, { locale: 'en' }))
    for (const profile of profiles) {
      await page.goto(profile)
      const spent = page.locator(`main form[action="${likeActions.like.path}"] button`).filter({ visible: true }).first()
      await expect(spent.locator('svg').first()).toHaveCSS('fill', 'none')
      await expect(spent).not.toHaveCSS('background-color', news)
    }
  })
})
