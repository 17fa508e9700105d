import * as v from 'valibot'
import type { Flash } from '#shared/bootstrap.ts'
import type { AppContext } from '../context.ts'
import { clearHostCookie, cookieNames, readCookie, setHostCookie } from '../cookies.ts'
import { encryptedToken } from '../crypto/encrypted-token.ts'

/** Bytes of the JSON. Encryption adds a third, and browsers keep cookies of up to 4,096 bytes. */
const maxBytes = 2700
const lifetimeSeconds = 120

const flashSchema = v.object({
  form: v.string(),
  values: v.record(v.string(), v.union([v.string(), v.array(v.string())])),
  error: v.optional(v.string()),
  fields: v.optional(v.record(v.string(), v.string())),
  notice: v.optional(v.string()),
})
const flashes = encryptedToken({ purpose: 'flash', schema: v.object({ flash: flashSchema }), lifetimeMs: lifetimeSeconds * 1000 })

/**
 * Carries a refused form back to its page: its values and its errors. It is encrypted, because form values are private, and
 * short-lived. Values that do not fit into a cookie are left out, the longest first.
 */
export async function setFlash(c: AppContext, flash: Flash): Promise<void> {
  let room = maxBytes - bytesOf({ ...flash, values: {} })
  const sizes = Object.entries(flash.values).map(([name, value]) => ({ name, value, bytes: bytesOf({ [name]: value }) }))
  const kept = sizes.toSorted((a, b) => a.bytes - b.bytes).filter(({ bytes }) => (room -= bytes) >= 0)
  const values = Object.fromEntries(kept.map(({ name, value }) => [name, value]))
  setHostCookie(c, cookieNames.flash, await flashes.seal(c.env, { flash: { ...flash, values } }, c.get('now')), lifetimeSeconds)
}

function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).byteLength
}

/** Reads and removes the flash: a reload shows the plain form. An unreadable one counts as none. */
export async function takeFlash(c: AppContext): Promise<Flash | null> {
  const sealed = readCookie(c, cookieNames.flash)
  if (!sealed) return null
  clearHostCookie(c, cookieNames.flash)
  return (await flashes.open(c.env, sealed, c.get('now')))?.flash ?? null
}
