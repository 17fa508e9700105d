import { and, eq, gt, max, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { readBatch } from '#db/read-batch.ts'
import { boosts, entitlements, profiles } from '#db/schema.ts'
import { newId } from '#server/crypto/secrets.ts'
import { AppError } from '#shared/errors.ts'
import { planBoost, type BoostPlan } from '../rules.ts'
import { appendStatement, isLedgerSql, ledgerStatement } from './queries.ts'

/** Maximum number of interfering parallel calls of one member before this one gives up. */
const mostTries = 10

/**
 * Activates a boost; null if none is left. `id` identifies it: a repeat with the same id is the same boost. The entry and the row
 * of `boosts` are one batch, which is valid only for the ledger that was read: two parallel calls never spend one unit.
 */
export async function activateBoost(
  db: Database,
  memberId: string,
  now: number,
  id = newId(),
): Promise<BoostPlan['boost'] | null> {
  for (let tries = 0; tries < mostTries; tries++) {
    const { ledger, busy, same } = await readBatch(db, {
      ledger: ledgerStatement(db, memberId),
      busy: db
        .select({ until: max(boosts.endsAt) })
        .from(boosts)
        .where(and(eq(boosts.memberId, memberId), gt(boosts.endsAt, now))),
      same: db
        .select({ memberId: boosts.memberId, id: boosts.id, startsAt: boosts.startsAt, endsAt: boosts.endsAt })
        .from(boosts)
        .where(eq(boosts.id, id)),
    })
    const [earlier] = same
    if (earlier) return repeated(earlier, memberId)
    const plan = planBoost(ledger, id, busy[0]?.until ?? null, now)
    if (!plan) return null
    if (await write(db, memberId, plan, ledger.length)) return plan.boost
  }
  throw new AppError('The ledger changes too fast', { status: 503, code: 'unavailable' })
}

function repeated({ memberId, ...boost }: BoostPlan['boost'] & { memberId: string }, asker: string): BoostPlan['boost'] {
  if (memberId !== asker) throw new AppError('The id is taken', { status: 409, code: 'conflict' })
  return boost
}

async function write(db: Database, memberId: string, { boost, entries }: BoostPlan, seen: number): Promise<boolean> {
  const [written] = await db.batch([
    appendStatement(db, { memberId, entries, seen }, isLedgerSql(memberId, seen)),
    db.all(sql`
      insert into ${boosts} (id, member_id, starts_at, ends_at, parent_x, parent_y)
      select ${boost.id}, member_id, ${boost.startsAt}, ${boost.endsAt}, parent_x, parent_y from ${profiles}
      where member_id = ${memberId}
        and exists (select 1 from ${entitlements} where source_kind = 'use' and source_id = ${boost.id} and kind = 'boost')
      on conflict (id) do nothing`),
  ])
  return written.length > 0
}
