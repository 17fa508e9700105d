import { EncryptJWT, jwtDecrypt } from 'jose'
import type { Flash } from '#shared/bootstrap.ts'
import type { AppContext } from './context.ts'
import { clearHostCookie, cookieNames, readCookie, setHostCookie } from './cookies.ts'
import { deriveKeys } from './keys.ts'

const maxCookieBytes = 3800
const lifetimeSeconds = 120

/**
 * Carries a refused form back to its page: what was typed, and what is wrong with it. Sealed, because what people type
 * is nobody else's business; short-lived; left out when it would not fit into a cookie.
 */
export async function setFlash(c: AppContext, flash: Flash): Promise<void> {
  const sealed = await seal(c, flash)
  if (sealed.length <= maxCookieBytes) return setHostCookie(c, cookieNames.flash, sealed, lifetimeSeconds)
  const shorter = await seal(c, { ...flash, values: {} })
  setHostCookie(c, cookieNames.flash, shorter, lifetimeSeconds)
}

/** Reads and removes it: a reload shows the plain form. An unreadable one counts as none. */
export async function takeFlash(c: AppContext): Promise<Flash | null> {
  const sealed = readCookie(c, cookieNames.flash)
  if (!sealed) return null
  clearHostCookie(c, cookieNames.flash)
  for (const key of await deriveKeys(c.env, 'flash')) {
    try {
      const { payload } = await jwtDecrypt<{ flash: Flash }>(sealed, key, { currentDate: new Date(c.get('now')) })
      return payload.flash
    } catch {
      continue // sealed by another key, forged or expired: the next key, else none
    }
  }
  return null
}

async function seal(c: AppContext, flash: Flash): Promise<string> {
  const [key] = await deriveKeys(c.env, 'flash')
  if (!key) throw new Error('no key')
  return new EncryptJWT({ flash })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(new Date(c.get('now') + lifetimeSeconds * 1000))
    .encrypt(key)
}
