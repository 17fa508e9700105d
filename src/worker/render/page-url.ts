import { build } from 'virtual:build'
import type { AppContext } from '#server/context.ts'

export type PageMode = 'document' | 'payload'

const payloadSuffix = '/_payload.json'

export function pageModeOf(c: AppContext): PageMode {
  return c.req.path.endsWith(payloadSuffix) ? 'payload' : 'document'
}

/** The page's own URL, even for its payload. */
export function pageUrl(c: AppContext, mode: PageMode): URL {
  const url = new URL(c.req.url)
  url.pathname = pagePath(url.pathname, mode)
  return url
}

/** The page's path in a request; a payload's path ends with the suffix. */
export function pagePath(path: string, mode: PageMode): string {
  return mode === 'payload' ? path.slice(0, -payloadSuffix.length) || '/' : path
}

/** 301 if the URL itself has moved; 302 if it depends on the visitor. */
export function redirectTo(c: AppContext, target: string, mode: PageMode, status: 301 | 302 = 302): Response {
  if (mode === 'payload') return c.json({ build: build.id, redirect: target })
  return c.redirect(target, status)
}
