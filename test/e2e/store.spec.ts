import type { Browser, Page } from '@playwright/test'
import { sessionActions } from '#features/auth/contract.ts'
import { cartActions, checkoutActions } from '#features/store/contract.ts'
import { productName } from '#shared/text/product-name.ts'
import { formatMoney } from '#shared/i18n/format-money.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { post, signIn } from '../support/browser/demo.ts'
import { hydrated } from '../support/browser/pages.ts'
import type { BrowserServer } from '../support/browser/server.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

const texts = textsOf('en')
const { t, locale: entry } = texts
const storePage = href(routes.store, {}, { locale: 'en' })
const cartPage = href(routes.cart, {}, { locale: 'en' })
const name = (product: string) => productName(texts, product)
const pounds = (minor: number) => formatMoney(entry, minor, 'GBP')
const cards = { pays: '4242424242424242', declined: '4000000000000002', bank: '4000000000003220' }

/** A page of a new member, who has this in the cart. */
async function shop(
  browser: Browser,
  server: BrowserServer,
  cart: Record<string, number> = {},
  { script = true, locale = 'en' }: { script?: boolean; locale?: LocaleCode } = {},
): Promise<{ page: Page; email: string }> {
  const { id, email } = await server.addMember('Robin', locale)
  const context = await browser.newContext({ baseURL: new URL(server.url).origin, javaScriptEnabled: script })
  const page = await context.newPage()
  await server.signIn(context, id)
  await post(page, cartActions.setCurrency.path, { currency: 'GBP' })
  for (const [product, quantity] of Object.entries(cart)) await post(page, cartActions.setLine.path, { product, quantity })
  return { page, email }
}

const buyButton = (page: Page, total: number) => page.getByRole('button', { name: t('store.cart.buy', { total: pounds(total) }) })
const heading = (page: Page, text: string) => page.getByRole('heading', { name: text, level: 1 })

async function goToPayment(page: Page, total: number): Promise<void> {
  await page.goto(cartPage)
  await buyButton(page, total).click()
  await expect(heading(page, t('store.pay.title'))).toBeVisible()
  await expect(page).toHaveURL(/\/cart\?pay=cs_sandbox_/)
}

/** Types into the masked fields, and sends. */
async function payBy(page: Page, card: string, total: number): Promise<void> {
  const fields = [
    ['store.pay.card', card],
    ['store.pay.expiry', '1240'],
    ['store.pay.code', '123'],
  ] as const
  for (const [label, digits] of fields) {
    const field = page.getByLabel(t(label))
    await field.clear() // after a card that was declined, what was typed still stands
    await field.pressSequentially(digits)
  }
  await page.getByRole('button', { name: t('store.pay.pay', { total: pounds(total) }) }).click()
}

/** The order is paid, and what is pressed first uses what was bought. */
const isPaid = async (page: Page, use?: 'boost' | 'likes') => {
  await expect(heading(page, t('store.returned.paid.title'))).toBeVisible()
  await expect(page).toHaveURL(/\/cart\?order=[\w-]+&paid=1$/)
  if (use) await expect(page.getByRole('main').locator('a, button').first()).toHaveText(t(`store.returned.use.${use}`))
}

test('on phones the first product stands on the first screen, and each row has a way to the cart once it is in it', async ({
  browser,
  server,
}) => {
  const { page } = await shop(browser, server)
  for (const [size, locale] of [
    [{ width: 390, height: 844 }, 'uk'],
    [{ width: 360, height: 640 }, 'de'],
    [{ width: 360, height: 640 }, 'en'],
  ] as const) {
    await page.setViewportSize(size)
    await page.goto(href(routes.store, {}, { locale }))
    const first = page.getByRole('main').getByRole('listitem').first()
    const bar = await page.getByRole('navigation', { name: textsOf(locale).t('common.nav.label') }).boundingBox()
    const box = await first.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0), locale).toBeLessThanOrEqual(bar?.y ?? 0)
  }
  await hydrated(page)
  const row = page.getByRole('main').getByRole('listitem').first()
  const before = await row.boundingBox()
  await row.getByRole('button').click()
  const way = row.getByRole('link', { name: t('store.inCart', { count: 1 }) })
  await expect(way).toHaveAttribute('href', cartPage)
  expect((await way.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  expect((await row.boundingBox())?.height).toBe(before?.height)
})

const isEmpty = (page: Page) => expect(page.getByRole('heading', { name: t('store.cart.empty.title') })).toBeVisible()

test('a boost is chosen, paid by card and gone from the cart', async ({ browser, server }) => {
  const { page } = await shop(browser, server)
  await page.goto(storePage)
  await hydrated(page)
  const add = page.getByRole('button', { name: t('store.addNamed', { product: name('boost-1') }) })
  await add.click()
  await expect(page.getByRole('link', { name: t('store.toCart', { count: 1 }), exact: true })).toBeVisible()
  await page.getByRole('link', { name: t('store.toCart', { count: 1 }), exact: true }).click()
  await page.getByRole('button', { name: t('store.cart.more', { product: name('boost-1') }) }).click()
  await buyButton(page, 498).click()
  await expect(heading(page, t('store.pay.title'))).toBeVisible()

  const card = page.getByLabel(t('store.pay.card'))
  await card.pressSequentially(cards.pays)
  await expect(card).toHaveValue('4242 4242 4242 4242')
  await page.getByLabel(t('store.pay.expiry')).pressSequentially('1240')
  await expect(page.getByLabel(t('store.pay.expiry'))).toHaveValue('12/40')
  await page.getByLabel(t('store.pay.code')).pressSequentially('123')
  await page.getByRole('button', { name: t('store.pay.pay', { total: pounds(498) }) }).click()
  await isPaid(page, 'boost')
  const bought = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: name('boost-1') })
  await expect(bought).toContainText('2')
  await page.goto(cartPage)
  await isEmpty(page)
})

test('a declined card pays nothing, and another one pays the same order', async ({ browser, server }) => {
  const { page } = await shop(browser, server, { 'likes-10': 1 })
  await goToPayment(page, 199)
  await payBy(page, cards.declined, 199)
  await expect(page.getByText(t('store.pay.declined'))).toBeVisible()
  await payBy(page, cards.pays, 199)
  await isPaid(page, 'likes')
})

test('after a declined card the way back to the cart leads to the same order', async ({ browser, server }) => {
  const { page } = await shop(browser, server, { 'likes-10': 1 })
  await goToPayment(page, 199)
  await payBy(page, cards.declined, 199)
  await expect(page.getByText(t('store.pay.declined'))).toBeVisible()

  await page.getByRole('link', { name: t('store.pay.back') }).click()
  await expect(page.getByText(t('store.cart.unpaid'))).toBeVisible()
  await goToPayment(page, 199)
  await payBy(page, cards.pays, 199)
  await isPaid(page)
})

test('a card that is no test card is a mistake in its field', async ({ browser, server }) => {
  const { page } = await shop(browser, server, { 'gift-rose': 1 })
  await goToPayment(page, 99)
  await payBy(page, '4111111111111111', 99)
  await expect(page.getByLabel(t('store.pay.card'))).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel(t('store.pay.card'))).toBeFocused()
})

test('the bank asks first: refused pays nothing, confirmed pays', async ({ browser, server }) => {
  const { page } = await shop(browser, server, { 'premium-1': 1 })
  await goToPayment(page, 999)
  await payBy(page, cards.bank, 999)
  await expect(heading(page, t('store.pay.bank.title'))).toBeVisible()
  await page.getByRole('button', { name: t('store.pay.bank.refuse') }).click()
  await expect(page.getByText(t('store.pay.refused'))).toBeVisible()

  await payBy(page, cards.bank, 999)
  await page.getByRole('button', { name: t('store.pay.bank.confirm') }).click()
  await isPaid(page)
})

test('the back button in the middle of a payment costs nothing, and after it pays nothing twice', async ({ browser, server }) => {
  const { page } = await shop(browser, server, { 'boost-5': 1 })
  await goToPayment(page, 999)
  const first = page.url()
  await page.goBack()
  await expect(buyButton(page, 999)).toBeVisible()
  // At its end the browser restores the place in the page, from under a press.
  await page.waitForFunction(() => window.navigation?.transition === null)
  await buyButton(page, 999).click()
  // The same cart goes on with the same order.
  await expect(page).toHaveURL(first)
  await payBy(page, cards.pays, 999)
  await isPaid(page)

  await page.goBack()
  await expect(heading(page, t('store.pay.done.title'))).toBeVisible()
  await page.getByRole('link', { name: t('store.pay.done.action') }).click()
  await isPaid(page)
  await page.goto(cartPage)
  await isEmpty(page)
})

test('a cart that the browser brings back out of its memory can be paid again', async ({ browser, server }) => {
  const { page } = await shop(browser, server, { 'boost-1': 1 })
  await page.goto(cartPage)
  await hydrated(page)
  // An answer that does not come leaves the cart as it was sent.
  await page.route(`**${checkoutActions.checkout.path}`, () => {})
  await buyButton(page, 249).click()
  await expect(buyButton(page, 249)).toHaveAttribute('aria-disabled', 'true')
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(buyButton(page, 249)).not.toHaveAttribute('aria-disabled', 'true')
})

test('a cart is live in two tabs, and a total that has changed is not charged', async ({ browser, server }) => {
  const { page } = await shop(browser, server, { 'likes-30': 1 })
  const tab = await page.context().newPage()
  await Promise.all([page.goto(cartPage), tab.goto(cartPage)])
  await Promise.all([hydrated(page), hydrated(tab)])
  await page.getByRole('button', { name: t('store.cart.more', { product: name('likes-30') }) }).click()
  await expect(buyButton(page, 898)).toBeVisible()
  await expect(buyButton(tab, 898)).toBeVisible()

  // A tab without a connection shows the old total, and the server the new one.
  await test.step('a stale tab', async () => {
    const late = await page.context().newPage()
    await late.routeWebSocket(/\/realtime/, (socket) => void socket.close({ code: 4403 }))
    await late.goto(cartPage)
    await hydrated(late)
    await page.getByRole('button', { name: t('store.cart.less', { product: name('likes-30') }) }).click()
    await expect(buyButton(page, 449)).toBeVisible()
    await buyButton(late, 898).click()
    await expect(late.getByText(t('store.cart.changed', { total: pounds(449) }))).toBeVisible()
    await buyButton(late, 449).click()
    await expect(heading(late, t('store.pay.title'))).toBeVisible()
    await payBy(late, cards.pays, 449)
    await isPaid(late)
  })
  await isEmpty(tab)
})

test('a payment that is decided elsewhere shows on the page that waits for it', async ({ browser, server }) => {
  const { page } = await shop(browser, server, { 'gift-star': 1 })
  await goToPayment(page, 499)
  const tab = await page.context().newPage()
  const back = await page.getByRole('link', { name: t('store.pay.back') }).getAttribute('href')
  await tab.goto(String(back).replace('paid=0', 'paid=1'))
  await expect(heading(tab, t('store.returned.waiting.title'))).toBeVisible()
  await payBy(page, cards.pays, 499)
  await isPaid(page)
  await expect(heading(tab, t('store.returned.paid.title'))).toBeVisible()
})

test('a full cart and its code are there after signing out and in', async ({ browser, server }) => {
  const { page, email } = await shop(browser, server, { 'boost-10': 1, 'gift-cake': 3 })
  await server.addPromo('HALFPRICE', 50)
  await page.goto(cartPage)
  await hydrated(page)
  await page.getByLabel(t('store.promo.label')).fill('no such code')
  await page.getByRole('button', { name: t('store.promo.apply') }).click()
  await expect(page.getByText(t('store.promo.promo-unknown'))).toBeVisible()
  await page.getByRole('button', { name: t('store.promo.remove') }).click()
  await page.getByLabel(t('store.promo.label')).fill('half-price')
  await page.getByRole('button', { name: t('store.promo.apply') }).click()
  await expect(buyButton(page, 1148)).toBeVisible()

  // Signed out past the page, which would go to the sign-in by itself.
  await page.goto('about:blank')
  await post(page, sessionActions.signOut.path, {})
  await page.goto(cartPage)
  await expect(page).toHaveURL(/\/sign-in/)
  await signIn(page, email)
  await page.goto(cartPage)
  await expect(buyButton(page, 1148)).toBeVisible()
  await expect(page.getByText(t('store.promo.applied', { code: 'HALFPRICE' }))).toBeVisible()
})

test('a purchase without JavaScript', async ({ browser, server }) => {
  const { page } = await shop(browser, server, {}, { script: false })
  await page.goto(storePage)
  await page.getByLabel(t('store.currency.label')).selectOption('EUR')
  await page.getByRole('button', { name: t('store.currency.save') }).click()
  const euros = (minor: number) => formatMoney(entry, minor, 'EUR')
  await page.getByRole('button', { name: t('store.addNamed', { product: name('gift-coffee') }) }).click()
  await page.getByRole('link', { name: t('store.toCart', { count: 1 }), exact: true }).click()
  await page.getByRole('button', { name: t('store.cart.more', { product: name('gift-coffee') }) }).click()
  await page.getByRole('button', { name: t('store.cart.buy', { total: euros(358) }) }).click()
  await page.getByLabel(t('store.pay.card')).fill('4000 0000 0000 3220')
  await page.getByLabel(t('store.pay.expiry')).fill('12/40')
  await page.getByLabel(t('store.pay.code')).fill('123')
  await page.getByRole('button', { name: t('store.pay.pay', { total: euros(358) }) }).click()
  await page.getByRole('button', { name: t('store.pay.bank.confirm') }).click()
  await isPaid(page)
  await page.goto(cartPage)
  await isEmpty(page)
})

test('a purchase by keyboard alone', async ({ browser, server }) => {
  const { page } = await shop(browser, server, { 'boost-1': 2 })
  await page.goto(cartPage)
  await hydrated(page)
  const press = async (label: string, key = 'Enter') => {
    for (let steps = 0; steps < 60; steps++) {
      const focused = await page.evaluate(() => {
        const { activeElement: element } = document
        return element?.getAttribute('aria-label') ?? element?.textContent ?? ''
      })
      if (focused === label) return page.keyboard.press(key)
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab does not reach '${label}'`)
  }
  await press(t('store.cart.less', { product: name('boost-1') }))
  await expect(buyButton(page, 249)).toBeVisible()
  await press(t('store.cart.buy', { total: pounds(249) }), 'Space')
  await expect(heading(page, t('store.pay.title'))).toBeVisible()
  await hydrated(page)
  await page.getByLabel(t('store.pay.card')).focus()
  await page.keyboard.type(cards.pays)
  await page.keyboard.press('Tab')
  await page.keyboard.type('1240')
  await page.keyboard.press('Tab')
  await page.keyboard.type('123')
  await page.keyboard.press('Enter')
  await isPaid(page)
})
