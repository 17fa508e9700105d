import { requireMemberSession } from '#server/auth/require-session.ts'
import type { AppContext } from '#server/context.ts'
import { OnceAMinute } from '#server/once-a-minute.ts'
import { noteSecurity } from '#server/security-events.ts'
import { tooMany } from '#shared/errors.ts'

/** The binding does not report when its minute ends. */
const periodMs = 60_000
const noted = new OnceAMinute()

/**
 * Allows each member as many searches per minute as the rate-limit binding permits (wrangler.toml); 429 above, 401 without a
 * member. The token alone decides: towns are the same for everyone, and a search while somebody types reads no database.
 */
export async function admitSearch(c: AppContext): Promise<void> {
  const { sub } = requireMemberSession(c)
  const { success } = await c.env.TOWNS_LIMIT.limit({ key: sub })
  if (success) return
  if (noted.isFirst(sub, c.get('now'))) noteSecurity(c, { kind: 'limit-reached', what: 'places', account: sub })
  throw tooMany('Too many searches for a town', periodMs)
}
