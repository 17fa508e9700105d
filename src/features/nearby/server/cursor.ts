import * as v from 'valibot'
import type { Env } from '#server/env.ts'
import { findSealed, seal } from './sealed.ts'

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
export function sealCursor(env: Env, value: Cursor, now: number): Promise<string> {
  return seal(env, { cursor: value }, now)
}

/** The cursor, or null when it is expired, forged, or another list's: the first page then stands in. */
export async function openCursor(
  env: Env,
  text: string,
  expected: Pick<Cursor, 'sub' | 'view'>,
  now: number,
): Promise<Cursor | null> {
  const payload = await findSealed(env, text, now)
  const parsed = v.safeParse(cursor, payload?.cursor)
  return parsed.success && parsed.output.sub === expected.sub && parsed.output.view === expected.view ? parsed.output : null
}
