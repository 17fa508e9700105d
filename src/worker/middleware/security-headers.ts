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

/** What documents may ask the browser for. `camera`: who may use it; only one page of ours does. */
export const permissionsPolicy = (camera: '' | 'self') =>
  `camera=(${camera}), microphone=(), payment=(), usb=(), geolocation=(self)`

/** Adds missing headers; a page's own policies and cache rule stay. */
export function addSecurityHeaders(headers: Headers): void {
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Referrer-Policy', 'same-origin')
  headers.set('Cross-Origin-Opener-Policy', 'same-origin')
  headers.set('Cross-Origin-Resource-Policy', 'same-origin')
  if (!headers.has('Permissions-Policy')) headers.set('Permissions-Policy', permissionsPolicy(''))
  headers.set('Strict-Transport-Security', 'max-age=63072000; includeSubDomains')
  if (!headers.has('Content-Security-Policy'))
    headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
}
