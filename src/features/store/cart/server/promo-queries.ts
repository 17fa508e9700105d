import { desc, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { isBehindSql, type TimeCursor } from '#db/time-cursor.ts'
import { promoCodes, promoUses } from '#db/schema.ts'
import { auditStatement } from '#features/audit/server/public.ts'
import { mayActSql } from '#server/auth/may-act.ts'
import type { Promo } from '#features/store/promo.ts'

/** Codes, newest first, each with the number of orders that use it. */
export async function listPromos(db: Database, { cursor, limit }: { cursor: TimeCursor | null; limit: number }) {
  return db
    .select({
      code: promoCodes.code,
      percent: promoCodes.percent,
      amounts: promoCodes.amounts,
      usesAtMost: promoCodes.usesAtMost,
      perMemberAtMost: promoCodes.perMemberAtMost,
      startsAt: promoCodes.startsAt,
      endsAt: promoCodes.endsAt,
      createdAt: promoCodes.createdAt,
      uses: sql<number>`(select count(*) from ${promoUses} u where u.code = ${promoCodes.code} and u.released_at is null)`,
    })
    .from(promoCodes)
    .where(isBehindSql(promoCodes.createdAt, promoCodes.code, cursor))
    .orderBy(desc(promoCodes.createdAt), desc(promoCodes.code))
    .limit(limit)
}
export type PromoRow = Awaited<ReturnType<typeof listPromos>>[number]

/** Stores a new code with its audit entry; false if the name is taken. A code never changes, except for its end. */
export async function createPromo(db: Database, promo: Promo, actorId: string, now: number): Promise<boolean> {
  const { code, reduction, usesAtMost, perMemberAtMost, startsAt, endsAt } = promo
  const percent = 'percent' in reduction ? reduction.percent : null
  const amounts = 'percent' in reduction ? null : JSON.stringify(reduction.amounts)
  const isNew = sql`(not exists (select 1 from ${promoCodes} where code = ${code}) and ${mayActSql('createPromo', actorId)})`
  const entry = { actorId, action: 'promo-code.created', subjectKind: 'promo-code', subjectId: code } as const
  const [, created] = await db.batch([
    auditStatement(db, { ...entry, detail: { percent, usesAtMost } }, now, isNew),
    db.all(sql`
      insert into ${promoCodes} (code, percent, amounts, uses_at_most, per_member_at_most, starts_at, ends_at, created_at)
      select ${code}, ${percent}, ${amounts}, ${usesAtMost}, ${perMemberAtMost}, ${startsAt}, ${endsAt}, ${now}
      where ${isNew} returning code`),
  ])
  return created.length > 0
}

/** Ends a code now, with its audit entry; existing orders keep its discount. False if it has already ended. */
export async function endPromo(db: Database, code: string, actorId: string, now: number): Promise<boolean> {
  const isOpen = sql`code = ${code} and (ends_at is null or ends_at > ${now}) and ${mayActSql('endPromo', actorId)}`
  const entry = { actorId, action: 'promo-code.ended', subjectKind: 'promo-code', subjectId: code } as const
  const [, ended] = await db.batch([
    auditStatement(db, entry, now, sql`exists (select 1 from ${promoCodes} where ${isOpen})`),
    db.all(sql`update ${promoCodes} set ends_at = ${now} where ${isOpen} returning code`),
  ])
  return ended.length > 0
}
