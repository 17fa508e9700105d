import type { Page } from '@playwright/test'
import { likesPerDay } from '#features/likes/contract.ts'
import { apiPaths } from '#shared/api-paths.ts'
import { href } from '#shared/href.ts'
import { routes } from '#shared/routes.ts'
import { meet } from '../support/browser/demo.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

const { t } = textsOf('en')
const peoplePage = href(routes.peopleNearby, {}, { locale: 'en' })
const profileOf = ({ id }: { id: string }) => href(routes.profileInfo, { id }, { locale: 'en' })

const answerTo = (page: Page, path: string) => page.waitForResponse((response) => new URL(response.url()).pathname === path)
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
    const isKept = answerTo(page, apiPaths.keepFavourite)
    await card.locator(`form[action="${apiPaths.keepFavourite}"]`).getByRole('button').click()
    await isKept
    await link.click()
    await expect(page).toHaveURL(profile ?? '')
    await expect(page.getByRole('button', { name: t('favourites.keptShort') })).toBeVisible()
    await expect(page.getByRole('button', { name: t('favourites.keepShort') })).toHaveCount(0)
  })

  test('the likes that are left', async ({ browser }) => {
    const { page, other } = await meet(browser, 41)
    await open(page, profileOf(other))
    const likes = page.getByRole('navigation', { name: t('common.nav.label') }).getByRole('link', { name: t('common.nav.likes') })
    const isAhead = answerTo(page, `${href(routes.likes, {}, { locale: 'en' })}/_payload.json`)
    await likes.hover()
    await isAhead
    const isLiked = answerTo(page, apiPaths.like)
    await page.getByRole('button', { name: t('likes.give', { name: other.firstName }), exact: true }).click()
    await isLiked
    const left = t('likes.left.value', { left: likesPerDay - 1, limit: likesPerDay })
    await expect(page.getByText(left)).toBeVisible()
    await likes.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('likes.title'))
    await expect(page.getByText(left)).toBeVisible()
  })
})
