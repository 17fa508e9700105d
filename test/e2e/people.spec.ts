import { favouriteActions } from '#features/favourites/contract.ts'
import type { Page } from '@playwright/test'
import { likeActions, likesPerDay } from '#features/likes/contract.ts'
import { href } from '#shared/routing/href.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import { meet, signIn } from '../support/browser/demo.ts'
import { boxOf } from '../support/browser/deck.ts'
import { hydrated } from '../support/browser/pages.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'
import { noteToasts } from '../support/browser/toasts.ts'

test.use({ reducedMotion: 'no-preference' })

/** --thread-fill in light. */
const newsColour = 'rgb(209, 58, 23)'

const profileOf = ({ id }: { id: string }, locale: LocaleCode) => href(routes.profileInfo, { id }, { locale })

// In Ukrainian: its words are longer than English ones, and its script is not Latin.
for (const [index, locale] of (['uk'] as const).entries()) {
  test.describe(`in ${locale}`, () => {
    const { t, tn } = textsOf(locale)
    const favouritesPage = href(routes.favourites, {}, { locale })
    /** The entrance in the rail, with any count. */
    const entrance = (page: Page, label: string) =>
      page.getByRole('navigation', { name: t('common.nav.label') }).getByRole('link', { name: label })

    /** A tab of the likes. */
    const tab = (page: Page, label: string) =>
      page.getByRole('navigation', { name: t('likes.tabs.label') }).getByRole('link', { name: label })

    test('a favourite is kept with a note, let go and kept again, and nobody else learns of it', async ({ browser }) => {
      const { page, otherPage, other } = await meet(browser, 30 + index)
      const { firstName: name } = other
      const keep = page.getByRole('button', { name: t('favourites.keep', { name }), exact: true })
      const remove = page.getByRole('button', { name: t('favourites.remove', { name }), exact: true })
      const toasts = await noteToasts(page)
      await page.goto(profileOf(other, locale))
      await hydrated(page)
      await page.getByRole('button', { name: t('favourites.keepShort') }).click()
      await expect.poll(async () => (await toasts()).join()).toContain(t('favourites.done.kept', { name }))
      await entrance(page, t('common.nav.likes')).click()
      await tab(page, t('common.nav.favourites')).click()
      await expect(page).toHaveURL(favouritesPage)
      const card = page.getByRole('article').filter({ has: page.getByRole('link', { name }) })
      await card.getByText(t('favourites.note.add')).click()
      await card.getByRole('textbox', { name: t('favourites.note.label', { name }) }).fill('Plays the cello on Sundays.')
      await card.getByRole('button', { name: t('favourites.note.save') }).click()
      await expect(card.getByText(t('favourites.note.edit'))).toBeVisible()
      await expect(card.getByRole('paragraph').filter({ hasText: 'Plays the cello on Sundays.' })).toBeVisible()
      // A favourite removed by mistake: the star brings the note back too.
      await remove.click()
      const isKept = page.waitForResponse((response) => new URL(response.url()).pathname === favouriteActions.keep.path)
      await keep.click()
      await expect(remove).toBeVisible()
      await isKept
      await page.reload()
      await expect(card.getByRole('paragraph').filter({ hasText: 'Plays the cello on Sundays.' })).toBeVisible()

      await otherPage.goto(favouritesPage)
      await expect(otherPage.getByRole('heading', { name: t('favourites.title'), level: 1 })).toBeVisible()
      await expect(otherPage.getByRole('article')).toHaveCount(0)
    })

    test('a visit is seen as new, once, until one browses invisibly oneself', async ({ browser }) => {
      const { page, otherPage, one, other } = await meet(browser, 32 + index)
      await page.goto(href(routes.visitors, {}, { locale }))
      await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
      await otherPage.goto(profileOf(one, locale))
      await expect(otherPage.getByRole('heading', { level: 1 })).toBeVisible()
      // No page was opened meanwhile: the number arrives by itself.
      await expect(entrance(page, tn('common.nav.newVisitors', 1))).toBeVisible({ timeout: 20_000 })
      // A dot in the colour of news, without a number.
      const dot = entrance(page, t('common.nav.likes')).locator('span:has(> .visually-hidden:only-child)')
      const { width, height } = (await dot.boundingBox()) ?? { width: 0, height: 0 }
      expect(Math.abs(width - height)).toBeLessThan(1)
      expect(Math.abs(width - 10)).toBeLessThan(2)
      await expect(dot).toHaveCSS('background-color', newsColour)
      await page.goto(href(routes.peopleNearby, {}, { locale }))
      await entrance(page, tn('common.nav.newVisitors', 1)).click()
      await tab(page, tn('common.nav.newVisitors', 1)).click()
      const card = page
        .getByRole('article')
        .filter({ has: page.getByRole('link', { name: other.firstName }) })
        .first()
      await expect(card.getByText(t('visitors.new'), { exact: true })).toBeVisible()
      await expect(async () => {
        await page.goto(href(routes.visitors, {}, { locale }))
        await expect(card).toBeVisible()
        await expect(card.getByText(t('visitors.new'), { exact: true })).toHaveCount(0, { timeout: 1000 })
      }).toPass()
      await expect(card).toBeVisible()
      await expect(dot).toHaveCount(0)

      await page.goto(href(routes.mainSettings, {}, { locale, hash: 'privacy' }))
      await page.getByLabel(t('settings.privacy.browsesInvisibly')).check()
      await expect(page.getByText(t('settings.privacy.saved'))).toBeVisible()
      await entrance(page, t('common.nav.likes')).click()
      await tab(page, t('common.nav.visitors')).click()
      await expect(page.getByRole('heading', { name: t('visitors.invisible.title') })).toBeVisible()
      await expect(page.getByRole('link', { name: t('visitors.invisible.action') })).toHaveAttribute('href', /section=privacy$/)
    })

    test('in a narrow window the bar has five places; favourites and visitors are tabs of the likes, store and settings are under You', async ({
      page,
    }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await signIn(page, 'olena@demo.test')
      await page.goto(href(routes.peopleNearby, {}, { locale }))
      const bar = page.getByRole('navigation', { name: t('common.nav.label') })
      // Before the labels of two of them, their news.
      const labels = [
        t('common.nav.nearby'),
        new RegExp(`${t('common.nav.likes')}$`),
        t('common.nav.datesShort'),
        new RegExp(`${t('common.nav.messages')}$`),
        t('common.nav.you'),
      ]
      await expect(bar.getByRole('link')).toHaveText(labels, { useInnerText: true })
      // Likes and visitors are both news: the number is seen, and both are heard.
      const news = bar.getByRole('link').nth(1).locator('span:has(> .visually-hidden)')
      await expect(news).toHaveCount(2)
      expect((await boxOf(news.nth(1))).width).toBeLessThanOrEqual(2)
      for (const [label, title] of [
        [t('common.nav.favourites'), t('favourites.title')],
        [t('common.nav.visitors'), t('visitors.title')],
      ] as const) {
        await entrance(page, t('common.nav.likes')).click()
        await tab(page, label).click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
        await expect(entrance(page, t('common.nav.likes'))).toHaveAttribute('aria-current', 'true')
      }
      for (const [label, route] of [
        [t('common.nav.store'), routes.store],
        [t('common.nav.settings'), routes.mainSettings],
      ] as const) {
        await entrance(page, t('common.nav.profile')).click()
        const row = page.getByRole('main').getByRole('link', { name: label, exact: true })
        await expect(row).toBeInViewport({ ratio: 1 })
        await row.click()
        await expect(page).toHaveURL(href(route, {}, { locale }))
        await expect(entrance(page, t('common.nav.profile'))).toHaveAttribute('aria-current', 'true')
      }
    })

    test('a like counts at the other at once, is answered from the list, and is a match', async ({ browser }) => {
      const { page, otherPage, one, other } = await meet(browser, 34 + index)
      await otherPage.goto(href(routes.peopleNearby, {}, { locale }))
      await hydrated(otherPage)
      await expect(entrance(otherPage, t('common.nav.likes'))).toBeVisible()
      const toasts = await noteToasts(page)
      await page.goto(profileOf(other, locale))
      // Pressed sooner, it is a plain form, which answers with a notice.
      await hydrated(page)
      await page.getByRole('button', { name: t('likes.give', { name: other.firstName }), exact: true }).click()
      await expect.poll(toasts).toEqual([t('likes.done.liked', { name: other.firstName }) + String(likesPerDay - 1)])

      await expect(entrance(otherPage, tn('common.nav.newLikes', 1))).toBeVisible()
      await entrance(otherPage, t('common.nav.likes')).click()
      await otherPage
        .getByRole('main')
        .getByRole('button', { name: t('likes.giveBack', { name: one.firstName }), exact: true })
        .first()
        .click()
      const moment = otherPage.getByRole('dialog', { name: t('likes.match.title', { name: one.firstName }) })
      await expect(moment.getByRole('heading')).toBeFocused()
      await expect(entrance(otherPage, tn('common.nav.newLikes', 1))).toHaveCount(0)
      await moment.getByRole('textbox').fill('Hello from the list')
      await moment.getByRole('button', { name: t('likes.match.send'), exact: true }).click()
      await expect(otherPage).toHaveURL(/chat=/)
      await expect(otherPage.getByRole('log')).toContainText('Hello from the list')
      // The one who liked first has the moment, too; it is read with it.
      const theirs = page.getByRole('dialog', { name: t('likes.match.title', { name: other.firstName }) })
      await expect(theirs.getByRole('heading')).toBeFocused()
      await theirs.getByRole('button', { name: t('likes.match.later') }).click()
      await expect(page.getByRole('link', { name: tn('common.notifications.bell', 1) })).toHaveCount(0)
    })
  })
}

for (const [index, [locale, javaScriptEnabled]] of (
  [
    ['uk', true],
    ['en', false],
  ] as const
).entries())
  test(`somebody passed on can be liked; taken back, the pass and its undo are there again, in ${locale}, ${javaScriptEnabled ? 'with' : 'without'} script`, async ({
    browser,
  }) => {
    const { t } = textsOf(locale)
    const { page, other } = await meet(browser, 10 + index, { javaScriptEnabled })
    const name = other.firstName
    const press = async (path: string) => {
      const button = page.locator(`form[action="${path}"]`).filter({ has: page.locator(`input[value="${other.id}"]`) })
      // The page shows the outcome before the server knows it, and a reload would overtake it.
      const answered = page.waitForResponse((response) => response.url().endsWith(path))
      await button.getByRole('button').last().click()
      await answered
    }
    // A plain form's notice has the same text and offers the same undo.
    const note = page.locator('output').filter({ hasText: t('likes.done.passed', { name }) })
    const list = new RegExp(`${href(routes.peopleNearby, {}, { locale })}$`)
    await page.goto(profileOf(other, locale))
    await press(likeActions.pass.path)
    await expect(page).toHaveURL(list)
    await page.goto(profileOf(other, locale))
    await expect(note).toBeVisible()
    await press(likeActions.like.path)
    await expect(page).toHaveURL(list)
    await page.goto(profileOf(other, locale))
    await expect(page.getByRole('button', { name: t('likes.given', { name }) })).toBeVisible()
    await expect(note).toHaveCount(0)
    await press(likeActions.withdraw.path)
    await expect(note).toBeVisible()
    await page.reload()
    await expect(note).toBeVisible()
    await press(likeActions.undo.path)
    await expect(page.getByRole('button', { name: t('likes.pass', { name }) })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: t('likes.pass', { name }) })).toBeVisible()
  })

for (const [index, [name, give, takeBack]] of (
  [
    ['like', likeActions.like.path, likeActions.withdraw.path],
    ['star', favouriteActions.keep.path, favouriteActions.remove.path],
  ] as const
).entries())
  test(`a ${name} and its taking back that both fail leave none`, async ({ browser }) => {
    const { page, other } = await meet(browser, 45 + index)
    await page.goto(profileOf(other, 'en'))
    await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
    const button = (action: string) => page.locator(`form[action="${action}"]`).getByRole('button')
    const isPressedTwice = Promise.withResolvers<void>()
    for (const action of [give, takeBack])
      await page.route(`**${action}`, async (route) => {
        await isPressedTwice.promise
        await route.abort()
      })
    await button(give).click()
    const lost = page.waitForEvent('requestfailed', (request) => new URL(request.url()).pathname === takeBack)
    await button(takeBack).click()
    await expect(button(give)).toBeVisible()
    isPressedTwice.resolve()
    await lost
    await expect(page.getByText(textsOf('en').t('common.error.offline')).last()).toBeVisible()
    await expect(button(give)).toBeVisible()
    await expect(button(takeBack)).toHaveCount(0)
  })

test('without a script one keeps, notes, likes and sees who came', async ({ browser }) => {
  const { t, tn } = textsOf('en')
  const { page, otherPage, one, other } = await meet(browser, 36, { javaScriptEnabled: false })
  const { firstName: name } = other
  await otherPage.goto(profileOf(one, 'en'))
  await otherPage.getByRole('button', { name: t('likes.give', { name: one.firstName }), exact: true }).click()
  await expect(otherPage.getByText(tn('likes.left.said', likesPerDay - 1)).first()).toBeVisible()

  await page.goto(profileOf(other, 'en'))
  await page.getByRole('button', { name: t('favourites.keepShort') }).click()
  await expect(page.getByText(t('favourites.done.kept', { name }))).toBeVisible()
  await page.goto(href(routes.favourites, {}, { locale: 'en' }))
  await page.getByText(t('favourites.note.add')).click()
  const field = page.getByRole('textbox', { name: t('favourites.note.label', { name }) })
  await field.fill('Knows every bookshop.')
  await page.getByRole('button', { name: t('favourites.note.save') }).click()
  await expect(page.getByText(t('favourites.done.noted'))).toBeVisible()
  await expect(page.getByRole('paragraph').filter({ hasText: 'Knows every bookshop.' })).toBeVisible()

  await page.goto(href(routes.visitors, {}, { locale: 'en' }))
  const visitor = page
    .getByRole('article')
    .filter({ has: page.getByRole('link', { name }) })
    .first()
  await expect(visitor.getByText(t('visitors.new'), { exact: true })).toBeVisible()
  await visitor.getByRole('button', { name: t('likes.giveBack', { name }), exact: true }).click()
  await expect(page.getByRole('heading', { name: t('likes.match.title', { name }) })).toBeVisible()
})
