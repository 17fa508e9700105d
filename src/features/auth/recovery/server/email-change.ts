import { AppError, invalidFields } from '#shared/errors.ts'
import { disconnectSessions, endSession, noticeSecurityLater } from '#features/auth/session/server/public.ts'
import { hashToken, newId, newToken } from '#server/crypto/secrets.ts'
import { resendAfterMs, type EmailAnswer } from '#features/auth/contract.ts'
import { isUndoable } from '../rules.ts'
import type { ActionResult } from '#server/actions/action.ts'
import type { AppContext } from '#server/context.ts'
import { translatorOf } from '#server/actions/error-text.ts'
import { noteSecurity } from '#server/security-events.ts'
import { addCode, consumeCode, findCodeStatement, insertChangeCode, takeTry } from './code-queries.ts'
import { isRightCode, newCode, type NewCode } from './code.ts'
import { requireConfirmed, requireOwner } from './confirm.ts'
import { sendAddressTaken, sendEmailChanged, sendEmailCode } from './emails.ts'
import { findChangeStatement, findOwner, saveEmail, undoChange, type Owner } from './queries.ts'
import { expired, startReset, wrongCode } from './reset.ts'
import type { EmailChangeInput } from './schemas.ts'
import { countCodeAttempt } from '#server/limits/code-attempts.ts'
import { isBannedAddress } from '#server/deletions/banned-addresses.ts'
import { requireWithinLimit } from '#server/limits/attempts.ts'

/**
 * Sends a code to the new address. Another member's address gets the same response: the code goes nowhere, and its owner gets a
 * different email. So does a banned address, without any email.
 */
export async function askEmailChange(c: AppContext, { email, password }: EmailChangeInput): Promise<ActionResult<EmailAnswer>> {
  const db = c.get('db')
  const owner = await requireOwner(c)
  if (email === owner.email) throw invalidFields({ email: 'email-same' })
  await requireConfirmed(c, owner, password)
  await requireMayEmail(c, owner, email)
  const { id, code } = await saveNewCode(c, owner.id, email)
  const taken = await findOwner(db, { email })
  if (taken) sendAddressTaken(c, taken.id)
  else if (!(await isBannedAddress(c.env, db, email, c.get('now')))) sendEmailCode(c, { id, code })
  return sent(c, email)
}

/** If the same address is requested again, the codes of earlier emails keep working. */
async function saveNewCode(c: AppContext, memberId: string, email: string): Promise<NewCode> {
  const [db, now] = [c.get('db'), c.get('now')]
  const [asked] = await findCodeStatement(db, { purpose: 'email-change', memberId })
  if (asked?.email === email) {
    const another = await newCode(c.env, asked.id)
    if (await addCode(db, { ...another, pauseMs: 0 }, now)) return another
  }
  const first = await newCode(c.env)
  await insertChangeCode(db, { id: first.id, memberId, email, codeHash: first.codeHash }, now)
  return first
}

/** Sends another email to the same new address. */
export async function resendEmailCode(c: AppContext): Promise<ActionResult<EmailAnswer>> {
  const [db, now] = [c.get('db'), c.get('now')]
  const owner = await requireOwner(c)
  const [row] = await findCodeStatement(db, { purpose: 'email-change', memberId: owner.id })
  if (!row) throw expired()
  if (row.sentAt > now - resendAfterMs) throw tooFresh()
  await requireMayEmail(c, owner, row.email)
  const { code, codeHash } = await newCode(c.env, row.id)
  if (!(await addCode(db, { id: row.id, codeHash, pauseMs: resendAfterMs }, now))) throw tooFresh() // two requests at once
  // The owner of that address has already had an email; another would only bother them.
  if (!(await isTaken(c, row.email))) sendEmailCode(c, { id: row.id, code })
  return sent(c, row.email)
}

/**
 * Makes the new address the account's; an email to the old one can undo it. This browser stays signed in, all others are signed
 * out.
 */
export async function confirmEmailChange(c: AppContext, { code }: { code: string }): Promise<ActionResult<EmailAnswer>> {
  const [db, now] = [c.get('db'), c.get('now')]
  const owner = await requireOwner(c)
  const attempt = await countCodeAttempt(c)
  const row = await takeTry(db, { purpose: 'email-change', memberId: owner.id }, now)
  if (!row) {
    await attempt.giveBack() // not compared
    throw expired()
  }
  const isRight = await isRightCode(c.env, row, code, now)
  if ((await isTaken(c, row.email)) || !isRight) {
    noteSecurity(c, { kind: 'code-refused', account: owner.id, what: 'email-change' })
    throw wrongCode()
  }
  await attempt.giveBack()
  if (!(await consumeCode(db, row.id, now))) throw expired()
  const undoToken = newToken()
  const change = { id: newId(), memberId: owner.id, oldEmail: owner.email, newEmail: row.email, undoHash: hashToken(undoToken) }
  let ended: Awaited<ReturnType<typeof saveEmail>>
  try {
    ended = await saveEmail(db, change, owner.sid, now)
  } catch (error) {
    if (await findOwner(db, { email: row.email })) throw expired() // another member has taken the address in the meantime
    throw error
  }
  await disconnectSessions(c.env, owner.id, ended)
  sendEmailChanged(c, change.id, undoToken)
  noticeSecurityLater(c, owner.id, { kind: 'security', event: 'email' })
  const { t } = await translatorOf(c, ['settings'])
  const notice = [t('settings.email.saved', { email: row.email }), t('settings.devices.othersEnded')].join(' ')
  return { data: { email: row.email }, notice }
}

/**
 * Undoes a change without a session: only the email to the old address contains the token. The member then signs in with a new
 * password, for which a code is sent at once.
 */
export async function undoEmailChange(c: AppContext, { t: token }: { t: string }): Promise<ActionResult> {
  const [db, now] = [c.get('db'), c.get('now')]
  const [change] = await findChangeStatement(db, hashToken(token))
  if (!change || !isUndoable(change, now)) throw expired()
  const holder = await findOwner(db, { email: change.oldEmail })
  // In the meantime, the owner of the old address has created a new account with it.
  if (holder && holder.id !== change.memberId) throw new AppError('The old address is in use', { status: 409, code: 'conflict' })
  const ended = await undoChange(db, change, now)
  if (!ended) throw expired()
  await disconnectSessions(c.env, change.memberId, ended)
  if (c.get('session')?.sub === change.memberId) await endSession(c)
  const owner = await findOwner(db, { id: change.memberId })
  return { to: await startReset(c, change.oldEmail, owner, 'undone') }
}

/** True if the address belongs to an account, or is banned. */
async function isTaken(c: AppContext, email: string): Promise<boolean> {
  const [owner, isBanned] = await Promise.all([
    findOwner(c.get('db'), { email }),
    isBannedAddress(c.env, c.get('db'), email, c.get('now')),
  ])
  return owner !== null || isBanned
}

async function requireMayEmail(c: AppContext, owner: Owner, email: string): Promise<void> {
  await requireWithinLimit(c, 'emails', `email-change:${owner.id}`, owner.id)
  await requireWithinLimit(c, 'emails', `email-change-letter:${hashToken(email)}`, owner.id)
}

async function sent(c: AppContext, email: string): Promise<ActionResult<EmailAnswer>> {
  const { t } = await translatorOf(c, ['settings'])
  return { data: { pending: { email } }, notice: t('settings.email.sent', { email }), status: 202 }
}

function tooFresh(): AppError {
  return new AppError('The last email is too recent', { status: 429, code: 'too-many' })
}
