import type { Browser } from '@playwright/test'
import { productName } from '#shared/text/product-name.ts'
import { formatMoney } from '#shared/i18n/format-money.ts'
import { getLocale, type LocaleCode } from '#shared/i18n/locales.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { violationsOf } from '../support/browser/accessibility.ts'
import { buy } from '../support/browser/orders.ts'
import { hydrated } from '../support/browser/pages.ts'
import type { BrowserServer } from '../support/browser/server.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

const english = textsOf('en')
const pounds = (minor: number) => formatMoney(english.locale, minor, 'GBP')

type Options = { locale?: LocaleCode; script?: boolean }

/** A page of a new member. */
async function open(browser: Browser, server: BrowserServer, { locale = 'en', script = true }: Options = {}) {
  const { id } = await server.addMember('Robin', locale)
  const context = await browser.newContext({
    baseURL: new URL(server.url).origin,
    javaScriptEnabled: script,
    locale: getLocale(locale).lang,
  })
  const page = await context.newPage()
  await server.signIn(context, id)
  return { page, memberId: id }
}

const pageOf = (locale: LocaleCode, query: Record<string, string | number>) => href(routes.store, {}, { locale, query })

for (const { locale, currency, money, date, tax } of [
  { locale: 'pl', currency: 'PLN', money: /^\d+,\d\d\szł$/, date: /^\d{1,2}\s\p{L}+\s\d{4}$/u, tax: /VAT 0%/ },
  { locale: 'en-us', currency: 'USD', money: /^\$\d+\.\d\d$/, date: /^[A-Z][a-z]+\s\d{1,2}, \d{4}$/, tax: /Tax at 0%/ },
] as const)
  test(`a receipt in ${locale} is in the list, has the formats of its language, and prints alone`, async ({
    browser,
    server,
  }) => {
    const { page } = await open(browser, server, { locale })
    const { t, tn } = textsOf(locale)
    await buy(page, { 'boost-1': 2, 'premium-1': 1 }, currency)
    await page.goto(pageOf(locale, { view: 'orders' }))
    await expect(page.getByRole('heading', { level: 1, name: t('orders.title') })).toBeVisible()
    await page.getByRole('link', { name: tn('orders.item', 2) }).click()
    await expect(page).toHaveURL(/\?order=[\w-]+$/)
    const receipt = page.getByRole('region', { name: t('orders.receipt.title') })
    const fact = (label: string) =>
      receipt
        .locator('dl > div')
        .filter({ has: page.getByText(label, { exact: true }) })
        .locator('dd')
    await expect(fact(t('orders.receipt.total'))).toHaveText(money)
    await expect(fact(t('orders.receipt.date'))).toHaveText(date)
    await expect(fact(t('orders.receipt.number'))).toHaveText(/^\d+$/)
    await expect(fact(t('orders.receipt.taxNumber'))).toHaveText('GB 123 4567 89')
    await expect(receipt.getByText(tax)).toBeVisible()
    await expect(receipt.getByRole('rowheader', { name: productName(textsOf(locale), 'boost-1') })).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
    const print = page.getByRole('button', { name: t('orders.receipt.print') })
    await expect(print).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(print).toBeHidden()
    await expect(page.getByRole('navigation').first()).toBeHidden()
    await expect(page.getByRole('link', { name: t('orders.withdraw.title') })).toBeHidden()
    await expect(fact(t('orders.receipt.total'))).toBeVisible()
    await page.context().close()
  })

test('an order is withdrawn in two steps, and a boost that was used meanwhile is taken off first', async ({
  browser,
  server,
}) => {
  const { page, memberId } = await open(browser, server)
  const { t } = english
  const order = await buy(page, { 'boost-5': 1, 'likes-10': 1 })
  await page.goto(pageOf('en', { order }))
  await hydrated(page)
  await page.getByRole('link', { name: t('orders.withdraw.title') }).click()
  const confirm = page.getByRole('button', { name: t('orders.withdraw.confirm') })
  await expect(page.getByText(t('orders.withdraw.pieces', { left: 5, granted: 5 }))).toBeVisible()
  await expect(page.getByText(t('orders.withdraw.effect', { amount: pounds(1198) }))).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await server.useBoost(memberId)
  await confirm.click()
  const left = 199 + Math.round((999 * 4) / 5)
  await expect(page.getByRole('alert')).toContainText(t('orders.withdraw.now', { amount: pounds(left) }))
  await expect(page.getByText(t('orders.withdraw.pieces', { left: 4, granted: 5 }))).toBeVisible()
  await confirm.click()
  await expect(page).toHaveURL(new RegExp(`order=${order}$`))
  await expect(page.getByText(t('orders.about.refunding', { amount: pounds(left) }))).toBeVisible()
  await expect(page.getByRole('link', { name: t('orders.withdraw.title') })).toHaveCount(0)
  await page.goto(pageOf('en', { order, withdraw: 1 }))
  await expect(page.getByText(t('orders.withdraw.refused.refunded'))).toBeVisible()
  await page.context().close()
})

test('without a script the same two pages withdraw from an order', async ({ browser, server }) => {
  const { page } = await open(browser, server, { script: false })
  const { t } = english
  const order = await buy(page, { 'premium-1': 1 })
  await page.goto(pageOf('en', { order }))
  await expect(page.getByRole('button', { name: t('orders.receipt.print') })).toBeHidden()
  await page.getByRole('link', { name: t('orders.withdraw.title') }).click()
  await expect(page.getByText(t('orders.withdraw.effect', { amount: pounds(999) }))).toBeVisible()
  await page.getByRole('button', { name: t('orders.withdraw.confirm') }).click()
  await expect(page.getByText(t('orders.about.refunding', { amount: pounds(999) }))).toBeVisible()
  await page.context().close()
})

test('the list is empty at first, and another member’s order is not found', async ({ browser, server }) => {
  const [{ page }, other] = [await open(browser, server), await open(browser, server)]
  const { t } = english
  await page.goto(pageOf('en', { view: 'orders' }))
  await expect(page.getByRole('heading', { name: t('orders.empty.title') })).toBeVisible()
  const order = await buy(other.page, { 'gift-rose': 1 })
  const answer = await page.goto(pageOf('en', { order }))
  expect(answer?.status()).toBe(404)
  await other.page.goto(pageOf('en', { view: 'orders' }))
  await expect(other.page.getByRole('link', { name: t('store.product.gift-rose') })).toContainText(t('orders.state.paid'))
  for (const each of [page, other.page]) await each.context().close()
})
