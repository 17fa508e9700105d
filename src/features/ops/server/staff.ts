import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import { members, secondFactors, sessions } from '#db/schema.ts'
import type { AppContext } from '#worker/http/context.ts'

export type Staff = {
  id: string
  sid: string
  email: string
  firstName: string
  role: 'moderator' | 'operator'
  /** Null before the enrolment has begun. */
  factor: { sealedSecret: string; lastStep: number; isConfirmed: boolean; recoveryCodesLeft: number } | null
}

/** Whoever may know that these pages exist: a live session of a moderator or operator who may act. Null: for anyone else. */
export async function findStaff(c: AppContext): Promise<Staff | null> {
  const session = c.get('session')
  if (session?.kind !== 'member') return null
  const [row] = await c
    .get('db')
    .select({ id: members.id, email: members.email, firstName: members.firstName, role: members.role, factor: secondFactors })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.subjectId))
    .leftJoin(secondFactors, eq(secondFactors.memberId, members.id))
    .where(
      and(
        eq(sessions.id, session.sid),
        eq(sessions.subjectId, session.sub),
        eq(sessions.subjectKind, 'member'),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, c.get('now')),
        inArray(members.role, ['moderator', 'operator']),
        inArray(members.state, ['incomplete', 'complete', 'paused']),
      ),
    )
  if (!row || row.role === 'member') return null
  const { id, email, firstName, role, factor } = row
  return { id, sid: session.sid, email, firstName, role, factor: factor && toFactor(factor) }
}

function toFactor({ sealedSecret, lastStep, confirmedAt, recoveryHashes }: typeof secondFactors.$inferSelect) {
  return { sealedSecret, lastStep, isConfirmed: confirmedAt !== null, recoveryCodesLeft: recoveryHashes.length }
}
