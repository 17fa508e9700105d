import { AppError, invalidFields } from '#shared/errors.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { disconnectSessions, endSession, noticeSecurityLater, rememberDevice } from '#features/auth/session/server/public.ts'
import { isEmail } from '#features/auth/sign-up/server/public.ts'
import { hashPassword, saltOf } from '#server/crypto/password-hash.ts'
import type { ActionResult } from '#server/actions/action.ts'
import type { AppContext } from '#server/context.ts'
import { noteSecurity } from '#server/security-events.ts'
import { consumeCode, findCodeStatement, getResetId, saveResetEmail, takeTry, type OneTimeCode } from './code-queries.ts'
import { isRightCode, isRightLink, newCode, newLink } from './code.ts'
import { sendPasswordChanged, sendResetCode } from './emails.ts'
import { findOwner, saveResetPassword, type Owner } from './queries.ts'
import { countAccountCode, requireResetCall, takeResetEmail } from './reset-limits.ts'
import type { ResetInput } from './schemas.ts'
import { countCodeAttempt } from '#server/limits/code-attempts.ts'

/**
 * Sends a code to a member who has forgotten their password. An unknown address gets a row and the same response in the same
 * steps, but no email.
 */
export async function askReset(c: AppContext, { email }: { email: string }): Promise<ActionResult> {
  await requireResetCall(c, 'ask')
  return ask(c, email)
}

/** Sends another email to the same address. */
export async function resendReset(c: AppContext, { c: id }: { c: string }): Promise<ActionResult> {
  await requireResetCall(c, 'ask')
  const [row] = await findCodeStatement(c.get('db'), { purpose: 'reset', id })
  if (!row) throw expired()
  return ask(c, row.email)
}

async function ask(c: AppContext, email: string): Promise<ActionResult> {
  return { to: await startReset(c, email, await findOwner(c.get('db'), { email })), status: 202 }
}

/**
 * Sends a code and a link, unless there were too many, and returns the page that takes the code. After a change of address was
 * undone, the email is always sent: there is no other way to sign in.
 */
export async function startReset(c: AppContext, email: string, owner: Owner | null, why?: 'undone'): Promise<string> {
  const [db, now] = [c.get('db'), c.get('now')]
  const id = await getResetId(db, email, now)
  const verdict = await takeResetEmail(c, email, owner?.id ?? '')
  if (verdict === 'send' || why === 'undone') {
    const [{ code, codeHash }, { link, linkHash }] = [await newCode(c.env, id), newLink()]
    await saveResetEmail(db, { id, memberId: owner?.id ?? null, codeHash, linkHash }, now)
    if (owner) sendResetCode(c, owner.id, { id, code, link })
  }
  const reason = why ?? (verdict === 'limited' ? verdict : undefined)
  return href(routes.signIn, {}, { locale: c.get('locale').code, query: { step: 'reset', c: id, why: reason } })
}

/**
 * Sets a new password by an email's code or link. Every session of the account ends, and its passkeys go; the new
 * password starts the next session.
 */
export async function resetPassword(c: AppContext, input: ResetInput): Promise<ActionResult> {
  const [db, now] = [c.get('db'), c.get('now')]
  await requireResetCall(c, 'set')
  const [asked] = await findCodeStatement(db, { purpose: 'reset', id: input.c })
  if (!asked) throw expired()
  if (isEmail(input.password, asked.email)) throw invalidFields({ password: 'password-email' })
  const row = 't' in input ? requireLink(c, asked, input.t) : await requireCode(c, asked, input.code)
  const owner = await findOwner(db, { id: row.memberId ?? '' })
  const isUsed = await consumeCode(db, row.id, now)
  if (!owner || owner.email !== row.email || !isUsed) throw expired()

  const passwordHash = await hashPassword(input.password, saltOf(owner.passwordHash))
  const { ended, hadPasskeys } = await saveResetPassword(db, { memberId: owner.id, passwordHash }, now)
  await disconnectSessions(c.env, owner.id, ended)
  if (c.get('session')?.sub === owner.id) await endSession(c)
  // Strangers who guess may have used up the tries shared by unknown browsers. This browser has proved that it is the owner's.
  await rememberDevice(c, owner.id)
  sendPasswordChanged(c, owner.id, { hadPasskeys })
  noticeSecurityLater(c, owner.id, { kind: 'security', event: 'password' })
  return { to: href(routes.signIn, {}, { locale: c.get('locale').code, query: { step: 'renewed' } }) }
}

/** Wrong codes never block the link: its secret cannot be guessed. */
function requireLink(c: AppContext, row: OneTimeCode, link: string): OneTimeCode {
  if (row.memberId !== null && isRightLink(row, link, c.get('now'))) return row
  noteSecurity(c, { kind: 'code-refused', account: row.email, what: 'reset-link' })
  throw expired()
}

/** Counts the code by network, by address and by email before comparing it. */
async function requireCode(c: AppContext, asked: OneTimeCode, code: string): Promise<OneTimeCode> {
  const now = c.get('now')
  const byNetwork = await countCodeAttempt(c)
  const byAccount = await countAccountCode(c, asked.email)
  const giveBack = () => Promise.all([byNetwork.giveBack(), byAccount.giveBack()])
  const row = await takeTry(c.get('db'), { purpose: 'reset', id: asked.id }, now)
  if (!row) {
    await giveBack() // not compared
    throw expired()
  }
  // Both are computed before either is used, so that a decoy's refusal takes as long as any other.
  const isRight = await isRightCode(c.env, row, code, now)
  if (row.memberId === null || !isRight) {
    noteSecurity(c, { kind: 'code-refused', account: row.email, what: 'reset' })
    throw wrongCode()
  }
  await giveBack()
  return row
}

export function wrongCode(): AppError {
  return new AppError('Wrong code', { status: 422, code: 'wrong-code', fields: { code: 'wrong-code' } })
}

export function expired(): AppError {
  return new AppError('The code or link has expired, was tried too often, or was used', { status: 410, code: 'expired' })
}
