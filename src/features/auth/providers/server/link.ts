import { providerActions, type ProviderName } from '#features/auth/contract.ts'
import { confirmSession, noticeSecurityLater, requireConfirmedMember } from '#features/auth/session/server/public.ts'
import { notFound } from '#shared/errors.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { requireMember } from '#server/auth/require-member.ts'
import type { AppContext } from '#server/context.ts'
import { translatorOf } from '#server/actions/error-text.ts'
import { setFlash } from '#server/actions/flash.ts'
import { takeAnswer } from './answer.ts'
import { sendProviderChanged } from './emails.ts'
import { findOwner, insertIdentity } from './queries.ts'
import type { Attempt } from './sealed.ts'

type Outcome = 'linked' | 'taken' | 'cancelled' | 'unavailable' | 'confirmed' | 'not-yours'
const good: readonly Outcome[] = ['linked', 'confirmed']

/**
 * Finishes a member's return from a provider, to link it or to confirm their identity. The session must be the one that started
 * the attempt.
 */
export async function finishLink(c: AppContext, name: ProviderName): Promise<Response> {
  const answer = await takeAnswer(c, name, ['link', 'confirm'])
  // Every error gets the same response.
  if (answer.kind === 'invalid' || answer.attempt.sid !== c.get('session')?.sid) throw notFound()
  if (answer.kind !== 'claims') return backToSettings(c, name, answer)
  const db = c.get('db')
  const { claims, attempt } = answer
  if (attempt.purpose === 'confirm') {
    const { id, sid } = await requireMember(c)
    if ((await findOwner(db, claims)) !== id) return backToSettings(c, name, { kind: 'not-yours', attempt })
    await confirmSession(db, sid, c.get('now'))
    return backToSettings(c, name, { kind: 'confirmed', attempt })
  }
  const owner = await requireConfirmedMember(c)
  if (await insertIdentity(db, owner.id, claims, c.get('now'))) {
    sendProviderChanged(c, owner.id, name, 'linked')
    noticeSecurityLater(c, owner.id, { kind: 'security', event: 'linked', provider: name })
  }
  return backToSettings(c, name, { kind: (await findOwner(db, claims)) === owner.id ? 'linked' : 'taken', attempt })
}

async function backToSettings(
  c: AppContext,
  name: ProviderName,
  { kind: outcome, attempt }: { kind: Outcome; attempt: Attempt },
): Promise<Response> {
  const { t } = await translatorOf(c, ['settings'])
  const text = t(`settings.linked.${outcome}`, { provider: t(`settings.linked.names.${name}`) })
  await setFlash(c, {
    form: providerActions.unlink.form,
    values: {},
    ...(good.includes(outcome) ? { notice: text } : { error: text }),
  })
  const account = href(routes.mainSettings, {}, { locale: c.get('locale').code, query: { section: 'account' } })
  return c.redirect(attempt.next ?? account, 302)
}
