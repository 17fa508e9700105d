import { signUpActions } from '#features/auth/contract.ts'
import { endSession, findViewerStatement, toViewer } from '#features/auth/session/server/public.ts'
import { writeBirthDate } from '#shared/birth-date.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import type { ActionResult } from '#server/actions/action.ts'
import type { AppContext } from '#server/context.ts'
import { setFlash } from '#server/actions/flash.ts'
import { findRegistrationStatement } from './queries.ts'

/**
 * Returns to the sign-up form, filled in as before except for password and consents. The code that was sent stays valid for its
 * address; nothing here reveals whether that is a member's.
 */
export async function changeAddress(c: AppContext): Promise<ActionResult> {
  const locale = c.get('locale').code
  const registration = await findOwn(c)
  if (registration) {
    const { firstName, birthDate, gender, seeks, email } = registration
    const values = { firstName, birthDate: writeBirthDate(birthDate, locale), gender, seeks, email }
    await setFlash(c, { form: signUpActions.signUp.form, values })
    await endSession(c)
  }
  return { to: href(routes.signUp, {}, { locale }) }
}

/** Returns the registration of this browser, while its session is live. */
async function findOwn(c: AppContext) {
  const session = c.get('session')
  if (session?.kind !== 'registration') return null
  if (!toViewer(await findViewerStatement(c.get('db'), session, c.get('now')))) return null
  const [registration] = await findRegistrationStatement(c.get('db'), { registrationId: session.sub }, c.get('now'))
  return registration ?? null
}
