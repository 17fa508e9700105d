import { EncryptJWT, jwtDecrypt } from 'jose'
import type { Flash } from '#shared/bootstrap.ts'
import type { AppContext } from '../context.ts'
import { clearHostCookie, cookieNames, readCookie, setHostCookie } from '../cookies.ts'
import { deriveKeys } from '../crypto/keys.ts'

/** Of the JSON; sealed it takes a third more, and browsers keep cookies of up to 4,096 bytes. */
const maxBytes = 2700
const lifetimeSeconds = 120

/**
 * Carries a refused form back to its page: what was typed, and what is wrong with it. Sealed, because what people type
 * is nobody else's business; short-lived; what would not fit into a cookie is left out, the longest values first.
 */
export async function setFlash(c: AppContext, flash: Flash): Promise<void> {
  let room = maxBytes - bytesOf({ ...flash, values: {} })
  const sizes = Object.entries(flash.values).map(([name, value]) => ({ name, value, bytes: bytesOf({ [name]: value }) }))
  const kept = sizes.toSorted((a, b) => a.bytes - b.bytes).filter(({ bytes }) => (room -= bytes) >= 0)
  const values = Object.fromEntries(kept.map(({ name, value }) => [name, value]))
  setHostCookie(c, cookieNames.flash, await seal(c, { ...flash, values }), lifetimeSeconds)
}

function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).byteLength
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
