import type { Browser, Page } from '@playwright/test'
import { blockActions } from '#features/blocks/contract.ts'
import { giftActions } from '#features/gifts/contract.ts'
import { href } from '#shared/routing/href.ts'
import type { GiftKind } from '#shared/realtime/gift-kind.ts'
import { routes } from '#shared/routing/routes.ts'
import { newPair, post, sameOrigin, signIn, type Pair } from '../support/browser/demo.ts'
import { expect as impatient, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

const { t, tn } = textsOf('en')
/** Two browsers and a payment, one after the other. */
const expect = impatient.configure({ timeout: 20_000 })

const addressOf = ({ conversation }: Pair, query = {}) =>
  href(routes.messages, {}, { locale: 'en', query: { chat: conversation, ...query } })
/** A gift in the words of who gave it to Alex. */
const given = (gift: GiftKind) => t(`gifts.given.${gift}`, { name: 'Alex' })
const log = (page: Page) => page.getByRole('log')
const giveButton = (page: Page) => page.getByRole('button', { name: t('gifts.give') })
const sheet = (page: Page) => page.getByRole('dialog', { name: t('gifts.give') })

async function openBoth(page: Page, browser: Browser, baseURL: string | undefined, pair: Pair) {
  const otherPage = await (await browser.newContext({ baseURL, locale: 'en-GB' })).newPage()
  await signIn(page, pair.one.email)
  await signIn(otherPage, pair.other.email)
  for (const each of [page, otherPage]) {
    await each.goto(addressOf(pair))
    await expect(each.locator('html[data-hydrated]')).toBeAttached()
  }
  return otherPage
}

/** Chooses a gift and pays for it with a card of the sandbox. */
async function buy(page: Page, name: string): Promise<void> {
  await giveButton(page).click()
  await sheet(page).getByRole('button', { name }).click()
  await sheet(page)
    .getByRole('button', { name: /^Buy for £/ })
    .click()
  await expect(page).toHaveURL(/pay=/)
  await expect(page.locator('html[data-hydrated]')).toBeAttached()
  await page.getByLabel(t('store.pay.card'), { exact: true }).pressSequentially('4242424242424242')
  await page.getByLabel(t('store.pay.expiry'), { exact: true }).pressSequentially('1230')
  await page.getByLabel(t('store.pay.code'), { exact: true }).pressSequentially('123')
  await page.getByRole('button', { name: /£/ }).click()
}

test('a gift is bought and sent in the conversation, arrives live, and is there after a reload', async ({
  page,
  browser,
  baseURL,
  server,
}) => {
  const pair = await newPair(server)
  const otherPage = await openBoth(page, browser, baseURL, pair)
  await buy(page, t('gifts.name.gift-rose'))
  const said = [
    [page, given('gift-rose')],
    [otherPage, t('gifts.card.gift-rose')],
  ] as const
  for (const [each, words] of said) await expect(log(each).getByText(words, { exact: true })).toHaveCount(1)
  await expect(sheet(page)).toBeHidden()
  await expect(page).toHaveURL(addressOf(pair))
  await expect(page.locator('#message')).toBeFocused()
  for (const [each, words] of said) {
    await each.reload()
    await expect(log(each).getByText(words, { exact: true })).toHaveCount(1)
  }
  await page.goto(href(routes.messages, {}, { locale: 'en' }))
  await expect(page.getByRole('link', { name: t('chat.ownPreview', { text: given('gift-rose') }) })).toBeVisible()
  await otherPage.goto(href(routes.messages, {}, { locale: 'en' }))
  await expect(otherPage.getByRole('link', { name: new RegExp(t('gifts.card.gift-rose')) })).toBeVisible()
})

test('a gift that one has is sent by two presses; after a block none is', async ({ page, browser, baseURL, server }) => {
  const pair = await newPair(server)
  const otherPage = await openBoth(page, browser, baseURL, pair)
  await buy(page, t('gifts.name.gift-star'))
  await expect(log(page).getByText(given('gift-star'))).toHaveCount(1)
  await server.grantGifts(pair.one.id, 'gift-star', 2)
  await giveButton(page).click()
  const star = sheet(page).getByRole('button', { name: t('gifts.name.gift-star') })
  await expect(star).toContainText(tn('gifts.owned', 2))
  await star.click()
  await sheet(page)
    .getByRole('button', { name: t('gifts.send') })
    .click()
  await expect(sheet(page)).toBeHidden()
  await expect(log(otherPage).getByText(t('gifts.card.gift-star'))).toHaveCount(2)

  // The sheet is open when the other one blocks.
  await giveButton(page).click()
  await star.click()
  await post(otherPage, blockActions.block.path, { id: pair.one.id })
  await expect(page.getByText(t('chat.over'))).toBeVisible()
  await expect(sheet(page)).toBeHidden()
  await expect(giveButton(page)).toBeHidden()
  const refused = await page.request.post(giftActions.send.path, {
    data: { conversation: pair.conversation, gift: 'gift-star', id: crypto.randomUUID() },
    headers: sameOrigin(),
  })
  expect(refused.status()).toBe(404)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a gift is a plain form, and what one does not have is said', async ({ page, server }) => {
    const pair = await newPair(server)
    await signIn(page, pair.one.email)
    await page.goto(addressOf(pair))
    await page.getByText(t('gifts.give')).click()
    await page.getByRole('button', { name: t('gifts.name.gift-cake') }).click()
    await expect(page.getByText(t('common.error.gift-missing'))).toBeVisible()
    await server.grantGifts(pair.one.id, 'gift-cake', 1)
    await page.getByRole('button', { name: t('gifts.name.gift-cake') }).click()
    await expect(log(page).getByText(given('gift-cake'))).toBeVisible()
  })
})
