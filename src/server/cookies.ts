import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { AppContext } from './context.ts'

/** `__Host-` binds a cookie to this origin and to https (browsers treat localhost as secure). */
export const cookieNames = {
  access: '__Host-access',
  refresh: '__Host-refresh',
  /** A random mark of this browser, so that a sign-in from a new one can be told by e-mail. */
  device: '__Host-device',
  flash: '__Host-flash',
  noScript: '__Host-plain',
  /** What this browser started a provider sign-in with: state, nonce, PKCE verifier. */
  providerAttempt: '__Host-provider',
  /** Verified claims that wait for the rest of a sign-up. */
  providerClaims: '__Host-claims',
} as const

export const hostCookieOptions = { path: '/', secure: true, httpOnly: true, sameSite: 'Lax' } as const

export function setHostCookie(c: AppContext, name: string, value: string, maxAgeSeconds: number): void {
  setCookie(c, name, value, { ...hostCookieOptions, maxAge: maxAgeSeconds })
}

export function clearHostCookie(c: AppContext, name: string): void {
  deleteCookie(c, name, hostCookieOptions)
}

export function readCookie(c: AppContext, name: string): string | undefined {
  return getCookie(c, name)
}
