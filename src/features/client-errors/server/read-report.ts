import { AppError, tooMany } from '#shared/errors.ts'
import { readBody, type Body } from '#server/actions/body.ts'
import { clientAddress } from '#server/client-address.ts'
import type { AppContext } from '#server/context.ts'
import { OnceAMinute } from '#server/once-a-minute.ts'
import { logSecurity } from '#server/security-events.ts'

const maxBytes = 4 * 1024
/** The binding does not report when its minute ends. */
const periodMs = 60_000
const noted = new OnceAMinute()

/**
 * Reads a report of at most 4 KB. Each network may send as many per minute as the rate-limit binding allows (wrangler.toml).
 * More, and even a flood, become one log line a minute and write nothing to the database.
 */
export async function readReport(c: AppContext): Promise<Body> {
  const address = clientAddress(c)
  const { success } = await c.env.ERROR_LIMIT.limit({ key: address })
  if (!success) {
    if (noted.isFirst(address, c.get('now'))) logSecurity(c, { kind: 'limit-reached', what: 'errors' })
    throw tooMany('Too many reports from one network', periodMs)
  }
  if (!c.req.header('content-type')?.startsWith('application/json'))
    throw new AppError('A report is JSON', { status: 415, code: 'invalid' })
  return readBody(c, maxBytes)
}
