import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { AppContext } from './context.ts'

/** `__Host-` binds a cookie to this origin and to https (browsers treat localhost as secure). */
export const cookieNames = {
  access: '__Host-access',
  refresh: '__Host-refresh',
  flash: '__Host-flash',
  plain: '__Host-plain',
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
