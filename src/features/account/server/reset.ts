import { AppError, invalidFields } from '#shared/errors.ts'
import { href } from '#shared/href.ts'
import { routes } from '#shared/routes.ts'
import {
  attemptLimits,
  disconnectSessions,
  endSession,
  hashPassword,
  hashToken,
  noticeSecurityLater,
  requireAttempt,
  saltOf,
} from '#features/session/server/public.ts'
import type { ActionResult } from '#worker/http/action.ts'
import { clientAddress } from '#worker/http/client-address.ts'
import type { AppContext } from '#worker/http/context.ts'
import { consumeCode, findCodeStatement, insertCode, replaceCode, takeTry } from './code-queries.ts'
import { isRightCode, newCode } from './code.ts'
import { sendPasswordChanged, sendResetCode } from './letters.ts'
import { findOwner, savePassword, type Owner } from './queries.ts'
import type { ResetInput } from './schemas.ts'

/**
 * A code by e-mail for whoever has forgotten their password. An address that nobody has gets a row of its own, the same
 * answer in the same steps, and no letter.
 */
export async function askReset(c: AppContext, { email }: { email: string }): Promise<ActionResult> {
  const [db, now] = [c.get('db'), c.get('now')]
  await requireAttempt(db, `reset:${hashToken(clientAddress(c))}`, attemptLimits.reset, now)
  await requireAttempt(db, `reset-pause:${hashToken(email)}`, attemptLimits.letterPause, now)
  await requireAttempt(db, letterAttempts(email), attemptLimits.letters, now)
  return { to: await startReset(c, email, await findOwner(db, { email })), status: 202 }
}

/** Sends a code and answers the page that takes it. */
export async function startReset(c: AppContext, email: string, owner: Owner | null, why?: 'undone'): Promise<string> {
  const { id, code, codeHash } = await newCode(c.env)
  await insertCode(c.get('db'), { id, purpose: 'reset', memberId: owner?.id ?? null, email, codeHash }, c.get('now'))
  if (owner) sendResetCode(c, owner, { id, code })
  return href(routes.signIn, {}, { locale: c.get('locale').code, query: { step: 'reset', c: id, why } })
}

/** Another letter, whose code replaces the one before. */
export async function resendReset(c: AppContext, { c: id }: { c: string }): Promise<ActionResult> {
  const [db, now] = [c.get('db'), c.get('now')]
  const [row] = await findCodeStatement(db, { purpose: 'reset', id })
  if (!row) throw expired()
  await requireAttempt(db, letterAttempts(row.email), attemptLimits.letters, now)
  const { code, codeHash } = await newCode(c.env, id)
  if (!(await replaceCode(db, id, codeHash, now)))
    throw new AppError('The last letter is too fresh', { status: 429, code: 'too-many' })
  const owner = await findOwner(db, { id: row.memberId ?? '' })
  if (owner) sendResetCode(c, owner, { id, code })
  return { to: href(routes.signIn, {}, { locale: c.get('locale').code, query: { step: 'reset', c: id } }), status: 202 }
}

/** The code and a new password: every session of the account ends, and the new password opens the next one. */
export async function resetPassword(c: AppContext, input: ResetInput): Promise<ActionResult> {
  const [db, now] = [c.get('db'), c.get('now')]
  const holder = { purpose: 'reset', id: input.c } as const
  const [asked] = await findCodeStatement(db, holder)
  if (asked?.email === input.password.toLowerCase()) throw invalidFields({ password: 'password-email' })
  const row = await takeTry(db, holder, now)
  if (!row) throw expired()
  // Both are computed before they are asked, so that a decoy's refusal takes as long as any other.
  const isRight = await isRightCode(c.env, row, input.code)
  if (row.memberId === null || !isRight) throw wrongCode()
  const owner = await findOwner(db, { id: row.memberId })
  const isUsed = await consumeCode(db, row.id, now)
  if (!owner || owner.email !== row.email || !isUsed) throw expired()

  const passwordHash = await hashPassword(input.password, saltOf(owner.passwordHash))
  const ended = await savePassword(db, { memberId: owner.id, passwordHash, keptSid: null }, now)
  await disconnectSessions(c.env, owner.id, ended)
  if (c.get('session')?.sub === owner.id) await endSession(c)
  sendPasswordChanged(c, owner)
  noticeSecurityLater(c, owner.id, { kind: 'security', event: 'password' })
  return { to: href(routes.signIn, {}, { locale: c.get('locale').code, query: { step: 'renewed' } }) }
}

/** Key of the letters to one address, which stands in it only as a hash. */
export function letterAttempts(email: string): string {
  return `account-letter:${hashToken(email)}`
}

export function wrongCode(): AppError {
  return new AppError('Wrong code', { status: 422, code: 'wrong-code', fields: { code: 'code' } })
}

export function expired(): AppError {
  return new AppError('The code or link has expired, was tried too often, or was used', { status: 410, code: 'expired' })
}
