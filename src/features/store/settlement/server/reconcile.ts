import { openDatabase, type Database } from '#db/database.ts'
import { parseCursor } from '#db/time-cursor.ts'
import type { Env } from '#server/env.ts'
import { log } from '#server/log.ts'
import { dayOf } from '#server/security-events.ts'
import type { ListedPayment } from '#features/store/payment-facts.ts'
import { differencesOf, reconciledMs, type ComparedOrder } from '../reconciliation.ts'
import { findProvider } from '#features/store/server/payment/choose.ts'
import type { PaymentProvider } from '#features/store/server/payment/provider.ts'
import {
  cursorOf,
  openDifferencesStatement,
  openReconciliation,
  readCompared,
  saveStep,
  walkOrders,
  type FoundDifference,
  type Progress,
} from './reconcile-queries.ts'
import { settlePayment } from './settle-order.ts'

/** Steps in one run of the cron: each is one list from the provider, or 500 of our orders. */
const mostSteps = 5
/** Maximum number of payments that one step fetches from the provider, one by one. */
const mostAsked = 20
/** Orders are compared from this age on, because the payment of a younger one may be in progress. */
const youngMs = 60 * 60_000

export type Reconciled = { rows: number; settled: number; differences: number; isMore: boolean }

/**
 * Cron: compares the provider's payments with our orders once a day, a part in each run. A difference that the provider's own
 * answer resolves is settled; all others wait for operators and raise an alarm.
 */
export async function reconcilePayments(env: Env, now: number): Promise<Reconciled> {
  const done = { rows: 0, settled: 0, differences: 0, isMore: false }
  const provider = findProvider(env, env.PUBLIC_ORIGIN || 'http://localhost')
  if (!provider) return done
  const db = openDatabase(env.DB)
  for (let steps = 0; steps < mostSteps; steps++) {
    const progress = await openReconciliation(db, dayOf(now), now)
    if (!progress || progress.finishedAt !== null) return done
    const compare = progress.step === 'provider' ? compareList : compareOrders
    const { rows, settled, isLast } = await compare(db, provider, progress, now)
    done.rows += rows
    done.settled += settled
    if (isLast) return { ...done, differences: await raiseAlarm(db) }
  }
  return { ...done, isMore: true }
}

async function raiseAlarm(db: Database): Promise<number> {
  const [open] = await openDifferencesStatement(db)
  const { total = 0, oldest = null } = open ?? {}
  if (total > 0) {
    const since = new Date(oldest ?? 0).toISOString()
    log('error', 'reconciliation-alarm', { differences: total, since, cure: 'see /ops/payments and docs/operations/repair.md' })
  }
  return total
}

type Stepped = { rows: number; settled: number; isLast: boolean }

/** One list from the provider: does each payment match its order? */
async function compareList(db: Database, provider: PaymentProvider, progress: Progress, now: number): Promise<Stepped> {
  const { startedAt, cursor } = progress
  const { payments, next } = await provider.listPayments({ from: startedAt - reconciledMs, to: startedAt, cursor })
  const orders = await readCompared(
    db,
    payments.map(({ orderId }) => orderId),
  )
  const { found, settled } = await confirm(db, provider, { listed: payments, orders }, now)
  const sessions = payments.map(({ sessionId }) => sessionId)
  await saveStep(db, {
    progress,
    next: { step: next === null ? 'orders' : 'provider', cursor: next, finishedAt: null },
    compared: sessions,
    listed: sessions,
    found,
    walked: { payments: payments.length, orders: 0 },
    now,
  })
  return { rows: payments.length, settled, isLast: false }
}

/** Some of our orders: does the provider have the payment of each that counts as paid? */
async function compareOrders(db: Database, provider: PaymentProvider, progress: Progress, now: number): Promise<Stepped> {
  const { startedAt, cursor } = progress
  const { walked, isLast } = await walkOrders(db, {
    provider: provider.name,
    from: startedAt - reconciledMs,
    to: startedAt - youngMs,
    cursor: cursor === null ? null : parseCursor(cursor),
    listedSince: startedAt,
  })
  const suspects = walked.filter(({ isSuspect }) => isSuspect).slice(0, mostAsked)
  const asked = await Promise.all(suspects.map((order) => askFor(provider, order)))
  const orders = await readCompared(
    db,
    suspects.map(({ id }) => id),
  )
  const { found, settled } = await confirm(db, provider, { listed: asked, orders }, now)
  // If there are more suspects than may be fetched, the next step continues after the last of these.
  const isCut = walked.filter(({ isSuspect }) => isSuspect).length > suspects.length
  const last = isCut ? suspects.at(-1) : walked.at(-1)
  const isDone = isLast && !isCut
  await saveStep(db, {
    progress,
    next: { step: 'orders', cursor: isDone || !last ? cursor : cursorOf(last), finishedAt: isDone ? now : null },
    compared: asked.map(({ sessionId }) => sessionId),
    listed: [],
    found,
    walked: { payments: 0, orders: isCut && last ? walked.indexOf(last) + 1 : walked.length },
    now,
  })
  return { rows: walked.length, settled, isLast: isDone }
}

/** The provider's answer about one order; if it knows no such payment, an expired one with amount 0. */
async function askFor(
  provider: PaymentProvider,
  { id, sessionId }: { id: string; sessionId: string | null },
): Promise<ListedPayment> {
  const fetched = sessionId === null ? null : await provider.fetchPayment({ sessionId })
  if (fetched) return toListed(fetched)
  return { orderId: id, sessionId: sessionId ?? id, status: 'expired', amount: 0, currency: '', refunded: 0, isDisputed: false }
}

type Fetched = NonNullable<Awaited<ReturnType<PaymentProvider['fetchPayment']>>>

function toListed({ orderId, sessionId, answer }: Fetched): ListedPayment {
  const { status, amount, currency, refunded, dispute } = answer
  return { orderId, sessionId, status, amount, currency, refunded, isDisputed: dispute !== 'none' }
}

/** The provider's payments, and our orders for these by id. */
type Compared = { listed: readonly ListedPayment[]; orders: ReadonlyMap<string, ComparedOrder> }

/**
 * Checks a difference again: the list may be older than our order, and an event may have been lost. The order is then settled by
 * the provider's answer, and only what still differs counts.
 */
async function confirm(
  db: Database,
  provider: PaymentProvider,
  { listed, orders }: Compared,
  now: number,
): Promise<{ found: FoundDifference[]; settled: number }> {
  const differ = (each: ListedPayment, known: ReadonlyMap<string, ComparedOrder>) =>
    differencesOf(known.get(each.orderId) ?? null, each, now)
  const suspects = listed.filter((each) => differ(each, orders).length > 0)
  const isAsked = (each: ListedPayment, index: number) => index < mostAsked && orders.has(each.orderId)
  const fresh = await Promise.all(
    suspects.map(async (each, index) => {
      if (!isAsked(each, index) || each.amount === 0) return each
      await settlePayment(db, provider, { sessionId: each.sessionId }, now)
      const fetched = await provider.fetchPayment({ sessionId: each.sessionId })
      return fetched ? toListed(fetched) : each
    }),
  )
  const after = await readCompared(
    db,
    fresh.map(({ orderId }) => orderId),
  )
  const left = fresh.filter((each) => differ(each, after).length > 0)
  const found = left.flatMap((each) =>
    differ(each, after).map((difference) => {
      const { sessionId, orderId } = each
      const currency = after.get(orderId)?.currency ?? each.currency.toUpperCase()
      return { ...difference, sessionId, orderId, currency }
    }),
  )
  return { found, settled: suspects.length - left.length }
}
