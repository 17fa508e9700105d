import { AppError, invalidFields } from '#shared/errors.ts'
import { confirmSession, isFreshlyConfirmed, isOwnPassword } from '#features/auth/session/server/public.ts'
import type { AppContext } from '#server/context.ts'
import { requireMember } from '#server/auth/require-member.ts'
import { sessionEnded } from '#server/auth/require-session.ts'
import { findOwner, type Owner } from './queries.ts'

export type SignedInOwner = Owner & { sid: string; confirmedAt: number | null }

/** Returns the member of this session, with the hash with which a password is compared; 401 if the session has ended. */
export async function requireOwner(c: AppContext): Promise<SignedInOwner> {
  const { id, sid, confirmedAt } = await requireMember(c)
  const owner = await findOwner(c.get('db'), { id })
  if (!owner) throw sessionEnded()
  return { ...owner, sid, confirmedAt }
}

/**
 * Compares the password typed into `field` and marks the session as confirmed by its owner. Accounts that only a provider opens
 * have no password: a recent sign-in replaces it.
 */
export async function requirePassword(c: AppContext, owner: SignedInOwner, password: string, field: string): Promise<void> {
  const now = c.get('now')
  if (owner.passwordHash === '') {
    if (isFreshlyConfirmed(owner.confirmedAt, now)) return
    throw new AppError('A fresh sign-in is needed', { status: 403, code: 'unconfirmed' })
  }
  if (password === '') throw invalidFields({ [field]: 'required' })
  const { id: memberId, sid, passwordHash } = owner
  if (!(await isOwnPassword(c, { memberId, sid, passwordHash }, password))) throw invalidFields({ [field]: 'password-wrong' })
  await confirmSession(c.get('db'), sid, now)
}

/** Asks for the password only if the session was not confirmed recently. */
export async function requireConfirmed(c: AppContext, owner: SignedInOwner, password: string): Promise<void> {
  if (!isFreshlyConfirmed(owner.confirmedAt, c.get('now'))) await requirePassword(c, owner, password, 'password')
}
