import { and, desc, eq, gt } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { boosts, profiles, type entitlements } from '#db/schema.ts'
import { newId } from '#server/crypto/secrets.ts'
import type { OwnedView } from '../contract.ts'
import { balanceAt, boostsLeft, hasBegun, premiumUntil, weeklyBoost, type Entry } from '../rules.ts'
import { gainStatement, runningSql, toGains } from './gain-queries.ts'
import { ledgerStatement } from './queries.ts'

/** For this long, the store links to the results of a boost that has ended. */
const lookBackMs = 7 * 24 * 60 * 60_000

/** For a page's batch: the rows that `toOwned` reads. */
export const ownedStatements = (db: Database, memberId: string, now: number) =>
  [
    ledgerStatement(db, memberId),
    db
      .select({ id: boosts.id, startsAt: boosts.startsAt, endsAt: boosts.endsAt })
      .from(boosts)
      .where(and(eq(boosts.memberId, memberId), gt(boosts.endsAt, now - lookBackMs)))
      .orderBy(desc(boosts.endsAt)),
    gainStatement(db, runningSql(memberId, now), now),
    db.select({ showsPremium: profiles.showsPremium }).from(profiles).where(eq(profiles.memberId, memberId)),
  ] as const

type Rows = readonly [
  ledger: readonly (typeof entitlements.$inferSelect)[],
  boosts: readonly { id: string; startsAt: number; endsAt: number }[],
  gains: Parameters<typeof toGains>[0],
  profile: readonly { showsPremium: boolean }[],
]

/** What the member owns, by the rows of `ownedStatements`. */
export function toOwned([ledger, recent, gains, [profile]]: Rows, now: number): OwnedView {
  // Excludes those that a refund ended before they began. The first to end is the active one.
  const open = recent.filter(({ startsAt, endsAt }) => endsAt > now && startsAt < endsAt)
  const running = open.findLast((boost) => hasBegun(boost, now))
  const weekly = weeklyBoost(ledger, now)
  return {
    boosts: boostsLeft(ledger, now),
    weeklyUntil: weekly?.expiresAt ?? null,
    running: running ? { ...running, ...(toGains(gains).get(running.id) ?? { views: 0, likes: 0, matches: 0 }) } : null,
    waiting: open.length - (running ? 1 : 0),
    // A boost that a refund ended before it began has no results.
    lastBoost: recent.find(({ startsAt, endsAt }) => endsAt <= now && startsAt < endsAt)?.id ?? null,
    premiumUntil: premiumUntil(ledger, now),
    showsPremium: profile?.showsPremium ?? false,
    gifts: giftsOf(ledger, now),
    key: newId(),
  }
}

function giftsOf(ledger: readonly Entry[], now: number): OwnedView['gifts'] {
  const kinds = new Set(ledger.flatMap(({ kind }) => (kind !== 'premium' && kind.startsWith('gift-') ? [kind] : [])))
  return [...kinds].map((kind) => ({ kind, left: balanceAt(ledger, kind, now) })).filter(({ left }) => left > 0)
}
