import type { Browser, Page } from '@playwright/test'
import { blockActions } from '#features/blocks/contract.ts'
import { href } from '#shared/routing/href.ts'
import type { GiftKind } from '#shared/realtime/gift-kind.ts'
import { routes } from '#shared/routing/routes.ts'
import { newPair, post, type Pair } from '../support/browser/demo.ts'
import type { BrowserServer } from '../support/browser/server.ts'
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

async function openBoth(page: Page, browser: Browser, server: BrowserServer, pair: Pair) {
  const otherPage = await (await browser.newContext({ baseURL: server.url, locale: 'en-GB' })).newPage()
  await server.signIn(page.context(), pair.one.id)
  await server.signIn(otherPage.context(), pair.other.id)
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

test('a gift is bought and sent in the conversation, arrives live and stays; one that one has takes two presses; after a block none goes', async ({
  page,
  browser,
  server,
}) => {
  const pair = await newPair(server)
  const otherPage = await openBoth(page, browser, server, pair)

  await test.step('a gift is bought, comes live, and is there in the list and when the conversation is opened again', async () => {
    await buy(page, t('gifts.name.gift-rose'))
    const said = [
      [page, given('gift-rose')],
      [otherPage, t('gifts.card.gift-rose')],
    ] as const
    for (const [each, words] of said) await expect(log(each).getByText(words, { exact: true })).toHaveCount(1)
    await expect(sheet(page)).toBeHidden()
    await expect(page).toHaveURL(addressOf(pair))
    await expect(page.locator('#message')).toBeFocused()
    const rows = [
      page.getByRole('link', { name: t('chat.ownPreview', { text: given('gift-rose') }) }),
      otherPage.getByRole('link', { name: new RegExp(t('gifts.card.gift-rose')) }),
    ] as const
    for (const [index, [each, words]] of said.entries()) {
      await each.goto(href(routes.messages, {}, { locale: 'en' }))
      await rows[index]?.click()
      await expect(log(each).getByText(words, { exact: true })).toHaveCount(1)
    }
  })

  const star = sheet(page).getByRole('button', { name: t('gifts.name.gift-star') })
  await test.step('a gift that one has is sent by two presses', async () => {
    await server.grantGifts(pair.one.id, 'gift-star', 2)
    await giveButton(page).click()
    await expect(star).toContainText(tn('gifts.owned', 2))
    await star.click()
    await sheet(page)
      .getByRole('button', { name: t('gifts.send') })
      .click()
    await expect(sheet(page)).toBeHidden()
    await expect(log(otherPage).getByText(t('gifts.card.gift-star'))).toHaveCount(1)
  })

  await test.step('a block while the sheet is open takes it away', async () => {
    await giveButton(page).click()
    await star.click()
    await post(otherPage, blockActions.block.path, { id: pair.one.id })
    await expect(page.getByText(t('chat.over'))).toBeVisible()
    await expect(sheet(page)).toBeHidden()
    await expect(giveButton(page)).toBeHidden()
  })
  await otherPage.context().close()
})
