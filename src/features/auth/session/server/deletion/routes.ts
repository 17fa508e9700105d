import * as v from 'valibot'
import { deletionActions, deletionReasons } from '#features/auth/contract.ts'
import { liftExpired } from '#features/restriction/server/public.ts'
import { on, type ActionResult } from '#server/actions/action.ts'
import { handle } from '#server/actions/handle.ts'
import { requireAnyMember, requireMember } from '#server/auth/require-member.ts'
import { requireSession, sessionEnded } from '#server/auth/require-session.ts'
import type { AppContext, Member } from '#server/context.ts'
import { recordRestore } from '#server/deletions/deletion-list.ts'
import { AppError, invalidFields } from '#shared/errors.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { isFreshlyConfirmed, pathAfterSignIn } from '#features/auth/session/rules.ts'
import { endSession } from '../browser-session.ts'
import { isOwnPassword } from '../own-password.ts'
import { confirmSession, findMemberState, findPasswordHash } from '../queries.ts'
import { findViewer } from '../require-viewer.ts'
import { deleteAccount } from './delete-account.ts'
import { sendDeleted, sendRestored } from './emails.ts'
import { deleteRegistration, findRestorable, restoreMember } from './queries.ts'

/** An empty choice is no reason. The only rule for a password is a length that hashing can handle. */
const deleteInput = v.object({
  reason: v.optional(
    v.union([
      v.picklist(deletionReasons, 'choice'),
      v.pipe(
        v.literal(''),
        v.transform(() => undefined),
      ),
    ]),
  ),
  password: v.optional(v.pipe(v.string('invalid'), v.maxLength(1024, 'password-long')), ''),
})

export const deletionRoutes = handle(deletionActions, {
  delete: on(deleteInput, deleteOwn),
  restore: on(v.object({}), restoreOwn),
})

type DeleteInput = v.InferOutput<typeof deleteInput>

/** Deletes the account, and signs this browser out. A sign-up that waits for its code goes at once. */
async function deleteOwn(c: AppContext, { reason, password }: DeleteInput): Promise<ActionResult> {
  const [session, now] = [requireSession(c), c.get('now')]
  const locale = c.get('locale').code
  if (session.kind === 'registration') {
    if (!(await findViewer(c))) throw sessionEnded()
    await deleteRegistration(c.get('db'), session, now)
    await endSession(c)
    return { to: href(routes.home, {}, { locale }) }
  }
  const member = await requireMember(c)
  await requireOwner(c, member, password)
  const deleted = await deleteAccount(c.env, c.get('db'), { memberId: member.id, reason, now })
  if (!deleted) throw new AppError('The account cannot be deleted', { status: 409, code: 'conflict' })
  sendDeleted(c, member.id, { by: 'member', purgeAt: deleted.purgeAt })
  await endSession(c)
  return { to: href(routes.signIn, {}, { locale, query: { step: 'deleted' } }) }
}

/** Password or provider, confirmed within ten minutes, as for a change of the address. */
async function requireOwner(c: AppContext, { id: memberId, sid, confirmedAt }: Member, password: string): Promise<void> {
  if (isFreshlyConfirmed(confirmedAt, c.get('now'))) return
  const passwordHash = await findPasswordHash(c.get('db'), memberId)
  if (passwordHash === '') throw new AppError('A fresh sign-in is needed', { status: 403, code: 'unconfirmed' })
  if (password === '') throw invalidFields({ password: 'required' })
  if (!(await isOwnPassword(c, { memberId, sid, passwordHash }, password))) throw invalidFields({ password: 'password-wrong' })
  await confirmSession(c.get('db'), sid, c.get('now'))
}

/** Brings the account back in the state in which it now stands. 409 if nothing is left to restore, or an operator deleted it. */
async function restoreOwn(c: AppContext): Promise<ActionResult> {
  const [db, now] = [c.get('db'), c.get('now')]
  const { id } = await requireAnyMember(c)
  await liftExpired(db, now, id)
  // First the list outside D1, which must not delete the account again.
  const deletion = await findRestorable(db, id)
  if (deletion) await recordRestore(c.env, id, deletion, now)
  if (!(await restoreMember(db, id, now))) throw new AppError('There is nothing to restore', { status: 409, code: 'conflict' })
  sendRestored(c, id)
  return { to: pathAfterSignIn((await findMemberState(db, id)) ?? 'incomplete', null, c.get('locale').code) }
}
