import * as v from 'valibot'
import { encryptedToken } from '#server/crypto/encrypted-token.ts'
import type { Env } from '#server/env.ts'

const key = v.object({ activeAt: v.number(), id: v.string() })
const place = v.object({ rank: v.number(), id: v.string() })
const cursor = v.object({
  /** The viewer and view of a list: the cursor is valid for no other. */
  sub: v.string(),
  view: v.string(),
  /** Clock of the first page, ms; later pages rank by it too. */
  at: v.number(),
  from: v.nullable(key),
  to: v.nullable(key),
  after: v.nullable(place),
  /** The last place of the same pages without boosts, while boosts may be among the next. Cursors of earlier versions have none. */
  natural: v.optional(v.nullable(place)),
})

/** Where a list continues: in which window of people, and after which sort key. */
export type Cursor = v.InferOutput<typeof cursor>

const cursors = encryptedToken({ purpose: 'cursor', schema: v.object({ cursor }), lifetimeMs: 60 * 60_000 })

/** Encrypted, because it contains when others were last active; valid for an hour. */
export function sealCursor(env: Env, value: Cursor, now: number): Promise<string> {
  return cursors.seal(env, { cursor: value }, now)
}

/** The cursor, or null if it is expired, forged, or another list's: then the first page is shown. */
export async function openCursor(
  env: Env,
  text: string,
  expected: Pick<Cursor, 'sub' | 'view'>,
  now: number,
): Promise<Cursor | null> {
  const found = (await cursors.open(env, text, now))?.cursor
  return found && found.sub === expected.sub && found.view === expected.view ? found : null
}
