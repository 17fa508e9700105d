import { consents } from '#db/schema.ts'
import { consentFields, consentStep } from '#features/legal/contract.ts'
import { describeShown, operatorOf, owedConsents } from '#features/legal/server/public.ts'
import type { AgreeAgainInput } from './schemas.ts'
import { pathAfterSignIn } from '#features/auth/session/server/public.ts'
import { requireMember } from '#server/auth/require-member.ts'
import { newId } from '#server/crypto/secrets.ts'
import { invalidFields } from '#shared/errors.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import type { ActionResult } from '#server/actions/action.ts'
import type { AppContext } from '#server/context.ts'
import { findAgreed } from './queries.ts'

/**
 * Stores a member's consents to the texts that are new to them, each with its own checkbox. The member then continues where they
 * were. The stored text must be the one that they read, in that language, whatever the request's is. If a text changed meanwhile,
 * the step shows the new one first.
 */
export async function agreeAgain(c: AppContext, input: AgreeAgainInput): Promise<ActionResult> {
  const db = c.get('db')
  const now = c.get('now')
  const { id, state } = await requireMember(c)
  const owed = owedConsents(await findAgreed(db, id))
  const texts = await Promise.all(owed.map((kind) => describeShown(kind, input.shown, operatorOf(c.env))))
  const read = texts.filter((text) => text !== null)
  const locale = read[0]?.locale ?? c.get('locale').code
  if (read.length < owed.length)
    return { to: href(routes.signIn, {}, { locale, query: { step: consentStep, next: input.next } }) }

  const open = owed.map((kind) => consentFields[kind]).filter((field) => !input[field])
  if (open.length > 0) throw invalidFields(Object.fromEntries(open.map((field) => [field, 'consent'])))
  const rows = read.map((text) => ({ ...text, id: newId(), subjectKind: 'member' as const, subjectId: id, givenAt: now }))
  // If two tabs send it at once, the first counts.
  if (rows.length > 0) await db.insert(consents).values(rows).onConflictDoNothing()
  return { to: pathAfterSignIn(state, input.next, locale) }
}
