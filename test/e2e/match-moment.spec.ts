import type { Page } from '@playwright/test'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { likeAs } from '../support/browser/demo.ts'
import { hydrated } from '../support/browser/pages.ts'
import type { BrowserServer } from '../support/browser/server.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

/** A member who has liked somebody; `likeBack` makes the match, without a page of the other. */
async function liker(page: Page, server: BrowserServer, locale: LocaleCode) {
  const [one, other] = await Promise.all([server.addMember('Robin'), server.addMember('Sascha')])
  await likeAs(server, one, other)
  await server.signIn(page.context(), one.id)
  const { t } = textsOf(locale)
  const title = t('likes.match.title', { name: 'Sascha' })
  return {
    t,
    likeBack: async () => expect(await likeAs(server, other, one)).toMatchObject({ match: true }),
    moment: page.getByRole('dialog', { name: title }),
    later: page.getByRole('dialog', { name: title }).getByRole('button', { name: t('likes.match.later') }),
    toast: page.locator('[data-sonner-toast]').filter({ hasText: 'Sascha' }),
  }
}

/** Opens a page and waits until its member's channel has let it in. */
async function openLive(page: Page, path: string): Promise<void> {
  const joined = Promise.withResolvers<void>()
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => String(payload).includes('"summary"') && joined.resolve()),
  )
  await page.goto(path)
  await hydrated(page)
  await joined.promise
}

test('the other of two has the moment, too: live, once, and with the first words (en)', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { t, likeBack, moment } = await liker(page, server, 'en')
  await openLive(page, href(routes.favourites, {}, { locale: 'en' }))
  await likeBack()
  await expect(moment.getByRole('heading')).toBeFocused()
  await moment.getByRole('textbox', { name: t('likes.match.field', { name: 'Sascha' }) }).fill('There you are')
  await moment.getByRole('button', { name: t('likes.match.send'), exact: true }).click()
  await expect(page).toHaveURL(/chat=/)
  await expect(page.getByRole('log')).toContainText('There you are')
  await openLive(page, href(routes.favourites, {}, { locale: 'en' }))
  await expect(moment).toHaveCount(0)
})

test('it waits while the member types, and in the cart, and comes afterwards (uk)', async ({ page, server }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const { likeBack, moment, later, toast } = await liker(page, server, 'uk')
  await openLive(page, href(routes.messages, {}, { locale: 'uk' }))
  const search = page.getByRole('main').getByRole('searchbox').first()
  await search.fill('Lisbon')
  await likeBack()
  await expect(toast).toBeVisible()
  // The toast is shown for longer than a moment would take.
  await expect(toast).toHaveCount(0)
  await expect(moment).toHaveCount(0)
  await page.goto(href(routes.cart, {}, { locale: 'uk' }))
  await hydrated(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.mouse.click(5, 5)
  await expect(moment).toHaveCount(0)
  await page.goto(href(routes.favourites, {}, { locale: 'uk' }))
  await expect(moment.getByRole('heading')).toBeFocused()
  await later.click()
  await expect(moment).toHaveCount(0)
})

test('whoever was away has it at the next page, and only in one window', async ({ page, server, context }) => {
  const { likeBack, moment, later } = await liker(page, server, 'en')
  await likeBack()
  await page.goto(href(routes.visitors, {}, { locale: 'en' }))
  await expect(moment.getByRole('heading')).toBeFocused()
  await later.click()
  const other = await context.newPage()
  await openLive(other, href(routes.visitors, {}, { locale: 'en' }))
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(other.getByRole('dialog')).toHaveCount(0)
})
