import { Hono } from 'hono'
import { isVisibleStatement } from '#features/profile/server/public.ts'
import { requireMember } from '#features/session/server/public.ts'
import { notFound } from '#shared/errors.ts'
import { action } from '#worker/http/action.ts'
import type { AppEnv } from '#worker/http/context.ts'
import { visitInput } from '../contract.ts'
import { recordVisit } from './queries.ts'

/**
 * POST / `{id}`: the committed navigation to a profile, which nobody opens before their questionnaire is
 * done. Whoever may not be seen is a 404, like whoever is not there.
 */
export const visitRoutes = new Hono<AppEnv>().post(
  '/',
  action('visit', visitInput, async (c, { id }) => {
    const visitor = await requireMember(c)
    const db = c.get('db')
    const [person] = await isVisibleStatement(db, visitor.id, id)
    if (!person || visitor.state === 'incomplete') throw notFound()
    await recordVisit(db, { visitorId: visitor.id, visitedId: id, now: c.get('now') })
    return { data: { recorded: true } }
  }),
)
