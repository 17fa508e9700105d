import { confirmSession } from '#features/auth/session/server/public.ts'
import { hashLike, isSameHash } from '#server/crypto/password-hash.ts'
import { AppError } from '#shared/errors.ts'
import type { AppContext } from '#server/context.ts'
import { noteSecurity } from '#server/security-events.ts'
import { findPasswordHash, noteRefusal } from './factor-queries.ts'
import type { Staff } from './staff.ts'
import { attemptLimits, forgetAttempts, requireAttempt } from '#server/limits/attempts.ts'

export type PasswordRefusal = 'wrong-password' | 'too-many-passwords'

export async function hasPassword(c: AppContext, staff: Staff): Promise<boolean> {
  return Boolean(await findPasswordHash(c.get('db'), staff.id))
}

/** Checks the password and confirms the session; attempts count together with those in the settings. */
export async function takePassword(c: AppContext, staff: Staff, typed: string): Promise<true | PasswordRefusal> {
  const [db, now, attempts] = [c.get('db'), c.get('now'), `confirm:${staff.sid}`]
  try {
    await requireAttempt(db, attempts, attemptLimits.confirm, now)
  } catch (error) {
    if (!(error instanceof AppError && error.status === 429)) throw error
    noteSecurity(c, { kind: 'limit-reached', account: staff.id, what: 'ops-password' })
    return 'too-many-passwords'
  }
  const stored = await findPasswordHash(db, staff.id)
  if (!stored || !isSameHash(stored, await hashLike(typed, stored))) {
    noteSecurity(c, { kind: 'second-factor-refused', account: staff.id, what: 'password' })
    await noteRefusal(db, staff.id, 'password', now)
    return 'wrong-password'
  }
  await forgetAttempts(db, attempts)
  await confirmSession(db, staff.sid, now)
  return true
}
