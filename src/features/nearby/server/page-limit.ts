import { tooMany } from '#shared/errors.ts'
import type { AppContext } from '#server/context.ts'
import { OnceAMinute } from '#server/once-a-minute.ts'
import { noteSecurity } from '#server/security-events.ts'

/** The binding does not say when its minute ends. */
const periodMs = 60_000
const noted = new OnceAMinute()

/**
 * Lets a member open so many pages of people a minute as the rate-limit binding allows (wrangler.toml), documents, payloads
 * and pages behind the first alike; 429 above. Asked before the database: a page reads thousands of rows there.
 */
export const admitPage = (c: AppContext): Promise<void> => admit(c, '', 'Too many pages of people')

/** As many cards a minute may be leafed through: counted beside the pages, so that neither takes the other's place. */
export const admitPhotos = (c: AppContext): Promise<void> => admit(c, 'photos:', 'The photos of too many people')

async function admit(c: AppContext, what: string, message: string): Promise<void> {
  const session = c.get('session')
  if (!session) return
  const { success } = await c.env.NEARBY_LIMIT.limit({ key: what + session.sub })
  if (success) return
  if (noted.isFirst(session.sub, c.get('now'))) noteSecurity(c, { kind: 'limit-reached', what: 'nearby', account: session.sub })
  throw tooMany(message, periodMs)
}
