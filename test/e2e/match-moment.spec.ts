import type { Page } from '@playwright/test'
import { notificationActions } from '#features/notifications/contract.ts'
import { blockActions } from '#features/blocks/contract.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { callsOf, likeAs, postBy, type Person } from '../support/browser/demo.ts'
import { openLine } from '../support/browser/line.ts'
import { hydrated } from '../support/browser/pages.ts'
import type { BrowserServer } from '../support/browser/server.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

/** A member who has liked two others; each of those makes a match without a page. */
async function liker(page: Page, server: BrowserServer, locale: LocaleCode) {
  const { t } = textsOf(locale)
  const one = await server.addMember('Robin')
  const likedBy = async (firstName: string) => {
    const other: Person = await server.addMember(firstName)
    await likeAs(server, one, other)
    const momentOn = (window: Page) => window.getByRole('dialog', { name: t('likes.match.title', { name: firstName }) })
    return {
      other,
      likeBack: async () => expect(await likeAs(server, other, one)).toMatchObject({ match: true }),
      momentOn,
      moment: momentOn(page),
      later: momentOn(page).getByRole('button', { name: t('likes.match.later') }),
      toast: page.locator('[data-sonner-toast]').filter({ hasText: firstName }),
    }
  }
  const [sascha, toni] = [await likedBy('Sascha'), await likedBy('Toni')]
  await server.signIn(page.context(), one.id)
  return { one, t, sascha, toni }
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

test('the one who liked first has the moment, too: live, once, and with the first words (en)', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { t, sascha } = await liker(page, server, 'en')
  const favourites = href(routes.favourites, {}, { locale: 'en' })
  await openLive(page, favourites)
  await sascha.likeBack()
  await expect(sascha.moment.getByRole('heading')).toBeFocused()
  // The focus comes without a press, so the browser would show it, on words that nobody can press.
  await expect(sascha.moment.getByRole('heading')).toHaveCSS('box-shadow', 'none')
  await sascha.moment.getByRole('textbox', { name: t('likes.match.field', { name: 'Sascha' }) }).fill('There you are')
  await sascha.moment.getByRole('button', { name: t('likes.match.send'), exact: true }).click()
  await expect(page).toHaveURL(/chat=/)
  await expect(page.getByRole('log')).toContainText('There you are')
  await expect(page.locator('#message'), 'what was sent is no draft').toHaveValue('')
  await expect(sascha.moment).toHaveCount(0)
  await openLive(page, favourites)
  await expect(sascha.moment).toHaveCount(0)
})

test('it waits while the member types, and in the cart, and comes afterwards (uk)', async ({ page, server }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const { sascha, toni } = await liker(page, server, 'uk')
  await openLive(page, href(routes.messages, {}, { locale: 'uk' }))
  await page.getByRole('main').getByRole('searchbox').first().fill('Lisbon')
  await sascha.likeBack()
  await expect(sascha.toast).toBeVisible()
  // The toast is shown for longer than a moment would take.
  await expect(sascha.toast).toHaveCount(0)
  await expect(sascha.moment).toHaveCount(0)
  await openLive(page, href(routes.cart, {}, { locale: 'uk' }))
  await toni.likeBack()
  await expect(toni.toast).toBeVisible()
  await expect(toni.toast).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // The newest comes first, the other one with the next page.
  for (const { moment, later } of [toni, sascha]) {
    await page.goto(href(routes.favourites, {}, { locale: 'uk' }))
    await expect(moment.getByRole('heading')).toBeFocused()
    await later.click()
    await expect(moment).toHaveCount(0)
  }
})

test('a match that ends while its moment waits never comes', async ({ page, server }) => {
  const { one, sascha } = await liker(page, server, 'en')
  await openLive(page, href(routes.messages, {}, { locale: 'en' }))
  const search = page.getByRole('main').getByRole('searchbox').first()
  await search.focus()
  await sascha.likeBack()
  await expect(sascha.toast).toBeVisible()
  const calls = await callsOf(server, sascha.other)
  await postBy(calls, blockActions.block.path, { id: one.id })
  await calls.dispose()
  const looked = page.waitForResponse((response) => response.url().includes(`${routes.likes.path}/_payload.json`))
  await search.blur()
  expect((await (await looked).json()).data.props.match).toBeNull()
  await expect(sascha.moment).toHaveCount(0)
})

test('a member with two windows and a phone has it on one of them', async ({ page, browser, server, context }) => {
  const { one, t, sascha } = await liker(page, server, 'en')
  const phone = await browser.newContext({ baseURL: server.url, viewport: { width: 390, height: 844 } })
  await server.signIn(phone, one.id)
  const windows = [page, await context.newPage(), await phone.newPage()]
  const visitors = href(routes.visitors, {}, { locale: 'en' })
  for (const window of windows) await openLive(window, visitors)
  const asked = windows.map((window) => window.waitForResponse(`**${notificationActions.read.path}`))
  await sascha.likeBack()
  await Promise.all(asked)
  const showing = async () => {
    const counts = await Promise.all(windows.map((window) => sascha.momentOn(window).count()))
    return windows.filter((_, index) => counts[index] === 1)
  }
  await expect.poll(async () => (await showing()).length).toBe(1)
  const [shown] = await showing()
  await shown?.getByRole('button', { name: t('likes.match.later') }).click()
  for (const window of windows) {
    await openLive(window, visitors)
    await expect(sascha.momentOn(window)).toHaveCount(0)
  }
  await phone.close()
})

test('two matches come one after the other, and a moment goes with its page, but not the words begun in it', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const { t, sascha, toni } = await liker(page, server, 'en')
  const favourites = href(routes.favourites, {}, { locale: 'en' })
  await openLive(page, favourites)
  const likes = href(routes.likes, {}, { locale: 'en' })
  await page.locator(`nav a[href="${likes}"]`).first().click()
  await expect(page).toHaveURL(new RegExp(`${likes}$`))
  await sascha.likeBack()
  await expect(sascha.moment.getByRole('heading')).toBeFocused()
  await toni.likeBack()
  // The second has arrived while the first is still open.
  await expect(toni.toast).toBeVisible()
  await sascha.later.click()
  await expect(toni.moment.getByRole('heading')).toBeFocused()
  await toni.moment.getByRole('textbox').fill('Nearly said')
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`${favourites}$`))
  await expect(toni.moment).toHaveCount(0)
  await page.goto(href(routes.messages, {}, { locale: 'en' }))
  await expect(page.getByText(t('chat.draft', { text: 'Nearly said' }))).toBeVisible()
})

test.describe('with a line that fails', () => {
  test.use({ allowed: [/ERR_FAILED|ERR_EMPTY_RESPONSE|ERR_CONNECTION|WebSocket/] })

  test('a claim whose answer is lost shows the match all the same', async ({ page, server }) => {
    const { sascha } = await liker(page, server, 'en')
    await openLive(page, href(routes.favourites, {}, { locale: 'en' }))
    const answers: unknown[] = []
    await page.route(`**${notificationActions.read.path}`, async (route) => {
      answers.push(await (await route.fetch()).json())
      await route.abort()
    })
    await sascha.likeBack()
    await expect(sascha.moment.getByRole('heading')).toBeFocused()
    // The server has taken it, so a second claim would get false.
    expect(answers).toMatchObject([{ wasUnread: true }])
  })

  test('a match that could not be loaded comes on the same page once the network is back', async ({ page, server }) => {
    const { sascha } = await liker(page, server, 'en')
    await openLive(page, href(routes.favourites, {}, { locale: 'en' }))
    const match = new RegExp(`${routes.likes.path}/_payload\\.json\\?.*chat=`)
    await page.route(match, (route) => route.abort(), { times: 1 })
    const failed = page.waitForEvent('requestfailed', (request) => match.test(request.url()))
    await sascha.likeBack()
    await failed
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(sascha.moment.getByRole('heading')).toBeFocused()
  })

  test('a match made while the line is down comes once the member is connected again', async ({ page, server }) => {
    const { sascha } = await liker(page, server, 'en')
    await using line = await openLine(server.url)
    await openLive(page, line.origin + href(routes.favourites, {}, { locale: 'en' }))
    line.isDown = true
    await sascha.likeBack()
    line.isDown = false
    await expect(sascha.moment.getByRole('heading')).toBeFocused({ timeout: 30_000 })
  })
})
