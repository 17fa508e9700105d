import { Hono } from 'hono'
import { AppError } from '#shared/errors.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { action } from '#server/actions/action.ts'
import type { AppEnv } from '#server/context.ts'
import { requireMember } from '#server/auth/require-member.ts'
import { appealForm } from '../contract.ts'
import { insertAppeal } from './queries.ts'
import { appealInput } from './schemas.ts'

/** POST /api/restriction/appeal `{text}`: the one appeal against the restriction that stands; 409 when it was made. */
export const restrictionRoutes = new Hono<AppEnv>().post(
  '/appeal',
  action(appealForm, appealInput, async (c, { text }) => {
    const isStored = await insertAppeal(c.get('db'), (await requireMember(c)).id, text, c.get('now'))
    if (!isStored) throw new AppError('There is no appeal to make', { status: 409, code: 'conflict' })
    return { to: href(routes.restricted, {}, { locale: c.get('locale').code }) }
  }),
)
