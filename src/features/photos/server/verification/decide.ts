import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { activeStates, isInOwnStateSql } from '#db/predicates/own-state.ts'
import { members, photos, profiles, verifications } from '#db/schema.ts'
import { orderAfter, type TimeCursor } from '#db/time-cursor.ts'
import { auditStatement, lookStatement, type PageReader } from '#features/audit/server/public.ts'
import { mayActSql } from '#server/auth/may-act.ts'
import type { RefusedBecause } from '#features/photos/contract.ts'
import { verificationLimits } from '#features/photos/verification.ts'
import { mainPhotoSql } from '../stale-verification.ts'

/** SQL beside a row of `verifications`: its picture waits, and may still be looked at: not once its member has left. */
const waitsSql = (now: number) =>
  sql`${verifications.state} = 'waiting' and ${verifications.uploadedAt} > ${now - verificationLimits.decisionMs}
    and exists (select 1 from ${members} owner where owner.id = ${verifications.memberId} and ${isInOwnStateSql(activeStates, 'owner')})`

/** Challenges that wait, in the order of `orderAfter`; few, because each shows two pictures. */
export function listWaitingVerifications(db: Database, after: TimeCursor | null, now: number) {
  return db
    .select({
      verificationId: sql<string>`${verifications.id}`.as('verification_id'),
      pose: verifications.pose,
      uploadedAt: verifications.uploadedAt,
      memberId: members.id,
      firstName: members.firstName,
      role: members.role,
      photoKey: photos.key,
      width: photos.width,
      height: photos.height,
    })
    .from(verifications)
    .innerJoin(members, eq(members.id, verifications.memberId))
    .innerJoin(photos, eq(photos.id, verifications.photoId))
    .where(and(waitsSql(now), isInOwnStateSql(activeStates)))
    .orderBy(...orderAfter(verifications.uploadedAt, verifications.id, after))
    .limit(10)
}

type QueuePart = PageReader & { after: TimeCursor | null }

/** The same for an operator's page, with the audit entry for viewing them in the same batch. */
export async function openWaitingVerifications(db: Database, { actorId, page, after }: QueuePart, now: number) {
  const ids = sql`select verification_id as id from ${listWaitingVerifications(db, after, now)}`
  const [, waiting] = await db.batch([
    lookStatement(db, { actorId, action: 'verifications.listed', page }, ids, now),
    listWaitingVerifications(db, after, now),
  ])
  return waiting
}

/**
 * Returns the key of a picture that waits, for a moderator who may decide about it, with the audit entry for this look in the same
 * batch; null for everyone else.
 */
export async function openVerificationPicture(db: Database, { id, actorId }: { id: string; actorId: string }, now: number) {
  const isShown = sql`${verifications.id} = ${id} and ${waitsSql(now)}
    and ${mayActSql('decideAboutVerification', actorId, sql`${verifications.memberId}`)}`
  const entry = { actorId, action: 'verification.viewed', subjectKind: 'verification', subjectId: id } as const
  const [, [row]] = await db.batch([
    auditStatement(db, entry, now, sql`exists (select 1 from ${verifications} where ${isShown})`),
    db.select({ key: verifications.key }).from(verifications).where(isShown),
  ])
  return row?.key ?? null
}

export type VerificationDecision = { decision: 'approved' | 'again' } | { decision: 'refused'; reason: RefusedBecause }

type Actor = { actorId: string; now: number }

/**
 * Decides about a picture that waits, with its audit entry and the badge in one batch. Returns its member and the picture to
 * remove; null if there is nothing to decide: already decided, too late, another main photo, or the moderator's own.
 */
export async function decideVerification(
  db: Database,
  id: string,
  decided: VerificationDecision,
  { actorId, now }: Actor,
): Promise<{ memberId: string; key: string | null } | null> {
  const state = decided.decision
  const reason = decided.decision === 'refused' ? decided.reason : null
  const isOpen = sql`${verifications.id} = ${id} and ${waitsSql(now)}
    and ${verifications.photoId} = ${mainPhotoSql(sql`${verifications.memberId}`)}
    and ${mayActSql('decideAboutVerification', actorId, sql`${verifications.memberId}`)}`
  const entry = {
    actorId,
    action: 'verification.decided',
    subjectKind: 'verification',
    subjectId: id,
    detail: { state, reason },
  } as const
  const [, , [row]] = await db.batch([
    auditStatement(db, entry, now, sql`exists (select 1 from ${verifications} where ${isOpen})`),
    db
      .update(profiles)
      .set({ verified: true, updatedAt: now })
      .where(sql`${state} = 'approved' and ${profiles.memberId} = (select member_id from ${verifications} where ${isOpen})`),
    db
      .update(verifications)
      .set({ state, reason, decidedAt: now, decidedBy: actorId })
      .where(isOpen)
      .returning({ memberId: verifications.memberId, key: verifications.key }),
  ])
  return row ?? null
}

/** For a batch: how many wait, and since when the oldest has. */
export function waitingVerificationsStatement(db: Database) {
  return db
    .select({
      total: sql<number>`count(*)`.as('total'),
      oldest: sql<number | null>`min(${verifications.uploadedAt})`.as('oldest'),
    })
    .from(verifications)
    .innerJoin(members, eq(members.id, verifications.memberId))
    .where(and(eq(verifications.state, 'waiting'), isInOwnStateSql(activeStates)))
}
