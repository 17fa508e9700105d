import type { Browser, Page } from '@playwright/test'
import { likeActions, likesPerDay } from '#features/likes/contract.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { post, type Person } from '../support/browser/demo.ts'
import { buy } from '../support/browser/orders.ts'
import type { BrowserServer } from '../support/browser/server.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

const { t, tn } = textsOf('en')

async function open(browser: Browser, server: BrowserServer, { id }: Pick<Person, 'id'>): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url })
  await server.signIn(context, id)
  return context.newPage()
}

const nearby = href(routes.peopleNearby, {}, { locale: 'en' })
const store = href(routes.store, {}, { locale: 'en' })

test('a boost is bought, activated, seen by others, told and made good; with premium the limit goes, its filters come, and the mark is seen', async ({
  browser,
  server,
}) => {
  const [owner, other, third] = [
    await server.addMember('Robin'),
    await server.addMember('Alex'),
    await server.addMember('Charlie'),
  ]
  await server.bringTogether([owner.id, other.id, third.id])
  const [page, otherPage] = [await open(browser, server, owner), await open(browser, server, other)]
  const filters = page.getByRole('dialog', { name: t('people.filters.title') })
  const openFilters = async () => {
    await page.getByRole('button', { name: t('people.filters.open') }).click()
    await expect(filters).toBeVisible()
  }
  const mark = otherPage
    .getByRole('article')
    .filter({ hasText: 'Robin' })
    .getByRole('img', { name: t('people.premium') })
  await buy(page, { 'boost-1': 2 })

  await test.step('without premium likes are counted and its filters are offered', async () => {
    await page.goto(nearby)
    await expect(page.getByText(tn('likes.left.said', likesPerDay))).toHaveCount(1)
    await openFilters()
    await expect(filters).toContainText(t('boosts.filters.offer'))
    await expect(filters.getByRole('group', { name: t('profile.field.smoking') })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(filters).toBeHidden()
  })

  await test.step('a boost is activated from people nearby, by a dialog that comes with the press', async () => {
    const link = page.getByRole('link', { name: t('boosts.nearby.open'), exact: true })
    const dialog = page.getByRole('dialog', { name: t('boosts.nearby.title') })
    await expect(async () => {
      await link.click()
      await expect(dialog).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await expect(dialog).toContainText(tn('boosts.nearby.have', 2))
    await dialog.getByRole('button', { name: t('boosts.activate.action') }).click()
    await expect(dialog).toBeHidden()
    const running = page.getByRole('link', { name: new RegExp(t('boosts.activate.done', { time: '.*' })) })
    await expect(running).toBeVisible()
    await page.reload()
    await expect(running).toBeVisible()
  })

  await test.step('others see the row marked, in a word', async () => {
    await otherPage.goto(nearby)
    const card = otherPage.getByRole('article').filter({ has: otherPage.getByRole('link', { name: /Robin/ }) })
    await expect(card).toContainText(t('people.boosted'))
    await expect(mark).toHaveCount(0)
    await card.getByRole('link', { name: /Robin/ }).click()
    await expect(otherPage.getByRole('heading', { level: 1, name: /Robin/ })).toBeVisible()
  })

  await test.step('the store says how long it runs, what came so far, and what is left', async () => {
    const running = page.getByRole('region', { name: t('boosts.running.title') })
    await expect(async () => {
      await page.goto(store)
      await expect(running.getByRole('listitem').first()).toHaveText(`1 ${tn('boosts.gain.views', 1)}`, { timeout: 1_000 })
    }).toPass()
    await expect(running).toContainText(/2\d:\d\d/)
    await expect(page.getByRole('button', { name: t('boosts.activate.action') })).toBeVisible()
  })

  await test.step('its receipt says so when it is over, and that it is made good', async () => {
    await server.endBoosts(owner.id)
    await page.goto(store)
    await page.getByRole('link', { name: t('boosts.owned.last') }).click()
    await expect(page.getByRole('heading', { level: 1, name: t('boosts.receipt.title') })).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: `1 ${tn('boosts.gain.views', 1)}` })).toBeVisible()
    await expect(page.getByText(t('boosts.receipt.little'))).toBeVisible()
    await expect(async () => {
      await page.reload()
      await expect(page.getByText(t('boosts.receipt.goodwill.given'))).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await page.goto(store)
    await expect(page.getByRole('definition').filter({ hasText: /^2$/ })).toBeVisible()
  })

  await test.step('with premium the limit goes, and its filters come', async () => {
    await buy(page, { 'premium-1': 1 })
    await page.goto(nearby)
    await expect(page.getByText(tn('likes.left.said', likesPerDay))).toHaveCount(0)
    const people = page.getByRole('article')
    await expect(people).toHaveCount(2)
    await openFilters()
    const smoking = filters.getByRole('group', { name: t('profile.field.smoking') })
    await smoking.getByRole('checkbox', { name: t('profile.smoking.vaping') }).check()
    await filters.getByRole('button', { name: /show/i }).click()
    await expect(people).toHaveCount(0)
    await expect(page).toHaveURL(/smoking=vaping/)
    const field = t('profile.field.smoking')
    await page
      .getByRole('link', { name: t('boosts.filters.chip', { field, value: t('profile.smoking.vaping') }) })
      .first()
      .click()
    await expect(people).toHaveCount(2)
    const { like_remain: remain } = await (await post(page, likeActions.like.path, { id: third.id })).json()
    expect(remain).toBeUndefined()
  })

  await test.step('others see the mark of premium where one wishes', async () => {
    await page.goto(href(routes.profile, {}, { locale: 'en' }))
    await expect(page.getByRole('img', { name: t('people.premium') })).toBeVisible()
    await otherPage.goto(nearby)
    await expect(otherPage.getByRole('article').filter({ hasText: 'Robin' })).toHaveCount(1)
    await expect(mark).toHaveCount(0)
    await page.goto(store)
    const tick = page.getByRole('checkbox', { name: t('boosts.mark.label') })
    const saved = page.waitForResponse((response) => response.url().includes('/api/premium/mark') && response.ok())
    await tick.check()
    await saved
    await otherPage.reload()
    await expect(mark).toBeVisible()
  })
  for (const each of [page, otherPage]) await each.context().close()
})
