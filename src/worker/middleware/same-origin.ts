import { createMiddleware } from 'hono/factory'
import { AppError } from '#shared/errors.ts'
import type { AppEnv } from '#server/context.ts'
import type { Env } from '#server/env.ts'
import { publicOrigin } from '#server/origin.ts'
import { clientAddress } from '#server/client-address.ts'
import { OnceAMinute } from '#server/once-a-minute.ts'
import { logSecurity, noteSecurity } from '#server/security-events.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses changes requested by another site. Accepts `Sec-Fetch-Site: same-origin` where the browser sends it, else a matching
 * Origin. A request with neither is refused: no browser sends such a form. Each refusal is logged. Only the first per network and
 * minute is written to the database, because anyone can cause unlimited numbers of them.
 */
export function sameOrigin({ exempt = new Set() }: { exempt?: ReadonlySet<string> } = {}) {
  const counted = new OnceAMinute()
  return createMiddleware<AppEnv>(async function checkSameOrigin(c, next) {
    if (!safeMethods.has(c.req.method) && !exempt.has(c.req.path) && !isSameOrigin(c.req.raw, c.env)) {
      const note = counted.isFirst(clientAddress(c), c.get('now')) ? noteSecurity : logSecurity
      note(c, { kind: 'origin-refused' })
      throw new AppError('The request comes from another site', { status: 403, code: 'forbidden' })
    }
    await next()
  })
}

export function isSameOrigin(request: Request, env: Pick<Env, 'PUBLIC_ORIGIN'>): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  return request.headers.get('origin') === publicOrigin(env, request.url)
}
