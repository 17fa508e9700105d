import { chatActions } from '#features/chat/contract.ts'
import type { Locator, Page } from '@playwright/test'
import { href } from '#shared/routing/href.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import { violationsOf } from '../support/browser/accessibility.ts'
import { likeAs, matchAs, namesOfStrangers, type Person } from '../support/browser/demo.ts'
import { hydrated } from '../support/browser/pages.ts'
import type { BrowserServer } from '../support/browser/server.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

test.use({ reducedMotion: 'no-preference' })

const sizes = [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
  { width: 1280, height: 720 },
] as const
const nameOf = ({ width, height }: (typeof sizes)[number]) => `${width} × ${height}`

/** Opens the profile of somebody who likes the member already, and likes them back: the moment of the match and its conversation. */
async function match(page: Page, person: Person, locale: LocaleCode) {
  await page.goto(href(routes.profileInfo, { id: person.id }, { locale }))
  await hydrated(page)
  return likeBack(page, person, locale)
}

/** Makes the match on the profile that is open. */
async function likeBack(page: Page, { firstName }: Person, locale: LocaleCode) {
  const { t } = textsOf(locale)
  await page
    .getByRole('button', { name: t('likes.giveBack', { name: firstName }), exact: true })
    .first()
    .click()
  const moment = page.getByRole('dialog', { name: t('likes.match.title', { name: firstName }) })
  await expect(moment.getByRole('heading')).toBeFocused()
  return {
    t,
    moment,
    field: moment.getByRole('textbox', { name: t('likes.match.field', { name: firstName }) }),
    send: moment.getByRole('button', { name: t('likes.match.send'), exact: true }),
    later: moment.getByRole('button', { name: t('likes.match.later') }),
    openings: moment.getByRole('list', { name: t('likes.match.openings') }).getByRole('button'),
  }
}

type Moment = Awaited<ReturnType<typeof match>>

/** Within the window, and large enough for a thumb. */
async function expectInReach(page: Page, place: Locator, where: string) {
  await expect(place, where).toBeInViewport({ ratio: 1 })
  const box = await place.boundingBox()
  const height = page.viewportSize()?.height ?? 0
  expect(box?.height, where).toBeGreaterThanOrEqual(44)
  expect((box?.y ?? 0) + (box?.height ?? 0), where).toBeLessThanOrEqual(height)
}

/** All that one needs for first words is on the first screen of each size; one of them is looked at for violations, too. */
async function expectFirstScreen(
  page: Page,
  { moment, field, send, later, openings }: Moment,
  [locale, looked]: [string, number],
) {
  for (const [row, size] of sizes.entries()) {
    await page.setViewportSize(size)
    for (const place of [field, send, later, openings.first(), openings.last()])
      await expectInReach(page, place, `${nameOf(size)} in ${locale}`)
    await expect(moment).not.toContainText(String(24))
    // Below 16 px iOS zooms.
    const text = await field.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
    expect(text, `${nameOf(size)} in ${locale}`).toBeGreaterThanOrEqual(16)
    if (row === looked) expect(await violationsOf(page), `${nameOf(size)} in ${locale}`).toEqual([])
  }
}

/** Messages that a page sends, by any transport. */
function countSent(page: Page): () => number {
  let sent = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === chatActions.send.path) sent += 1
  })
  return () => sent
}

/** A member, and somebody who likes them already. Each test takes an index of its own. */
async function likedMember(page: Page, server: BrowserServer, index: number): Promise<Person> {
  const { one, other } = namesOfStrangers(index)
  await likeAs(server, other, one)
  await server.signIn(page.context(), one.id)
  return other
}

const firstScreen = `the first words of a match are on the first screen of ${sizes.map(nameOf).join(', ')}`

test(`${firstScreen} in en; openings come into the field, replace each other, and words written by hand are sent`, async ({
  page,
  server,
}) => {
  const other = await likedMember(page, server, 50)
  const sent = countSent(page)
  const moment = await match(page, other, 'en')
  await expectFirstScreen(page, moment, ['en', 0])
  const { field, send, openings } = moment
  await page.setViewportSize(sizes[1])
  for (const opening of [openings.first(), openings.last()]) {
    const text = (await opening.textContent()) ?? ''
    await opening.click()
    await expect(field).toHaveValue(text)
    await expect(field).toBeFocused()
    await expectInReach(page, send, 'with an opening')
  }
  expect(sent()).toBe(0)
  await field.fill('Hello there')
  await send.click()
  await expect(page).toHaveURL(/chat=/)
  await expect(page.locator('#message'), 'what was sent is no draft').toHaveValue('')
  await expect(page.getByRole('log')).toContainText('Hello there')
  expect(sent()).toBe(1)
})

test(`${firstScreen} in uk; words begun wait as a draft, in the list and in the conversation`, async ({ page, server }) => {
  const other = await likedMember(page, server, 52)
  const sent = countSent(page)
  const moment = await match(page, other, 'uk')
  await expectFirstScreen(page, moment, ['uk', 1])
  const { t } = moment
  await page.setViewportSize(sizes[0])
  await moment.field.fill('Nearly said')
  await moment.later.click()
  await expect(moment.moment).toHaveCount(0)
  await page.goto(href(routes.messages, {}, { locale: 'uk' }))
  const row = page.getByRole('link', { name: other.firstName }).filter({ hasText: t('chat.draft', { text: 'Nearly said' }) })
  await expect(row).toBeVisible()
  await row.click()
  await expect(page.locator('#message')).toHaveValue('Nearly said')
  // Changed and left at once: the list knows.
  await page.locator('#message').fill('Said better')
  await page.getByRole('link', { name: t('chat.back') }).click()
  await expect(page.getByText(t('chat.draft', { text: 'Said better' }))).toBeVisible()
  expect(sent()).toBe(0)
})

test(`${firstScreen} in de; words begun wait as a draft after the browser's Back, too`, async ({ page, server }) => {
  const other = await likedMember(page, server, 53)
  const { t } = textsOf('de')
  const likes = href(routes.likes, {}, { locale: 'de' })
  await page.goto(likes)
  await hydrated(page)
  const profile = href(routes.profileInfo, { id: other.id }, { locale: 'de' })
  await page.locator(`a[href="${profile}"]`).first().click()
  // The list has the same button.
  await expect(page).toHaveURL(new RegExp(`${profile}$`))
  await expect(page.getByRole('heading', { level: 1, name: other.firstName })).toBeVisible()
  const moment = await likeBack(page, other, 'de')
  await expectFirstScreen(page, moment, ['de', 2])
  await moment.field.fill('Nearly said')
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`${likes}$`))
  await expect(moment.moment).toHaveCount(0)
  await page.goto(href(routes.messages, {}, { locale: 'de' }))
  await expect(page.getByText(t('chat.draft', { text: 'Nearly said' }))).toBeVisible()
})

test('an empty conversation has age, distance and something to begin with at 390 × 844, 360 × 640 and 1280 × 720, in en, uk and de', async ({
  page,
  server,
}) => {
  const { one, other } = namesOfStrangers(21)
  const conversation = await matchAs(server, other, one)
  const chat = (locale: LocaleCode) => href(routes.messages, {}, { locale, query: { chat: conversation } })
  await server.signIn(page.context(), one.id)
  const sent = countSent(page)
  for (const locale of ['en', 'uk', 'de'] as const) {
    const { t } = textsOf(locale)
    await page.goto(chat(locale))
    await hydrated(page)
    const openings = page.getByRole('list', { name: t('chat.openings') }).getByRole('link')
    const field = page.locator('#message')
    for (const size of sizes) {
      await page.setViewportSize(size)
      const where = `${nameOf(size)} in ${locale}`
      await expect(page.locator('#conversation-name').locator('xpath=..'), where).toContainText(/\d\d · .*\d+/)
      for (const place of [field, openings.last()]) await expectInReach(page, place, where)
    }
    const text = (await openings.last().textContent()) ?? ''
    await openings.last().click()
    await expect(field).toHaveValue(text)
    await expect(page).toHaveURL(chat(locale))
    await field.fill('')
  }
  expect(sent()).toBe(0)
  const { t } = textsOf('de')
  await page.locator('#message').fill('So it begins')
  await page.getByRole('button', { name: t('chat.send'), exact: true }).click()
  await expect(page.getByRole('log')).toContainText('So it begins')
  await expect(page.getByRole('list', { name: t('chat.openings') })).toHaveCount(0)
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false, viewport: sizes[1] })

  test('the field of a match and its button stand above the bar at 360 × 640', async ({ page, server }) => {
    const { one, other } = namesOfStrangers(25)
    await matchAs(server, other, one)
    await server.signIn(page.context(), one.id)
    const { t } = textsOf('en')
    await page.goto(href(routes.likes, {}, { locale: 'en', query: { tab: 'matches', match: other.id } }))
    const moment = page.getByRole('region', { name: t('likes.match.title', { name: other.firstName }) })
    const bar = await page.getByRole('navigation', { name: t('common.nav.label') }).boundingBox()
    await expect(moment.getByRole('textbox')).toHaveValue('')
    for (const place of [moment.getByRole('textbox'), moment.getByRole('button', { name: t('likes.match.send'), exact: true })]) {
      await expectInReach(page, place, 'without a script')
      const box = await place.boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
    }
  })
})
