import { and, eq, inArray } from 'drizzle-orm'
import { areOpsPagesOpenSql } from '#db/predicates/ops-pages-open.ts'
import { activeStates, isInOwnStateSql } from '#db/predicates/own-state.ts'
import { members, secondFactors, sessions, type FactorKind } from '#db/schema.ts'
import { isFreshlyConfirmed } from '#features/auth/session/server/public.ts'
import { isLive } from '#server/auth/live-session.ts'
import type { StaffRole } from '#server/auth/staff-acts.ts'
import type { AppContext } from '#server/context.ts'

export type Staff = {
  id: string
  sid: string
  email: string
  firstName: string
  locale: string
  role: StaffRole
  /** The password or a provider was confirmed in this session recently. */
  isConfirmed: boolean
  /** The second factor is valid in this session. */
  isOpen: boolean
  /** What opened the pages in this session. */
  factorKind: FactorKind | null
  /** The passkey that signed this session in. */
  passkeyId: string | null
  /** Null before the enrolment has started. */
  factor: { sealedSecret: string; lastStep: number; isEnrolled: boolean; isAccepted: boolean; recoveryCodesLeft: number } | null
}

/** A moderator or operator with a live session who may act; null for anyone else, who must not learn that these pages exist. */
export async function findStaff(c: AppContext): Promise<Staff | null> {
  const [session, now] = [c.get('session'), c.get('now')]
  if (session?.kind !== 'member') return null
  const [row] = await c
    .get('db')
    .select({
      id: members.id,
      email: members.email,
      firstName: members.firstName,
      locale: members.locale,
      role: members.role,
      confirmedAt: sessions.confirmedAt,
      factorKind: sessions.factorKind,
      passkeyId: sessions.passkeyId,
      isOpen: areOpsPagesOpenSql(session, now),
      factor: secondFactors,
    })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.subjectId))
    .leftJoin(secondFactors, eq(secondFactors.memberId, members.id))
    .where(and(isLive(session, now), inArray(members.role, ['moderator', 'operator']), isInOwnStateSql(activeStates)))
  if (!row || row.role === 'member') return null
  const { confirmedAt, isOpen, factor, role, ...person } = row
  return {
    ...person,
    role,
    sid: session.sid,
    isConfirmed: isFreshlyConfirmed(confirmedAt, now),
    isOpen: isOpen === 1,
    factor: factor && toFactor(factor),
  }
}

function toFactor({ sealedSecret, lastStep, confirmedAt, acceptedAt, recoveryHashes }: typeof secondFactors.$inferSelect) {
  return {
    sealedSecret,
    lastStep,
    isEnrolled: confirmedAt !== null,
    isAccepted: acceptedAt !== null,
    recoveryCodesLeft: recoveryHashes.length,
  }
}
