import { consents } from '#db/schema.ts'
import { consentFields, consentStep } from '#features/legal/contract.ts'
import { describeConsent, operatorOf, owedConsents, versionOf } from '#features/legal/server/public.ts'
import type { AgreeAgainInput } from '#features/registration/contract.ts'
import { newId, pathAfterSignIn, requireMember } from '#features/session/server/public.ts'
import { invalidFields } from '#shared/errors.ts'
import { href } from '#shared/href.ts'
import { routes } from '#shared/routes.ts'
import type { ActionResult } from '#worker/http/action.ts'
import type { AppContext } from '#worker/http/context.ts'
import { findAgreed } from './queries.ts'

/**
 * A member agrees to the texts that are new to them, each by a checkbox of its own, and goes on where they were. What they
 * read must be what is stored: where a version came out meanwhile, the step shows it first.
 */
export async function agreeAgain(c: AppContext, input: AgreeAgainInput): Promise<ActionResult> {
  const db = c.get('db')
  const now = c.get('now')
  const locale = c.get('locale').code
  const { id, state } = await requireMember(c)
  const owed = owedConsents(await findAgreed(db, id))
  if (!owed.every((kind) => input.shown.includes(versionOf(kind))))
    return { to: href(routes.signIn, {}, { locale, query: { step: consentStep, next: input.next } }) }

  const open = owed.map((kind) => consentFields[kind]).filter((field) => !input[field])
  if (open.length > 0) throw invalidFields(Object.fromEntries(open.map((field) => [field, 'consent'])))
  const texts = await Promise.all(owed.map((kind) => describeConsent(kind, locale, operatorOf(c.env))))
  const rows = texts.map((text) => ({ ...text, id: newId(), subjectKind: 'member' as const, subjectId: id, givenAt: now }))
  // Twice at once, by two tabs: the first counts.
  if (rows.length > 0) await db.insert(consents).values(rows).onConflictDoNothing()
  return { to: pathAfterSignIn(state, input.next, locale) }
}
