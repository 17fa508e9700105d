import { build } from 'virtual:build'
import type { AppContext } from '#worker/http/context.ts'

export type PageMode = 'document' | 'payload'

export const payloadSuffix = '/_payload.json'

/** The page's own address, also for its payload. */
export function pageUrl(c: AppContext, mode: PageMode): URL {
  const url = new URL(c.req.url)
  if (mode === 'payload') url.pathname = url.pathname.slice(0, -payloadSuffix.length) || '/'
  return url
}

export function redirectTo(c: AppContext, target: string, mode: PageMode): Response {
  if (mode === 'payload') return c.json({ build: build.id, redirect: target })
  return c.redirect(target, 302)
}
