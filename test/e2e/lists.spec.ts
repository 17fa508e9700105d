import type { Locator, Page } from '@playwright/test'
import { interests } from '#features/profile/contract.ts'
import { demoId } from '#seed/demo/random.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox()
  if (!box) throw new Error('It has no place on the page')
  return box
}

const lists = [routes.likes, routes.favourites, routes.visitors] as const

/** Without words that came with a like, which take the whole width. */
const simpleCards = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('article')
    .filter({ hasNot: page.getByRole('figure') })

/** Two columns of cards, each with its button over the portrait, inside the window. */
async function expectTwoColumns(page: Page, width: number): Promise<void> {
  const cards = simpleCards(page)
  await expect(cards.nth(2)).toBeVisible()
  const [one, two, three] = await Promise.all([0, 1, 2].map((at) => boxOf(cards.nth(at))))
  expect(one?.y).toBe(two?.y)
  expect((one?.x ?? 0) + (one?.width ?? 0)).toBeLessThan(two?.x ?? 0)
  expect(three?.x).toBe(one?.x)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
}

/** The position of a card's heart: on the portrait, large enough, and not over the name. */
async function expectHeartOnPortrait(card: Locator, label: RegExp): Promise<void> {
  const heart = card.getByRole('button', { name: label })
  const [button, portrait, name] = await Promise.all([
    boxOf(heart),
    boxOf(card.locator('img').first()),
    boxOf(card.getByRole('heading')),
  ])
  expect(Math.min(button.width, button.height)).toBeGreaterThanOrEqual(44)
  expect(button.y).toBeGreaterThanOrEqual(portrait.y)
  expect(button.y + button.height).toBeLessThanOrEqual(portrait.y + portrait.height)
  expect(button.x + button.width).toBeLessThanOrEqual(portrait.x + portrait.width)
  expect(name.x + name.width).toBeLessThanOrEqual(button.x)
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

test('likes, favourites and visitors are compact cards in two columns at 390 and 320 px in en, uk and de; everyone who likes is liked back from there, and a note is written beside the portrait', async ({
  page,
  server,
}) => {
  await server.signIn(page.context(), demoId('anna@demo.test'))
  for (const locale of ['uk', 'de', 'en'] as const) {
    const { t } = textsOf(locale)
    /** Matches 'Like back: Jakub' with any name. */
    const likeBack = new RegExp(t('likes.giveBack', { name: '¤' }).split('¤').map(escaped).join('.+'))
    for (const route of lists)
      await test.step(`${route.path}, ${locale}`, async () => {
        await page.goto(href(route, {}, { locale }))
        const back = page.getByRole('button', { name: likeBack })
        await expect(back.first()).toHaveText(t('likes.likeBack'))
        const card = page.getByRole('article').filter({ has: back }).first()
        for (const width of [390, 320])
          await test.step(`${width} px`, async () => {
            await page.setViewportSize({ width, height: 844 })
            // A page follows its window's size after a moment.
            await expect(async () => {
              await expectTwoColumns(page, width)
              await expectHeartOnPortrait(card, likeBack)
              if (route === routes.likes) await expectCompact(page)
            }).toPass({ timeout: 20_000 })
          })
        if (route === routes.likes) await expectReasons(page, locale)
        if (locale !== 'uk' || route !== routes.favourites) return
        await expect(page.getByRole('button', { name: t('likes.giveBack', { name: 'Jakub' }), exact: true })).toBeVisible()
        await expect(page.getByRole('button', { name: t('likes.give', { name: 'Jakub' }), exact: true })).toHaveCount(0)
        await expectNoteBesidePortrait(page, t('favourites.note.add'))
      })
  }
})

/** A card takes less than a fourth of the window's height. */
async function expectCompact(page: Page): Promise<void> {
  for (const card of await simpleCards(page).all()) expect((await boxOf(card)).height).toBeLessThan(844 / 2)
}

const listOf = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('list')
    .filter({ has: page.getByRole('article') })

/** A card says since when somebody likes, and an interest that both have. */
async function expectReasons(page: Page, locale: LocaleCode): Promise<void> {
  const { t, format } = textsOf(locale)
  const list = listOf(page)
  // The newest like is one of an answer; a plain one has a line of its own.
  const [tied, plain] = [list.getByRole('article').first(), list.getByRole('article').filter({ hasNot: page.locator('figure') })]
  await expect(tied).toContainText(`${t('likes.tie.received.answer')} · `)
  await expect(plain.first()).toContainText(t('likes.card.since.received', { time: '' }).trim().split(' ')[0] ?? '')
  const interest = interests.map((value) => escaped(format.inSentence(t(`profile.interest.${value}`)))).join('|')
  const shared = new RegExp(`^${escaped(t('likes.card.shared', { list: '' }).trim())}\\s(${interest})`)
  await expect(list.getByText(shared).first()).toBeVisible()
}

/** On a phone, and nothing else moves sideways. */
async function expectNoteBesidePortrait(page: Page, label: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('article').filter({ hasText: label }).first().getByText(label).click()
  const field = page.getByRole('textbox').filter({ visible: true })
  expect((await boxOf(field)).width).toBeGreaterThanOrEqual(140)
  expect((await boxOf(page.getByRole('article').filter({ has: field }))).width).toBeGreaterThan(300)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
}
