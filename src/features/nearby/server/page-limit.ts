import { tooMany } from '#shared/errors.ts'
import type { AppContext } from '#server/context.ts'
import { OnceAMinute } from '#server/once-a-minute.ts'
import { noteSecurity } from '#server/security-events.ts'

/** The binding does not report when its minute ends. */
const periodMs = 60_000
const noted = new OnceAMinute()

/**
 * Allows each member as many pages of people per minute as the rate-limit binding permits (wrangler.toml); 429 above. Documents,
 * payloads and later pages count alike. Checked before the database is used, because a page reads thousands of rows.
 */
export const admitPage = (c: AppContext): Promise<void> => admit(c, '', 'Too many pages of people')

/** The same limit for browsing the photos of cards, counted separately from the pages. */
export const admitPhotos = (c: AppContext): Promise<void> => admit(c, 'photos:', 'The photos of too many people')

async function admit(c: AppContext, what: string, message: string): Promise<void> {
  const session = c.get('session')
  if (!session) return
  const { success } = await c.env.NEARBY_LIMIT.limit({ key: what + session.sub })
  if (success) return
  if (noted.isFirst(session.sub, c.get('now'))) noteSecurity(c, { kind: 'limit-reached', what: 'nearby', account: session.sub })
  throw tooMany(message, periodMs)
}
