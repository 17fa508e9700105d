import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Currency } from '#shared/currency.ts'
import { at, id } from './columns.ts'
import { orders } from './store.ts'

/** The payment of an order, with the newest facts from its provider. */
export const payments = sqliteTable(
  'payments',
  {
    orderId: text('order_id')
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    provider: text('provider').$type<'stripe' | 'sandbox' | 'none'>().notNull(),
    /** The provider's checkout session; null until it has answered. */
    sessionId: text('session_id'),
    /** The provider's payment within it; null until one was attempted. */
    intentId: text('intent_id'),
    status: text('status').$type<'open' | 'paid' | 'failed' | 'expired'>().notNull(),
    refunded: integer('refunded').notNull().default(0),
    dispute: text('dispute').$type<'none' | 'open' | 'won' | 'lost'>().notNull().default('none'),
    /** Number of disputes; `dispute` is the outcome of the newest. */
    disputes: integer('disputes').notNull().default(0),
    /** When the provider's list of payments last contained it (reconciliation). */
    listedAt: at('listed_at'),
    /** The provider's amount or currency differs from the order's: nothing is granted, an operator decides. */
    problem: text('problem').$type<'amount' | 'currency'>(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('payments_session').on(t.provider, t.sessionId),
    index('payments_problem')
      .on(t.updatedAt)
      .where(sql`problem is not null`),
  ],
)

/** Settled events: written in the batch of their settlement. */
export const providerEvents = sqliteTable(
  'provider_events',
  {
    provider: text('provider').$type<'stripe' | 'sandbox'>().notNull(),
    id: text('id').notNull(),
    type: text('type').notNull(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    settledAt: at('settled_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.provider, t.id] }), index('provider_events_order').on(t.orderId)],
)

/** One per order: by its member (withdrawal) or an operator. */
export const refunds = sqliteTable(
  'refunds',
  {
    id: id(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    cause: text('cause').$type<'withdrawal' | 'operator' | 'deletion'>().notNull(),
    amount: integer('amount').notNull(),
    /** An operator's reason; '' for a withdrawal, which needs none. */
    reason: text('reason').notNull().default(''),
    createdAt: at('created_at').notNull(),
    /** When the provider accepted it; null while it will be requested again. */
    acceptedAt: at('accepted_at'),
  },
  (t) => [
    uniqueIndex('refunds_order').on(t.orderId),
    index('refunds_unsettled')
      .on(t.createdAt)
      .where(sql`accepted_at is null`),
  ],
)

/** A payment as its provider would store it; local environments only. */
export const sandboxPayments = sqliteTable(
  'sandbox_payments',
  {
    sessionId: text('session_id').primaryKey(),
    orderId: text('order_id').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    amount: integer('amount').notNull(),
    status: text('status').$type<'open' | 'paid' | 'failed' | 'expired'>().notNull(),
    refunded: integer('refunded').notNull().default(0),
    dispute: text('dispute').$type<'none' | 'open' | 'won' | 'lost'>().notNull().default('none'),
    disputes: integer('disputes').notNull().default(0),
    createdAt: at('created_at').notNull(),
  },
  (t) => [index('sandbox_payments_created').on(t.createdAt, t.sessionId)],
)

/** A daily (UTC) comparison of the provider's payments with our orders: its progress and results. */
export const reconciliations = sqliteTable('reconciliations', {
  day: text('day').primaryKey(),
  startedAt: at('started_at').notNull(),
  /** Null while it is running. */
  finishedAt: at('finished_at'),
  step: text('step').$type<'provider' | 'orders'>().notNull(),
  /** Where the next page of the step begins; null at its start. */
  cursor: text('cursor'),
  payments: integer('payments').notNull().default(0),
  orders: integer('orders').notNull().default(0),
})

/** Differences between the provider and us, one row per payment and kind. */
export const paymentDifferences = sqliteTable(
  'payment_differences',
  {
    id: id(),
    /** The provider's checkout session. */
    sessionId: text('session_id').notNull(),
    kind: text('kind')
      .$type<
        'missing-order' | 'amount' | 'currency' | 'refund' | 'dispute' | 'paid-not-granted' | 'granted-not-paid' | 'paid-twice'
      >()
      .notNull(),
    /** As named in the provider's payment; there may be no such order. */
    orderId: text('order_id').notNull(),
    currency: text('currency').notNull(),
    /** Minor units, by our order and by the provider. */
    ours: integer('ours').notNull(),
    theirs: integer('theirs').notNull(),
    foundAt: at('found_at').notNull(),
    seenAt: at('seen_at').notNull(),
    /** When a comparison found it resolved. */
    endedAt: at('ended_at'),
    /** When an operator resolved it, and their note. It is only reopened with another amount from the provider. */
    closedAt: at('closed_at'),
    closedBy: text('closed_by'),
    note: text('note').notNull().default(''),
  },
  (t) => [
    uniqueIndex('payment_differences_payment').on(t.sessionId, t.kind),
    index('payment_differences_unsettled')
      .on(t.foundAt)
      .where(sql`ended_at is null and closed_at is null`),
    index('payment_differences_found').on(t.foundAt),
  ],
)
