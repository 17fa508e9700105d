import { invalidFields } from '#shared/errors.ts'
import { disconnectSessions, noticeSecurityLater } from '#features/auth/session/server/public.ts'
import { isEmail } from '#features/auth/sign-up/server/public.ts'
import { hashPassword, saltOf } from '#server/crypto/password-hash.ts'
import type { ActionResult } from '#server/actions/action.ts'
import type { AppContext } from '#server/context.ts'
import { translatorOf } from '#server/actions/error-text.ts'
import { requireOwner, requirePassword } from './confirm.ts'
import { sendPasswordChanged } from './emails.ts'
import { savePassword } from './queries.ts'
import type { PasswordChangeInput } from './schemas.ts'

/** Replaces the current password by a new one; this browser stays signed in, all others are signed out. */
export async function changePassword(c: AppContext, { currentPassword, password }: PasswordChangeInput): Promise<ActionResult> {
  const owner = await requireOwner(c)
  if (isEmail(password, owner.email)) throw invalidFields({ password: 'password-email' })
  await requirePassword(c, owner, currentPassword, 'currentPassword')
  const passwordHash = await hashPassword(password, saltOf(owner.passwordHash))
  const ended = await savePassword(c.get('db'), { memberId: owner.id, passwordHash, keptSid: owner.sid }, c.get('now'))
  await disconnectSessions(c.env, owner.id, ended)
  sendPasswordChanged(c, owner.id, { hadPasskeys: false })
  noticeSecurityLater(c, owner.id, { kind: 'security', event: 'password' })
  const { t } = await translatorOf(c, ['settings'])
  return { notice: t('settings.password.saved') }
}
