import { chatActions } from '#features/chat/contract.ts'
import type { Browser, BrowserContextOptions, Locator, Page } from '@playwright/test'
import { likeActions, type LikeAnswer } from '#features/likes/contract.ts'
import { href } from '#shared/routing/href.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import { violationsOf } from '../support/browser/accessibility.ts'
import { meet, post } from '../support/browser/demo.ts'
import { hydrated } from '../support/browser/pages.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

test.use({ reducedMotion: 'no-preference' })

const sizes = {
  '390 × 844': { width: 390, height: 844 },
  '360 × 640': { width: 360, height: 640 },
  '1280 × 720': { width: 1280, height: 720 },
} as const
const locales = ['en', 'uk', 'de'] as const

/** Opens the profile of a person who already likes the member: one press makes a match. */
async function almostMatched(browser: Browser, index: number, locale: LocaleCode, options: BrowserContextOptions = {}) {
  const met = await meet(browser, index, options)
  const { page, otherPage, one, other } = met
  await post(otherPage, likeActions.like.path, { id: one.id })
  await page.goto(href(routes.profileInfo, { id: other.id }, { locale }))
  if (options.javaScriptEnabled !== false) await hydrated(page)
  const { t } = textsOf(locale)
  const like = () =>
    page
      .getByRole('button', { name: t('likes.giveBack', { name: other.firstName }), exact: true })
      .first()
      .click()
  return { ...met, like, t }
}

async function matched(browser: Browser, index: number, options: BrowserContextOptions = {}) {
  const met = await meet(browser, index, options)
  await post(met.otherPage, likeActions.like.path, { id: met.one.id })
  const answer: LikeAnswer = await (await post(met.page, likeActions.like.path, { id: met.other.id })).json()
  const chat = (locale: LocaleCode) => href(routes.messages, {}, { locale, query: { chat: answer.conversationId } })
  return { ...met, chat }
}

/** Within the window, and large enough for a thumb. */
async function expectInReach(page: Page, place: Locator) {
  await expect(place).toBeInViewport({ ratio: 1 })
  const box = await place.boundingBox()
  const height = page.viewportSize()?.height ?? 0
  expect(box?.height).toBeGreaterThanOrEqual(44)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height)
}

/** Messages that a page sends, by any transport. */
function countSent(page: Page): () => number {
  let sent = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === chatActions.send.path) sent += 1
  })
  return () => sent
}

for (const [row, [size, viewport]] of Object.entries(sizes).entries())
  test(`a match has its first words on the first screen of ${size}, in en, uk and de, and sends none unread`, async ({
    browser,
  }) => {
    for (const [column, locale] of locales.entries()) {
      const index = 3 * row + column
      const { page, otherPage, other, like, t } = await almostMatched(browser, index === 1 ? 84 : 50 + index, locale, {
        viewport,
      })
      const sent = countSent(page)
      await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
      await like()
      const moment = page.getByRole('dialog', { name: t('likes.match.title', { name: other.firstName }) })
      await expect(moment.getByRole('heading')).toBeFocused()
      const field = moment.getByRole('textbox', { name: t('likes.match.field', { name: other.firstName }) })
      const send = moment.getByRole('button', { name: t('likes.match.send'), exact: true })
      const later = moment.getByRole('button', { name: t('likes.match.later') })
      const openings = moment.getByRole('list', { name: t('likes.match.openings') }).getByRole('button')
      for (const place of [field, send, later, openings.first(), openings.last()]) await expectInReach(page, place)
      await expect(moment).not.toContainText(String(24))
      if (column === row) expect(await violationsOf(page)).toEqual([])

      const text = (await openings.first().textContent()) ?? ''
      await openings.first().click()
      await expect(field).toHaveValue(text)
      await expect(field).toBeFocused()
      await expectInReach(page, send)
      // Another opening replaces it, and words written by hand stay.
      const last = (await openings.last().textContent()) ?? ''
      await openings.last().click()
      await expect(field).toHaveValue(last)
      expect(sent()).toBe(0)
      const own = `Hello there ${size} ${locale}`
      await field.fill(own)
      await send.click()
      await expect(page).toHaveURL(/chat=/)
      await expect(page.getByRole('log')).toContainText(own)
      expect(sent()).toBe(1)
      await Promise.all([page.context().close(), otherPage.context().close()])
    }
  })

test('words begun at a match wait as a draft, in the list and in the conversation', async ({ browser }) => {
  const { page, other, like, t } = await almostMatched(browser, 20, 'en', { viewport: sizes['390 × 844'] })
  const sent = countSent(page)
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
  await like()
  const moment = page.getByRole('dialog', { name: t('likes.match.title', { name: other.firstName }) })
  await moment.getByRole('textbox').fill('Nearly said')
  await moment.getByRole('button', { name: t('likes.match.later') }).click()
  await expect(moment).toHaveCount(0)
  await page.goto(href(routes.messages, {}, { locale: 'en' }))
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

for (const [row, [size, viewport]] of Object.entries(sizes).entries())
  test(`an empty conversation has age, distance and something to begin with at ${size}, in en, uk and de`, async ({
    browser,
  }) => {
    const { page, chat } = await matched(browser, 21 + row, { viewport })
    const sent = countSent(page)
    for (const locale of locales) {
      const { t } = textsOf(locale)
      await page.goto(chat(locale))
      await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
      await expect(page.locator('#conversation-name').locator('xpath=..')).toContainText(/\d\d · .*\d+/)
      const openings = page.getByRole('list', { name: t('chat.openings') }).getByRole('link')
      const field = page.locator('#message')
      for (const place of [field, openings.last()]) await expectInReach(page, place)
      const text = (await openings.last().textContent()) ?? ''
      await openings.last().click()
      await expect(field).toHaveValue(text)
      await expect(page).toHaveURL(chat(locale))
      await field.fill('')
    }
    expect(sent()).toBe(0)
    await page.locator('#message').fill('So it begins')
    await page.getByRole('button', { name: textsOf('de').t('chat.send'), exact: true }).click()
    await expect(page.getByRole('log')).toContainText('So it begins')
    await expect(page.getByRole('list', { name: textsOf('de').t('chat.openings') })).toHaveCount(0)
  })

test('without a script an opening is put into the field, and the form sends it', async ({ browser }) => {
  const viewport = sizes['360 × 640']
  const { page, other, like, t } = await almostMatched(browser, 25, 'en', { javaScriptEnabled: false, viewport })
  const sent = countSent(page)
  await like()
  const moment = page.getByRole('region', { name: t('likes.match.title', { name: other.firstName }) })
  const field = moment.getByRole('textbox')
  await expect(field).toHaveValue('')
  const send = moment.getByRole('button', { name: t('likes.match.send'), exact: true })
  const bar = await page.getByRole('navigation', { name: t('common.nav.label') }).boundingBox()
  for (const place of [field, send]) {
    await expectInReach(page, place)
    const box = await place.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  }
  const opening = moment
    .getByRole('list', { name: t('likes.match.openings') })
    .getByRole('link')
    .first()
  const text = (await opening.textContent()) ?? ''
  await opening.click()
  await expect(field).toHaveValue(text)
  expect(sent()).toBe(0)
  await send.click()
  await expect(page).toHaveURL(/messages\?chat=/)
  await expect(page.getByRole('log')).toContainText(text.trim())
})

test('without a script an opening of an empty conversation is put into its field', async ({ browser }) => {
  const { page, chat } = await matched(browser, 26, { javaScriptEnabled: false })
  await page.goto(chat('en'))
  const opening = page
    .getByRole('list', { name: textsOf('en').t('chat.openings') })
    .getByRole('link')
    .first()
  const text = (await opening.textContent()) ?? ''
  await opening.click()
  await expect(page.locator('#message')).toHaveValue(text)
})
