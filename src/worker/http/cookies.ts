import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { AppContext } from './context.ts'

/** `__Host-` binds a cookie to this origin and to https (browsers treat localhost as secure). */
export const cookieNames = { access: '__Host-access', refresh: '__Host-refresh', flash: '__Host-flash' } as const

const hostOptions = { path: '/', secure: true, httpOnly: true, sameSite: 'Lax' } as const

export function setHostCookie(c: AppContext, name: string, value: string, maxAgeSeconds: number): void {
  setCookie(c, name, value, { ...hostOptions, maxAge: maxAgeSeconds })
}

export function clearHostCookie(c: AppContext, name: string): void {
  deleteCookie(c, name, hostOptions)
}

export function readCookie(c: AppContext, name: string): string | undefined {
  return getCookie(c, name)
}
