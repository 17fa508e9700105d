import { sessionActions } from '#features/auth/contract.ts'
import { favouriteActions } from '#features/favourites/contract.ts'
import { blockActions } from '#features/blocks/contract.ts'
import type { Page } from '@playwright/test'
import { likeActions, likesPerDay } from '#features/likes/contract.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { meet, post } from '../support/browser/demo.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

test.use({ reducedMotion: 'no-preference' })

const { t, tn } = textsOf('en')
const peoplePage = href(routes.peopleNearby, {}, { locale: 'en' })
const profileOf = ({ id }: { id: string }) => href(routes.profileInfo, { id }, { locale: 'en' })

const answerTo = (page: Page, path: string) => page.waitForResponse((response) => new URL(response.url()).pathname === path)
/** Does not wait for the document of an intermediate redirect. The browser is asked, as a call in the page may end with its document. */
async function goBack(page: Page) {
  const browser = await page.context().newCDPSession(page)
  const { currentIndex, entries } = await browser.send('Page.getNavigationHistory')
  const before = entries[currentIndex - 1]
  if (!before) throw new Error('The page has no history.')
  await browser.send('Page.navigateToHistoryEntry', { entryId: before.id })
}
const open = async (page: Page, address: string) => {
  await page.goto(address)
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
}

test.describe('a page that was fetched ahead shows what was pressed since', () => {
  test('the star of a card that is opened', async ({ browser }) => {
    const { page } = await meet(browser, 40)
    await open(page, peoplePage)
    const card = page.getByRole('article').first()
    const link = card.getByRole('link').first()
    const profile = await link.getAttribute('href')
    const isAhead = answerTo(page, `${profile}/_payload.json`)
    await link.hover()
    await isAhead
    const isKept = answerTo(page, favouriteActions.keep.path)
    await card.locator(`form[action="${favouriteActions.keep.path}"]`).getByRole('button').click()
    await isKept
    await link.click()
    await expect(page).toHaveURL(profile ?? '')
    // The toast may still be visible, and is a button with almost the same text.
    const button = (name: string) => page.getByRole('main').getByRole('button', { name })
    await expect(button(t('favourites.keptShort'))).toBeVisible()
    await expect(button(t('favourites.keepShort'))).toHaveCount(0)
  })

  test('the likes that are left', async ({ browser }) => {
    const { page, other } = await meet(browser, 41)
    await open(page, profileOf(other))
    const people = page.locator(`nav a[href="${href(routes.peopleNearby, {}, { locale: 'en' })}"]`)
    const isAhead = answerTo(page, `${href(routes.peopleNearby, {}, { locale: 'en' })}/_payload.json`)
    await people.hover()
    await isAhead
    const isLiked = answerTo(page, likeActions.like.path)
    await page.getByRole('button', { name: t('likes.give', { name: other.firstName }), exact: true }).click()
    await isLiked
    // A like leads on to the next person.
    await expect(page.getByText(tn('likes.left.said', likesPerDay - 1)).first()).toBeVisible()
    await people.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('people.title'))
    await expect(page.getByRole('main')).toContainText(tn('likes.left.said', likesPerDay - 1))
  })
})

test.describe('going back to a document', () => {
  /** A document of its own, of the same site. */
  const elsewhere = href(routes.quiz, {}, { locale: 'uk' })

  test('shows what was pressed before it was left', async ({ browser }) => {
    const { page, other } = await meet(browser, 42)
    await open(page, profileOf(other))
    const star = (name: string) => page.getByRole('main').getByRole('button', { name })
    const isKept = answerTo(page, favouriteActions.keep.path)
    await star(t('favourites.keepShort')).click()
    await isKept
    await page.goto(elsewhere)
    await page.goBack()
    await expect(star(t('favourites.keptShort'))).toBeVisible()
    await expect(star(t('favourites.keepShort'))).toHaveCount(0)
  })

  test('shows nothing of whoever was blocked meanwhile, nor of anybody after a sign-out', async ({ browser }) => {
    const { page, other } = await meet(browser, 43)
    await open(page, profileOf(other))
    await page.goto(elsewhere)
    await post(page, blockActions.block.path, { id: other.id })
    await goBack(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('common.notFound.title'))
    await expect(page.getByText(other.firstName)).toHaveCount(0)

    await open(page, peoplePage)
    await page.goto(href(routes.home, {}, { locale: 'uk' }))
    await post(page, sessionActions.signOut.path, {})
    await goBack(page)
    await expect(page).toHaveURL(new RegExp(href(routes.signIn, {}, { locale: 'en' })))
  })

  test('brings one that the browser kept alive up to date, without losing what is typed', async ({ browser }) => {
    const { page, other } = await meet(browser, 44)
    await open(page, profileOf(other))
    await page.getByRole('button', { name: t('profile.request.write', { name: other.firstName }) }).click()
    const words = page.getByLabel(t('profile.request.label'), { exact: true })
    await words.fill('Your lighthouse')
    await post(page, favouriteActions.keep.path, { id: other.id })
    await comeBack(page)
    await expect(page.getByRole('button', { name: t('favourites.keptShort') })).toBeVisible()
    await expect(words).toHaveValue('Your lighthouse')
    await post(page, blockActions.block.path, { id: other.id })
    await comeBack(page)
    await expect(page.getByText(other.firstName)).toHaveCount(0)
  })
})

/** As from the back/forward cache, which automated browsers disable. */
const comeBack = (page: Page) => page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
