import { restrictionActions } from '#features/restriction/contract.ts'
import { AppError } from '#shared/errors.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { on, type ActionResult } from '#server/actions/action.ts'
import { handle } from '#server/actions/handle.ts'
import type { AppContext } from '#server/context.ts'
import { requireMember } from '#server/auth/require-member.ts'
import { insertAppeal } from './queries.ts'
import { appealInput } from './schemas.ts'

export const restrictionRoutes = handle(restrictionActions, { appeal: on(appealInput, appeal) })

/** Stores an appeal; 409 if there already is one. */
async function appeal(c: AppContext, { text }: { text: string }): Promise<ActionResult> {
  const isStored = await insertAppeal(c.get('db'), (await requireMember(c)).id, text, c.get('now'))
  if (!isStored) throw new AppError('There is no appeal to make', { status: 409, code: 'conflict' })
  return { to: href(routes.restricted, {}, { locale: c.get('locale').code }) }
}
