import { restrictionActions } from '#features/restriction/contract.ts'
import { AppError } from '#shared/errors.ts'
import { welcomeBackStep } from '#shared/routing/account-steps.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { on, type ActionResult } from '#server/actions/action.ts'
import { handle } from '#server/actions/handle.ts'
import type { AppContext } from '#server/context.ts'
import { requireAnyMember } from '#server/auth/require-member.ts'
import { insertAppeal } from './queries.ts'
import { appealInput } from './schemas.ts'

export const restrictionRoutes = handle(restrictionActions, { appeal: on(appealInput, appeal) })

/** Stores an appeal; 409 if there already is one. */
async function appeal(c: AppContext, { text }: { text: string }): Promise<ActionResult> {
  // Also about an operator's deletion, whose statement of reasons is a restriction.
  const { id, state } = await requireAnyMember(c)
  const isStored = await insertAppeal(c.get('db'), id, text, c.get('now'))
  if (!isStored) throw new AppError('There is no appeal to make', { status: 409, code: 'conflict' })
  const locale = c.get('locale').code
  if (state === 'deleted') return { to: href(routes.signIn, {}, { locale, query: { step: welcomeBackStep } }) }
  return { to: href(routes.restricted, {}, { locale }) }
}
