import { Hono } from 'hono'
import { isVisibleStatement } from '#features/profile/server/public.ts'
import { notFound } from '#shared/errors.ts'
import { action } from '#worker/http/action.ts'
import type { AppEnv } from '#worker/http/context.ts'
import { requireMemberSession } from '#worker/http/require-session.ts'
import { visitInput } from '../contract.ts'
import { recordVisit } from './queries.ts'

/** POST / `{id}`: the committed navigation to a profile. Whoever may not be seen is a 404, like whoever is not there. */
export const visitRoutes = new Hono<AppEnv>().post(
  '/',
  action('visit', visitInput, async (c, { id }) => {
    const { sub } = requireMemberSession(c)
    const db = c.get('db')
    const [person] = await isVisibleStatement(db, sub, id)
    if (!person) throw notFound()
    await recordVisit(db, { visitorId: sub, visitedId: id, now: c.get('now') })
    return { data: { recorded: true } }
  }),
)
