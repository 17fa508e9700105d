import { likeActions } from '#features/likes/contract.ts'
import type { Browser, Page } from '@playwright/test'
import { demoMembers } from '#seed/demo/crowd.ts'
import type { PeopleNearbyProps } from '#features/nearby/contract.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { meetMany, signInUnclaimed } from '../support/browser/demo.ts'
import { addPhotos } from '../support/browser/photos.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

const { t } = textsOf('en')
const list = href(routes.peopleNearby, {}, { locale: 'en', query: { wide: 1 } })

/** Gives two photos to the first person in the list of this page's member. */
async function givePhotos(page: Page, browser: Browser, approve: () => Promise<void>) {
  const payload = await page.request.get(`${href(routes.peopleNearby, {}, { locale: 'en' })}/_payload.json?wide=1`)
  const { data } = (await payload.json()) as { data: { props: PeopleNearbyProps } }
  const first = data.props.nearby.people[0]
  const member = demoMembers().find(({ id }) => id === first?.id)
  if (!member) throw new Error('Nobody is there')
  const context = await browser.newContext({ baseURL: new URL(process.env['BASE_URL'] ?? '').origin })
  const owner = await context.newPage()
  // Whoever it is, a photo more changes nothing for another spec.
  await signInUnclaimed(owner, member.email)
  await addPhotos(owner, 2, approve)
  await context.close()
  return member
}

async function open(page: Page) {
  await page.goto(list)
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
}

test('on phones the halves of a portrait lead through the photos, and the next one is not answered by that', async ({
  browser,
  server,
}) => {
  const page = await meetMany(browser, 8, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const { id, firstName: name } = await givePhotos(page, browser, server.approvePhotos)
  await open(page)
  const card = page.getByRole('article').filter({ has: page.locator(`h3 a[href*="${id}"]`) })
  const picture = card.locator('img').first()
  const first = await picture.getAttribute('src')
  await card.getByRole('button', { name: t('people.photo.next', { name }) }).tap()
  await expect(card.getByText(t('people.photo.at', { at: 2, count: 2 }))).toBeAttached()
  expect(await picture.getAttribute('src')).not.toBe(first)
  await card.getByRole('button', { name: t('people.photo.previous', { name }) }).tap()
  await expect(picture).toHaveAttribute('src', first ?? '')
  await expect(page).toHaveURL(list)
})

test('elsewhere the second photo shows while a pointer rests on the portrait, and buttons name their keys', async ({
  browser,
  server,
}) => {
  const page = await meetMany(browser, 7, { viewport: { width: 1280, height: 720 } })
  const { id } = await givePhotos(page, browser, server.approvePhotos)
  await open(page)
  const card = page.getByRole('article').filter({ has: page.locator(`h3 a[href*="${id}"]`) })
  const picture = card.locator('img').first()
  const first = await picture.getAttribute('src')
  await picture.hover({ force: true })
  await expect(picture).not.toHaveAttribute('src', first ?? '')
  const like = card.locator(`form[action="${likeActions.like.path}"]`).getByRole('button')
  await like.hover()
  await expect(picture).toHaveAttribute('src', first ?? '')
  await expect(like).toHaveAttribute('aria-keyshortcuts', 'L')
  await expect(like).toHaveAttribute('title', / \(L\)$/)
  await expect(card.locator(`form[action="${likeActions.pass.path}"]`).getByRole('button')).toHaveAttribute(
    'aria-keyshortcuts',
    'X',
  )
})
