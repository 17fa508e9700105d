import type { Page } from '@playwright/test'
import { likeActions, likesPerDay } from '#features/likes/contract.ts'
import { href } from '#shared/routing/href.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import { meet, post } from '../support/browser/demo.ts'
import { hydrated } from '../support/browser/pages.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'
import { holdToasts, noteToasts } from '../support/browser/toasts.ts'

const toasts = (page: Page) => page.locator('[data-sonner-toast]')

/** Opens a page and waits until its member's channel has let it in; returns the notifications that come from then on. */
async function openLive(page: Page, path: string): Promise<string[]> {
  const received: string[] = []
  const joined = Promise.withResolvers<void>()
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const text = String(payload)
      if (text.includes('"summary"')) joined.resolve()
      if (text.includes('"event":"notification"')) received.push(text)
    }),
  )
  await page.goto(path)
  await joined.promise
  return received
}

for (const [index, locale] of (['uk'] as const satisfies LocaleCode[]).entries()) {
  const { t } = textsOf(locale)

  test(`a like shows once in the tab that gave it and once in another, and neither to whoever is liked, in ${locale}`, async ({
    browser,
  }) => {
    const { page, otherPage, other, one } = await meet(browser, 35 + 2 * index)
    const tab = await page.context().newPage()
    const shown = [await noteToasts(page), await noteToasts(tab)]
    const held = [await holdToasts(page), await holdToasts(tab)]
    const atProfile = await openLive(page, href(routes.profileInfo, { id: other.id }, { locale }))
    const atLikes = await openLive(tab, href(routes.likes, {}, { locale }))
    const atOthers = await openLive(otherPage, href(routes.favourites, {}, { locale }))

    await page.getByRole('button', { name: t('likes.give', { name: other.firstName }), exact: true }).click()
    // In the member's own language, whatever that of the page.
    const elsewhere = toasts(tab).filter({ hasText: other.firstName })
    await expect(elsewhere.locator('use[href*="#heart"]')).toHaveCount(1)
    await expect(elsewhere).toContainText(String(likesPerDay - 1))
    await expect(elsewhere.getByRole('link')).toHaveAttribute('href', href(routes.likes, {}, { locale, query: { tab: 'sent' } }))
    await expect(toasts(page).filter({ hasText: t('likes.done.liked', { name: other.firstName }) })).toHaveCount(1)
    await expect.poll(() => atOthers.length).toBe(1)
    expect(atOthers.join()).not.toMatch(/like_out|like_remain/)
    await expect.poll(() => [atProfile.length, atLikes.length]).toEqual([1, 1])

    for (const release of held) await release()
    for (const each of [page, tab]) await expect(toasts(each)).toHaveCount(0)
    for (const list of shown) {
      expect(await list()).toEqual([expect.stringMatching(new RegExp(`${other.firstName}.*${likesPerDay - 1}`))])
    }

    await test.step('a like that makes a match shows its moment, and the like on the other devices', async () => {
      const others = await otherPage.context().newPage()
      await holdToasts(others)
      await openLive(others, href(routes.likes, {}, { locale }))
      await otherPage.goto(href(routes.profileInfo, { id: one.id }, { locale }))
      await hydrated(otherPage)
      await otherPage.getByRole('button', { name: t('likes.giveBack', { name: one.firstName }), exact: true }).click()
      await expect(otherPage.getByRole('dialog', { name: t('likes.match.title', { name: one.firstName }) })).toBeVisible()
      await expect(toasts(others).filter({ hasText: one.firstName })).toHaveCount(1)
      await expect(toasts(otherPage)).toHaveCount(0)
    })
  })
}

test('a like that no tab has sent shows in those that are open', async ({ browser }) => {
  const { page, other } = await meet(browser, 39)
  await holdToasts(page)
  await openLive(page, href(routes.likes, {}, { locale: 'en' }))
  await post(page, likeActions.like.path, { id: other.id })
  await expect(toasts(page).filter({ hasText: other.firstName })).toHaveCount(1)
})
