import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { boosts, entitlements, profiles } from '#db/schema.ts'
import { notFound } from '#shared/errors.ts'
import type { BoostReceiptView } from '../contract.ts'
import { deservesGoodwill } from '../gain.ts'
import { hasBegun } from '../rules.ts'
import { gainStatement, toGains } from './gain-queries.ts'

/** For a page's batch: the rows that `toReceipt` reads, for a boost of this member. */
export const receiptStatements = (db: Database, memberId: string, boostId: string, now: number) =>
  [
    db
      .select({
        id: boosts.id,
        startsAt: boosts.startsAt,
        endsAt: boosts.endsAt,
        shownTo: boosts.extraViews,
        gain: boosts.gain,
        isInvisible: profiles.browsesInvisibly,
        isGiven: sql<number>`exists (select 1 from ${entitlements} e
          where e.source_kind = 'goodwill' and e.source_id = ${boosts.id} and e.kind = 'boost')`.as('is_given'),
      })
      .from(boosts)
      .innerJoin(profiles, eq(profiles.memberId, boosts.memberId))
      .where(and(eq(boosts.id, boostId), eq(boosts.memberId, memberId))),
    gainStatement(db, sql`b.id = ${boostId} and b.member_id = ${memberId} and b.gain is null`, now),
  ] as const

type Row = Omit<BoostReceiptView, 'gain' | 'isOver' | 'goodwill'> & { gain: BoostReceiptView['gain'] | null; isGiven: number }

/** The results of the boost, from the rows of `receiptStatements`; 404 unless it has begun. */
export function toReceipt(
  [rows, gains]: readonly [readonly Row[], Parameters<typeof toGains>[0]],
  now: number,
): BoostReceiptView {
  const row = rows[0]
  if (!row || !hasBegun(row, now)) throw notFound()
  const { isGiven, ...boost } = row
  const gain = row.gain ?? toGains(gains).get(row.id) ?? { views: 0, likes: 0, matches: 0 }
  const isOver = row.endsAt <= now
  const isDue = isOver && row.gain === null && deservesGoodwill(row, gain)
  return { ...boost, gain, isOver, goodwill: isGiven ? 'given' : isDue ? 'due' : 'none' }
}
