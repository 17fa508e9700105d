import type { Locator, Page } from '@playwright/test'
import { interests } from '#features/profile/contract.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { signIn } from '../support/browser/demo.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox()
  if (!box) throw new Error('It has no place on the page')
  return box
}

const lists = [routes.likes, routes.favourites, routes.visitors] as const

/** Two columns of cards, each with its button over the portrait, inside the window. */
async function expectTwoColumns(page: Page, width: number): Promise<void> {
  const cards = page.getByRole('main').getByRole('article')
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

for (const locale of ['en', 'uk', 'de'] as const) {
  const { t, format } = textsOf(locale)
  /** Matches 'Like back: Jakub' with any name. */
  const likeBack = new RegExp(t('likes.giveBack', { name: '¤' }).split('¤').map(escaped).join('.+'))

  for (const width of [390, 320])
    test(`likes, favourites and visitors are compact cards in two columns, in ${locale} at ${width}`, async ({ page }) => {
      await signIn(page, 'anna@demo.test')
      await page.setViewportSize({ width, height: 844 })
      for (const route of lists) {
        await page.goto(href(route, {}, { locale }))
        await expectTwoColumns(page, width)
        const card = page
          .getByRole('article')
          .filter({ has: page.getByRole('button', { name: likeBack }) })
          .first()
        await expectHeartOnPortrait(card, likeBack)
      }
      await page.goto(href(routes.likes, {}, { locale }))
      const list = page
        .getByRole('main')
        .getByRole('list')
        .filter({ has: page.getByRole('article') })
      expect((await boxOf(list)).height / (await list.getByRole('article').count())).toBeLessThan(844 / 4)
      const first = list.getByRole('article').first()
      await expect(first).toContainText(t('likes.card.since.received', { time: '' }).trim().split(' ')[0] ?? '')
      const interest = interests.map((value) => escaped(format.inSentence(t(`profile.interest.${value}`)))).join('|')
      const shared = new RegExp(`^${escaped(t('likes.card.shared', { list: '' }).trim())}\\s(${interest})`)
      await expect(list.getByText(shared).first()).toBeVisible()
    })

  if (locale === 'uk')
    test(`someone who likes the member is liked back from every list, in ${locale}`, async ({ page }) => {
      await signIn(page, 'anna@demo.test')
      for (const route of lists) {
        await page.goto(href(route, {}, { locale }))
        const back = page.getByRole('button', { name: likeBack })
        await expect(back.first()).toBeVisible()
        await expect(back.first()).toHaveText(t('likes.likeBack'))
      }
      await page.goto(href(routes.favourites, {}, { locale }))
      await expect(page.getByRole('button', { name: t('likes.giveBack', { name: 'Jakub' }), exact: true })).toBeVisible()
      await expect(page.getByRole('button', { name: t('likes.give', { name: 'Jakub' }), exact: true })).toHaveCount(0)
    })
}

test('a note is written beside the portrait on a phone, and nothing else moves sideways', async ({ page }) => {
  const { t } = textsOf('en')
  await signIn(page, 'anna@demo.test')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(href(routes.favourites, {}, { locale: 'en' }))
  const card = page
    .getByRole('article')
    .filter({ hasText: t('favourites.note.add') })
    .first()
  await card.getByText(t('favourites.note.add')).click()
  const field = page.getByRole('textbox').filter({ visible: true })
  expect((await boxOf(field)).width).toBeGreaterThanOrEqual(140)
  expect((await boxOf(page.getByRole('article').filter({ has: field }))).width).toBeGreaterThan(300)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
