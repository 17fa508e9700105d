import type { D1Decisions } from './d1-decisions.ts'
import { cascade, owner, ownerless, progress } from './reasons.ts'

/** The store, the ledger and payments. */
export const storeTables = {
  entitlements: {
    export: {
      columns: {
        id: true,
        memberId: owner,
        seq: true,
        kind: true,
        units: true,
        sourceKind: true,
        sourceId: "may name another member's act",
        startsAt: true,
        expiresAt: true,
        createdAt: true,
      },
    },
    purge: `${cascade}; orders keep what the law requires`,
  },
  products: { export: ownerless, purge: 'stays' },
  prices: { export: ownerless, purge: 'stays' },
  carts: {
    export: { columns: { memberId: owner, currency: true, promoCode: true, revision: progress, updatedAt: true } },
    purge: cascade,
  },
  cartLines: {
    export: { columns: { memberId: owner, productId: true, quantity: true, addedAt: true } },
    purge: cascade,
  },
  orders: {
    export: {
      rows: 'without settlement fields',
      columns: {
        id: true,
        memberId: owner,
        state: true,
        idempotencyKey: progress,
        cartRevision: progress,
        currency: true,
        country: true,
        locale: true,
        gross: true,
        discount: true,
        total: true,
        taxRate: true,
        net: true,
        tax: true,
        promoCode: true,
        giftConversationId: true,
        receiptNumber: true,
        placedAt: true,
        paidAt: true,
        version: progress,
        settlement: progress,
      },
    },
    purge: 'stays without its member',
  },
  orderLines: {
    export: {
      columns: {
        id: true,
        orderId: true,
        position: true,
        productId: true,
        kind: true,
        units: true,
        quantity: true,
        unitPrice: true,
        gross: true,
        discount: true,
        paid: true,
      },
    },
    purge: 'stays with its order',
  },
  payments: {
    export: {
      rows: "without the provider's ids",
      columns: {
        orderId: true,
        provider: true,
        sessionId: 'an id of the provider',
        intentId: 'an id of the provider',
        status: true,
        refunded: true,
        dispute: true,
        disputes: true,
        listedAt: progress,
        problem: progress,
        updatedAt: true,
      },
    },
    purge: 'stays with its order',
  },
  refunds: {
    export: {
      columns: { id: true, orderId: true, cause: true, amount: true, reason: true, createdAt: true, acceptedAt: true },
    },
    purge: 'stays with its order',
  },
  promoUses: {
    export: {
      rows: 'as part of the order',
      columns: { orderId: true, code: true, memberId: owner, usedAt: true, releasedAt: true },
    },
    purge: 'stays without its member',
  },
  promoCodes: { export: ownerless, purge: 'stays' },
  orderNews: { export: { because: 'the order contains it' }, purge: 'stays with its order' },
  providerEvents: { export: { because: "the provider's own ids" }, purge: 'stays with its order' },
  sandboxPayments: { export: { because: 'no real payment' }, purge: 'stays: it names no one' },
  reconciliations: { export: ownerless, purge: 'stays' },
  paymentDifferences: { export: { because: "the operators' own record" }, purge: 'stays: it only names the order' },
} satisfies Partial<D1Decisions>
