import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Currency } from '#shared/currency.ts'
import { members } from './accounts.ts'
import { at, id } from './columns.ts'
import type { EntitlementKind } from '#shared/entitlement-kind.ts'
import type { OrderEvent } from '#shared/realtime/order-event.ts'

/** A product: content. Each one adds `units` of `kind` to the ledger; for premium these are months. */
export const products = sqliteTable('products', {
  id: text('id').primaryKey(),
  kind: text('kind').$type<EntitlementKind>().notNull(),
  units: integer('units').notNull(),
  /** Order in the store. */
  position: integer('position').notNull(),
  /** Products that are no longer sold stay, because orders contain them. */
  onSale: integer('on_sale', { mode: 'boolean' }).notNull(),
})

/** In minor units, tax included. */
export const prices = sqliteTable(
  'prices',
  {
    productId: text('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    currency: text('currency').$type<Currency>().notNull(),
    amount: integer('amount').notNull(),
  },
  (t) => [primaryKey({ columns: [t.productId, t.currency] }), check('prices_positive', sql`${t.amount} > 0`)],
)

/** One cart per member, the same on every device. */
export const carts = sqliteTable('carts', {
  memberId: text('member_id')
    .primaryKey()
    .references(() => members.id, { onDelete: 'cascade' }),
  /** Null: derived from the country, otherwise the language. */
  currency: text('currency').$type<Currency>(),
  /** Normalized; it may have expired since it was entered. */
  promoCode: text('promo_code'),
  /** Incremented by every change: an order is placed only from the cart that was priced. */
  revision: integer('revision').notNull().default(1),
  updatedAt: at('updated_at').notNull(),
})

export const cartLines = sqliteTable(
  'cart_lines',
  {
    memberId: text('member_id')
      .notNull()
      .references(() => carts.memberId, { onDelete: 'cascade' }),
    productId: text('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    quantity: integer('quantity').notNull(),
    addedAt: at('added_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.productId] }),
    index('cart_lines_product').on(t.productId),
    check('cart_lines_quantity', sql`${t.quantity} between 1 and 20`),
  ],
)

/** Discount codes, created by operators. Exactly one of `percent` and `amounts` is set. */
export const promoCodes = sqliteTable(
  'promo_codes',
  {
    code: text('code').primaryKey(),
    percent: integer('percent'),
    /** Minor units by currency. */
    amounts: text('amounts', { mode: 'json' }).$type<Partial<Record<Currency, number>>>(),
    usesAtMost: integer('uses_at_most'),
    perMemberAtMost: integer('per_member_at_most'),
    startsAt: at('starts_at'),
    endsAt: at('ends_at'),
    createdAt: at('created_at').notNull(),
  },
  (t) => [check('promo_codes_one', sql`(${t.percent} is null) <> (${t.amounts} is null)`)],
)

/** A purchase: an immutable snapshot. Has no member after a purge. */
export const orders = sqliteTable(
  'orders',
  {
    id: id(),
    memberId: text('member_id').references(() => members.id, { onDelete: 'set null' }),
    state: text('state').$type<'pending' | 'paid' | 'fulfilled' | 'refunded' | 'failed' | 'expired' | 'disputed'>().notNull(),
    /** Chosen by the form that places the order: the same key is the same order. */
    idempotencyKey: text('idempotency_key').notNull(),
    /** Revision of the cart that was ordered. */
    cartRevision: integer('cart_revision').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    /** ISO 3166, derived from the network address; null if unknown. */
    country: text('country'),
    locale: text('locale').notNull(),
    gross: integer('gross').notNull(),
    discount: integer('discount').notNull(),
    total: integer('total').notNull(),
    /** Hundredths of a percent. */
    taxRate: integer('tax_rate').notNull(),
    net: integer('net').notNull(),
    tax: integer('tax').notNull(),
    promoCode: text('promo_code'),
    /** The conversation for which a gift was bought; null for an order of a cart. */
    giftConversationId: text('gift_conversation_id'),
    /** Increases without gaps; assigned with the payment. */
    receiptNumber: integer('receipt_number'),
    placedAt: at('placed_at').notNull(),
    paidAt: at('paid_at'),
    /** Incremented by every settlement that changes something. */
    version: integer('version').notNull().default(0),
    /** Random id of the newest settlement: the other statements of its batch are conditional on it. */
    settlement: text('settlement'),
  },
  (t) => [
    uniqueIndex('orders_key').on(t.memberId, t.idempotencyKey),
    uniqueIndex('orders_receipt').on(t.receiptNumber),
    index('orders_member').on(t.memberId, t.placedAt),
    index('orders_placed').on(t.placedAt, t.id),
    index('orders_state').on(t.state, t.placedAt, t.id),
    index('orders_pending')
      .on(t.placedAt)
      .where(sql`state = 'pending'`),
  ],
)

/** `id` is the cause of the ledger's entries. */
export const orderLines = sqliteTable(
  'order_lines',
  {
    id: id(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    productId: text('product_id').notNull(),
    kind: text('kind').$type<EntitlementKind>().notNull(),
    /** Total of the line: the product's units times the quantity. */
    units: integer('units').notNull(),
    quantity: integer('quantity').notNull(),
    unitPrice: integer('unit_price').notNull(),
    gross: integer('gross').notNull(),
    discount: integer('discount').notNull(),
    paid: integer('paid').notNull(),
  },
  (t) => [uniqueIndex('order_lines_order').on(t.orderId, t.position)],
)

/** Orders that occupy a use of a code. */
export const promoUses = sqliteTable(
  'promo_uses',
  {
    orderId: text('order_id')
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    code: text('code').notNull(),
    memberId: text('member_id').references(() => members.id, { onDelete: 'set null' }),
    usedAt: at('used_at').notNull(),
    /** Null while it counts; set when the order has failed or expired. */
    releasedAt: at('released_at'),
  },
  (t) => [index('promo_uses_code').on(t.code, t.releasedAt, t.memberId), index('promo_uses_member').on(t.memberId)],
)

/**
 * An event of an order that its member is notified of, once: written with the change itself. It is sent afterwards as a
 * notification and, for payments and refunds, as an email.
 */
export const orderNews = sqliteTable(
  'order_news',
  {
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    event: text('event').$type<OrderEvent>().notNull(),
    createdAt: at('created_at').notNull(),
    /** Until then one worker sends it, and no other. */
    claimedUntil: at('claimed_until').notNull().default(0),
    /** When notification and email were handed over; null until then, and it is retried. */
    sentAt: at('sent_at'),
    /** Identifies the one queued email of the event that may be sent. */
    emailToken: text('email_token'),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.event] }),
    index('order_news_unsent')
      .on(t.createdAt)
      .where(sql`sent_at is null`),
  ],
)

/** A gift sent in a conversation; its id is the cause of the ledger's use, and the `cid` of its message. */
export const gifts = sqliteTable(
  'gifts',
  {
    id: id(),
    fromId: text('from_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    toId: text('to_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    conversationId: text('conversation_id').notNull(),
    kind: text('kind').$type<EntitlementKind>().notNull(),
    sentAt: at('sent_at').notNull(),
    /** When its message was stored in the conversation; null until then, and it is retried. */
    deliveredAt: at('delivered_at'),
    /** When its unit was returned, because the conversation had ended before its message was stored. */
    returnedAt: at('returned_at'),
  },
  (t) => [
    index('gifts_from').on(t.fromId, t.sentAt),
    index('gifts_to').on(t.toId, t.sentAt),
    index('gifts_undelivered')
      .on(t.sentAt)
      .where(sql`delivered_at is null and returned_at is null`),
  ],
)
