import type { Page } from '@playwright/test'
import { cartActions, checkoutActions, type CartView, type CheckoutAnswer } from '#features/store/contract.ts'
import type { Currency } from '#shared/currency.ts'
import { post } from './demo.ts'

/** Buys these products by card, without a page, and returns the order's id. */
export async function buy(page: Page, lines: Record<string, number>, currency: Currency = 'GBP'): Promise<string> {
  await post(page, cartActions.setCurrency.path, { currency })
  let total = 0
  for (const [product, quantity] of Object.entries(lines)) {
    const answer = await post(page, cartActions.setLine.path, { product, quantity })
    const cart: CartView = await answer.json()
    total = cart.totals.total
  }
  const key = crypto.randomUUID()
  const placed: CheckoutAnswer = await (await post(page, checkoutActions.checkout.path, { key, currency, total })).json()
  const session = `cs_sandbox_${placed.orderId}`
  await post(page, checkoutActions.payByCard.path, { session, card: '4242424242424242', expiry: '12/40', code: '123' })
  return placed.orderId
}
