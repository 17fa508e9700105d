import { Hono } from 'hono'
import { isVisibleStatement } from '#features/profile/server/public.ts'
import { requireMember } from '#server/auth/require-member.ts'
import { notFound } from '#shared/errors.ts'
import { action } from '#server/actions/action.ts'
import type { AppEnv } from '#server/context.ts'
import { leaveVisit } from './leave-visit.ts'
import { seenInput, visitInput } from './schemas.ts'
import { seeVisitors } from './see-visitors.ts'

export const visitRoutes = new Hono<AppEnv>()
  /**
   * POST / `{id}`: the committed navigation to a profile, which nobody opens before their questionnaire is
   * done. Whoever may not be seen, and oneself, is a 404, like whoever is not there.
   */
  .post(
    '/',
    action('visit', visitInput, async (c, { id }) => {
      const visitor = await requireMember(c)
      const [person] = await isVisibleStatement(c.get('db'), visitor.id, id)
      if (!person || person.id === visitor.id || visitor.state === 'incomplete') throw notFound()
      await leaveVisit(c.env, { visitorId: visitor.id, visitedId: id, now: c.get('now') })
      return { data: { recorded: true } }
    }),
  )
  /** POST /seen `{until}`: the committed navigation to `/visitors`. */
  .post(
    '/seen',
    action('visitors-seen', seenInput, async (c, { until }) => {
      const { id } = await requireMember(c)
      await seeVisitors(c.env, id, Math.min(until, c.get('now')))
      return { data: { seen: true } }
    }),
  )
