import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import { openDatabase, type Database } from '#db/database.ts'
import { readBatch } from '#db/read-batch.ts'
import { boosts, entitlements } from '#db/schema.ts'
import { finishEach, type Finished } from '#server/finish-each.ts'
import type { Env } from '#server/env.ts'
import { deservesGoodwill, type Counts } from '../gain.ts'
import type { Entry } from '../rules.ts'
import { gainStatement, toGains } from './gain-queries.ts'
import { appendStatement, isLedgerSql, ledgerStatement } from './queries.ts'

/** Maximum number of boosts that one run of the cron counts. */
const mostAtOnce = 50
/** Maximum number of interfering parallel writers of one ledger before a boost is left to the next run. */
const mostTries = 5

/** Cron: counts the results of each boost that has ended, and compensates those that achieved little. */
export async function countBoosts(env: Pick<Env, 'DB'>, now: number): Promise<Finished> {
  const db = openDatabase(env.DB)
  const ended = await db
    .select({ id: boosts.id })
    .from(boosts)
    .where(and(isNull(boosts.gain), lte(boosts.endsAt, now)))
    .orderBy(asc(boosts.endsAt))
    .limit(mostAtOnce)
  return finishEach('boosts', ended, ({ id }) => countBoost(db, id, now))
}

/**
 * Counts one boost that has ended, once. The results and the compensating boost of 15 minutes are one batch, which is valid only
 * for the ledger that was read. A crash leaves both to the next run, and a repeat grants nothing.
 */
export async function countBoost(db: Database, id: string, now: number): Promise<void> {
  for (let tries = 0; tries < mostTries; tries++) {
    const { boost, gains, ledger } = await readBatch(db, {
      boost: db
        .select({ memberId: boosts.memberId, startsAt: boosts.startsAt, endsAt: boosts.endsAt })
        .from(boosts)
        .where(and(eq(boosts.id, id), isNull(boosts.gain), lte(boosts.endsAt, now))),
      gains: gainStatement(db, sql`b.id = ${id}`, now),
      ledger: db
        .select()
        .from(entitlements)
        .where(sql`member_id = (select member_id from ${boosts} where id = ${id})`)
        .orderBy(asc(entitlements.seq)),
    })
    const found = boost[0]
    if (!found) return
    const gain = toGains(gains).get(id) ?? { views: 0, likes: 0, matches: 0 }
    if (await write(db, { id, ...found, gain, ledger, now })) return
  }
  throw new Error('the ledger changes too fast')
}

type Counted = {
  id: string
  memberId: string
  startsAt: number
  endsAt: number
  gain: Counts
  ledger: Awaited<ReturnType<typeof ledgerStatement>>
  now: number
}

async function write(db: Database, { id, memberId, gain, ledger, now, ...span }: Counted): Promise<boolean> {
  const isUncounted = sql`exists (select 1 from ${boosts} where id = ${id} and gain is null and ends_at = ${span.endsAt})`
  const isSame = sql`${isLedgerSql(memberId, ledger.length)} and ${isUncounted}`
  const counted = (when = isUncounted) =>
    db.all<{ id: string }>(sql`update ${boosts} set gain = ${JSON.stringify(gain)} where id = ${id} and ${when} returning id`)
  if (!deservesGoodwill(span, gain)) return (await counted()).length > 0
  const goodwill: Entry = {
    kind: 'boost',
    units: 1,
    sourceKind: 'goodwill',
    sourceId: id,
    startsAt: now,
    expiresAt: null,
    createdAt: now,
  }
  const isGiven = sql`exists (select 1 from ${entitlements} where source_kind = 'goodwill' and source_id = ${id} and kind = 'boost')`
  const [, marked] = await db.batch([
    appendStatement(db, { memberId, entries: [goodwill], seen: ledger.length }, isSame),
    counted(sql`gain is null and ${isGiven}`),
  ])
  return marked.length > 0
}
