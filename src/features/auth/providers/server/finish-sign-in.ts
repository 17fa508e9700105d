import { providerForm, type ProviderName } from '#features/auth/contract.ts'
import { confirmSession, findMemberState, pathAfterSignIn, startSession } from '#features/auth/session/server/public.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import type { AppContext } from '#server/context.ts'
import { translatorOf } from '#server/actions/error-text.ts'
import { setFlash } from '#server/actions/flash.ts'
import { takeAnswer } from './answer.ts'
import { findOwner } from './queries.ts'
import { saveClaims } from './sealed.ts'

/**
 * Finishes a guest's return from a provider. Signs in an identity that is known by issuer and subject. An unknown one creates
 * nothing: its sealed claims are kept while the sign-up page asks for the rest. Null if the rule fails.
 */
export async function finishSignIn(c: AppContext, name: ProviderName): Promise<Response | null> {
  const answer = await takeAnswer(c, name, ['sign-in'])
  if (answer.kind === 'invalid') return null
  const locale = c.get('locale').code
  if (answer.kind !== 'claims') return backToSignIn(c, name, answer.kind)
  const { claims, attempt } = answer
  const memberId = await findOwner(c.get('db'), claims)
  if (memberId === null) {
    await saveClaims(c, claims)
    return c.redirect(href(routes.signUp, {}, { locale }), 302)
  }
  const { subject } = await startSession(c, { kind: 'member', subjectId: memberId })
  const state = await findMemberState(c.get('db'), memberId) // `startSession` has just lifted an expired restriction
  if (state === null) return backToSignIn(c, name, 'cancelled')
  await confirmSession(c.get('db'), subject.sid, c.get('now'))
  return c.redirect(pathAfterSignIn(state, attempt.next, locale), 302)
}

async function backToSignIn(c: AppContext, name: ProviderName, why: 'cancelled' | 'unavailable'): Promise<Response> {
  const { t } = await translatorOf(c, ['auth'])
  const error = t(`auth.provider.${why}`, { provider: t(`auth.provider.names.${name}`) })
  await setFlash(c, { form: providerForm, values: {}, error })
  return c.redirect(href(routes.signIn, {}, { locale: c.get('locale').code }), 302)
}
