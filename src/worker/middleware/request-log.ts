import { build } from 'virtual:build'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '#server/context.ts'
import { count } from '#server/count.ts'
import { log } from '#server/log.ts'
import { pageModeOf } from '#worker/render/page-url.ts'
import { toAppError } from './errors.ts'
import { routeKey } from './route-key.ts'

/**
 * Counts each request and, if `REQUEST_LOG` is on, logs a line: route key, status, duration, code of the error. The time ends
 * with the headers; a page streams on after them. The counter includes the build: while two versions respond, it shows which one
 * fails.
 */
export function requestLog() {
  return createMiddleware<AppEnv>(async function logRequest(c, next) {
    await next()
    const ms = Date.now() - c.get('now')
    const { status } = c.res
    const [route, code] = [routeKey(c), c.error ? toAppError(c.error).code : undefined]
    const steps = c.get('steps').ms
    const { method } = c.req
    count(
      c.env,
      'request',
      [route, method, String(status), code ?? '', pageModeOf(c), build.id],
      [ms, ...(['gate', 'read', 'load', 'render'] as const).map((step) => steps[step] ?? -1)],
    )
    if (c.env.REQUEST_LOG === 'on')
      log('info', 'request', { requestId: c.get('requestId'), route, method, status, code, ms, steps })
  })
}
