import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { secondFactors } from '#db/schema.ts'
import { auditStatement } from '#features/audit/server/public.ts'

const ofMember = (memberId: string) => eq(secondFactors.memberId, memberId)

/** Begins an enrolment, in place of one that was not finished; a confirmed factor stays as it is. */
export async function startFactor(db: Database, memberId: string, sealedSecret: string): Promise<void> {
  await db
    .insert(secondFactors)
    .values({ memberId, sealedSecret, recoveryHashes: [] })
    .onConflictDoUpdate({
      target: secondFactors.memberId,
      set: { sealedSecret, lastStep: 0 },
      setWhere: isNull(secondFactors.confirmedAt),
    })
}

type Confirmation = { memberId: string; step: number; recoveryHashes: string[] }

/** Finishes the enrolment, with its audit entry; false when it was finished before. */
export async function confirmFactor(db: Database, { memberId, step, recoveryHashes }: Confirmation, now: number) {
  const isNew = sql`exists (select 1 from ${secondFactors} where member_id = ${memberId} and confirmed_at is null)`
  const entry = { actorId: memberId, action: 'second-factor.enrolled', subjectKind: 'member', subjectId: memberId } as const
  const [, confirmed] = await db.batch([
    auditStatement(db, entry, now, isNew),
    db
      .update(secondFactors)
      .set({ confirmedAt: now, lastStep: step, recoveryHashes })
      .where(and(ofMember(memberId), isNull(secondFactors.confirmedAt)))
      .returning({ memberId: secondFactors.memberId }),
  ])
  return confirmed.length > 0
}

/** Uses a time step up: true for the first who shows its code, however many show it at once. */
export async function takeStep(db: Database, memberId: string, step: number, sealedAnew: string | null): Promise<boolean> {
  const taken = await db
    .update(secondFactors)
    .set({ lastStep: step, ...(sealedAnew === null ? {} : { sealedSecret: sealedAnew }) })
    .where(and(ofMember(memberId), isNotNull(secondFactors.confirmedAt), lt(secondFactors.lastStep, step)))
    .returning({ memberId: secondFactors.memberId })
  return taken.length > 0
}

/** Uses a recovery code up, with its audit entry: true once. */
export async function takeRecoveryCode(db: Database, memberId: string, hash: string, now: number): Promise<boolean> {
  const has = sql`exists (select 1 from ${secondFactors}, json_each(recovery_hashes)
    where member_id = ${memberId} and confirmed_at is not null and value = ${hash})`
  const entry = { actorId: memberId, action: 'second-factor.recovery-used', subjectKind: 'member', subjectId: memberId } as const
  const [used] = await db.batch([
    auditStatement(db, entry, now, has),
    db
      .update(secondFactors)
      .set({ recoveryHashes: sql`(select json_group_array(value) from json_each(recovery_hashes) where value <> ${hash})` })
      .where(and(ofMember(memberId), has)),
  ])
  return used.length > 0
}
