import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '#server/context.ts'

/** Headers of every response from the worker; static files get theirs from public/_headers. */
export function securityHeaders() {
  return createMiddleware<AppEnv>(async function setSecurityHeaders(c, next) {
    await next()
    if (c.res.status === 101) return // an upgraded socket has no further headers
    addSecurityHeaders(c.res.headers)
  })
}

/** Adds missing headers; a page's own policy and cache rule stay. */
export function addSecurityHeaders(headers: Headers): void {
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Referrer-Policy', 'same-origin')
  headers.set('Cross-Origin-Opener-Policy', 'same-origin')
  headers.set('Cross-Origin-Resource-Policy', 'same-origin')
  headers.set('Permissions-Policy', 'camera=(), microphone=(), payment=(), usb=(), geolocation=(self)')
  headers.set('Strict-Transport-Security', 'max-age=63072000; includeSubDomains')
  if (!headers.has('Content-Security-Policy'))
    headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
}
