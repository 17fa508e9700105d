import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { AppContext } from './context.ts'

/** `__Host-` binds a cookie to this origin and to https (browsers treat localhost as secure). */
export const cookieNames = {
  access: '__Host-access',
  refresh: '__Host-refresh',
  /** A random id of this browser, so that a sign-in from a new one is reported by email. */
  device: '__Host-device',
  flash: '__Host-flash',
  noScript: '__Host-plain',
  /** State, nonce and PKCE verifier of this browser's provider sign-in. */
  providerAttempt: '__Host-provider',
  /** Verified claims of a provider, kept until the sign-up is complete. */
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
