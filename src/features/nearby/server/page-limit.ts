import { tooMany } from '#shared/errors.ts'
import type { AppContext } from '#worker/http/context.ts'
import { OnceAMinute } from '#worker/http/once-a-minute.ts'
import { noteSecurity } from '#worker/http/security-events.ts'

/** The binding does not say when its minute ends. */
const periodMs = 60_000
const noted = new OnceAMinute()

/**
 * Lets a member open so many pages of people a minute as the rate-limit binding allows (wrangler.toml), documents, payloads
 * and pages behind the first alike; 429 above. Asked before the database: a page reads thousands of rows there.
 */
export async function admitPage(c: AppContext): Promise<void> {
  const session = c.get('session')
  if (!session) return
  const { success } = await c.env.NEARBY_LIMIT.limit({ key: session.sub })
  if (success) return
  if (noted.isFirst(session.sub, c.get('now'))) noteSecurity(c, { kind: 'limit-reached', what: 'nearby', account: session.sub })
  throw tooMany('Too many pages of people', periodMs)
}
