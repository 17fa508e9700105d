import { Hono } from 'hono'
import { requireMember } from '#features/session/server/public.ts'
import { action } from '#worker/http/action.ts'
import type { AppEnv } from '#worker/http/context.ts'
import { countViews } from './boost-views.ts'
import { seenInput } from './schemas.ts'

export const nearbyRoutes = new Hono<AppEnv>()
  /** POST /seen `{text}`: the committed navigation to a page of people on which boosts raised somebody. */
  .post(
    '/seen',
    action('people-seen', seenInput, async (c, { text }) => {
      const { id } = await requireMember(c)
      return { data: { counted: await countViews(c.env, id, text, c.get('now')) } }
    }),
  )
