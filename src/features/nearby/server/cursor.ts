import { EncryptJWT, jwtDecrypt } from 'jose'
import * as v from 'valibot'
import type { Env } from '#worker/http/env.ts'
import { deriveKeys } from '#worker/http/keys.ts'

const lifetimeSeconds = 60 * 60

const key = v.object({ activeAt: v.number(), id: v.string() })
const cursor = v.object({
  /** Whose list, and in which view: the cursor fits no other. */
  sub: v.string(),
  view: v.string(),
  /** Clock of the first page, ms: later pages rank by it too. */
  at: v.number(),
  from: v.nullable(key),
  to: v.nullable(key),
  after: v.nullable(v.object({ rank: v.number(), id: v.string() })),
})

/** Where a list goes on: in which window of people, and behind which place in its order. */
export type Cursor = v.InferOutput<typeof cursor>

/** Sealed, because it holds when others were last active; opaque and good for an hour. */
export async function sealCursor(env: Env, value: Cursor, now: number): Promise<string> {
  const [sealingKey] = await deriveKeys(env, 'cursor')
  if (!sealingKey) throw new Error('No key for cursors: set SESSION_SECRET')
  return new EncryptJWT({ cursor: value })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(new Date(now + lifetimeSeconds * 1000))
    .encrypt(sealingKey)
}

/** The cursor, or null when it is expired, forged, or another list's: the first page then stands in. */
export async function openCursor(
  env: Env,
  text: string,
  expected: Pick<Cursor, 'sub' | 'view'>,
  now: number,
): Promise<Cursor | null> {
  for (const openingKey of await deriveKeys(env, 'cursor')) {
    try {
      const { payload } = await jwtDecrypt(text, openingKey, { currentDate: new Date(now) })
      const parsed = v.safeParse(cursor, payload.cursor)
      return parsed.success && parsed.output.sub === expected.sub && parsed.output.view === expected.view ? parsed.output : null
    } catch {
      continue // expired, forged, or sealed by another key: the next key, else none
    }
  }
  return null
}
