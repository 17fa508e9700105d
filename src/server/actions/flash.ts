import * as v from 'valibot'
import type { Flash } from '#shared/bootstrap.ts'
import type { AppContext } from '../context.ts'
import { clearHostCookie, cookieNames, readCookie, setHostCookie } from '../cookies.ts'
import { compressedToken } from '../crypto/compressed-token.ts'
import { encryptedToken } from '../crypto/encrypted-token.ts'

/** Browsers keep cookies of up to 4,096 bytes, their name included. Compressed, 3,500 characters of each language fit. */
const maxLength = 4040
const lifetimeSeconds = 120

const flashSchema = v.object({
  form: v.string(),
  values: v.record(v.string(), v.union([v.string(), v.array(v.string())])),
  error: v.optional(v.string()),
  fields: v.optional(v.record(v.string(), v.string())),
  notice: v.optional(v.string()),
})
const kind = { purpose: 'flash', schema: flashSchema, lifetimeMs: lifetimeSeconds * 1000 } as const
const encrypted = encryptedToken(kind)
const compressed = compressedToken(kind)

/**
 * Carries a refused form back to its page: its values and its errors. It is encrypted, because form values are private, and
 * short-lived. It is only compressed if it would not fit otherwise, because the compressed length reveals something about the
 * text. Values that still do not fit are dropped, the longest first.
 */
export async function setFlash(c: AppContext, flash: Flash): Promise<void> {
  const whole = await encrypted.seal(c.env, flash, c.get('now'))
  if (whole.length <= maxLength) return setHostCookie(c, cookieNames.flash, whole, lifetimeSeconds)
  const values = Object.entries(flash.values).toSorted(([, a], [, b]) => lengthOf(a) - lengthOf(b))
  for (let kept = values.length; kept >= 0; kept -= 1) {
    const part = { ...flash, values: Object.fromEntries(values.slice(0, kept)) }
    const sealed = await compressed.seal(c.env, part, c.get('now'))
    if (sealed.length <= maxLength) return setHostCookie(c, cookieNames.flash, sealed, lifetimeSeconds)
  }
}

function lengthOf(value: unknown): number {
  return JSON.stringify(value).length
}

/** Reads and removes the flash: a reload shows the plain form. An unreadable one counts as none. */
export async function takeFlash(c: AppContext): Promise<Flash | null> {
  const sealed = readCookie(c, cookieNames.flash)
  if (!sealed) return null
  clearHostCookie(c, cookieNames.flash)
  const now = c.get('now')
  return (await encrypted.open(c.env, sealed, now)) ?? (await compressed.open(c.env, sealed, now))
}
