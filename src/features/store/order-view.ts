import type { Currency } from '#shared/currency.ts'
import type { EntitlementKind } from '#shared/entitlement-kind.ts'
import type { OrderState } from './order-state.ts'

/** The seller, by the operator's settings; null if a setting is empty. Without a name, the brand's name is used. */
export type Seller = {
  name: string
  address: string | null
  register: string | null
  taxNumber: string | null
  contactEmail: string
}

export type OrderLineView = {
  id: string
  product: string
  kind: EntitlementKind
  quantity: number
  unitPrice: number
  gross: number
  paid: number
}

/** What was paid back, or is about to be. `at`: when it was decided. */
export type RefundView = { amount: number; at: number }

/** An order as shown to its member; amounts in minor units, tax included, times in ms. `receiptNumber`: null until it is paid. */
export type OrderView = {
  id: string
  state: OrderState
  currency: Currency
  placedAt: number
  paidAt: number | null
  receiptNumber: number | null
  lines: OrderLineView[]
  gross: number
  discount: number
  total: number
  taxRate: number
  net: number
  tax: number
  promoCode: string | null
  refund: RefundView | null
  /** The payer's bank has taken the payment back. */
  isReturned: boolean
  seller: Seller
}

/** The unused part of one line: in pieces, or in ms of premium, by whole days. */
export type WithdrawalLine = { id: string; granted: number; left: number; paid: number; refund: number; why: UsedEarly[] }
/** Why more premium counts as used than has elapsed: a week's boost was used, or more likes were given in a day than are free. */
export type UsedEarly = 'week' | 'likes'
export type Withdrawal = { lines: WithdrawalLine[]; amount: number; until: number }
export type WithdrawalRefusal = 'not-paid' | 'disputed' | 'refunded' | 'too-late' | 'nothing-left'

export type OrderProps = { order: OrderView; withdrawal: Withdrawal | WithdrawalRefusal }

export type OrderRow = Pick<OrderView, 'id' | 'currency' | 'total' | 'placedAt'> & { status: OrderStatus; products: string[] }
/** `next`: URL parameter of the page of older orders. */
export type OrdersProps = { orders: OrderRow[]; next: string | null; isPaged: boolean }

/** An order's state as shown to people. */
export type OrderStatus = 'pending' | 'paid' | 'refunding' | 'refunded' | 'returned' | 'failed' | 'expired' | 'disputed'

export function statusOf({
  state,
  hasRefund,
  isReturned,
}: {
  state: OrderState
  hasRefund: boolean
  isReturned: boolean
}): OrderStatus {
  if (state === 'refunded') return isReturned ? 'returned' : 'refunded'
  if (state === 'paid' || state === 'fulfilled') return hasRefund ? 'refunding' : 'paid'
  return state
}

/**
 * 14 days that begin on the day after the payment: 15 times 24 hours, so that the last day is also over in the member's time zone
 * (Directive 2011/83/EU, art. 9; Regulation 1182/71, art. 3).
 */
export const withdrawalMs = 15 * 24 * 60 * 60_000

const dayMs = 24 * 60 * 60_000

/** The last whole day on which a member may withdraw, as a time within it. */
export const lastWithdrawalDay = (paidAt: number) => paidAt + withdrawalMs - dayMs
