import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { openDatabase } from '#db/database.ts'
import { boosts, counters } from '#db/schema.ts'
import { encryptedToken } from '#server/crypto/encrypted-token.ts'
import type { Env } from '#server/env.ts'

const lifetimeMs = 60 * 60_000
const views = v.object({ sub: v.string(), boosts: v.array(v.string()) })
const seenViews = encryptedToken({ purpose: 'cursor', schema: v.object({ views }), lifetimeMs })

/**
 * Encrypts which boosts gained a view from a page. The viewer sends it back once the page is really being looked at; null without
 * boosts.
 */
export async function sealViews(env: Env, viewerId: string, boostIds: readonly string[], now: number): Promise<string | null> {
  return boostIds.length === 0 ? null : seenViews.seal(env, { views: { sub: viewerId, boosts: [...boostIds] } }, now)
}

/**
 * Counts the views, each viewer once per boost. A row of `counters` per viewer and the sum are written in one transaction, which
 * keeps the count exact in parallel calls. The row expires with the last text of `sealViews`. False for a text that is forged,
 * expired or another member's.
 */
export async function countViews(env: Env, viewerId: string, text: string, now: number): Promise<boolean> {
  const found = (await seenViews.open(env, text, now))?.views
  if (!found || found.sub !== viewerId) return false
  const db = openDatabase(env.DB)
  const statements = found.boosts.flatMap((id) => [
    db.all(sql`insert into ${counters} (key, count, expires_at)
      select ${`boost-view:${id}:${viewerId}`}, 1, ends_at + ${lifetimeMs} from ${boosts} where id = ${id} on conflict (key) do nothing`),
    // `changes()` refers to the previous statement: 1 for a new viewer, 0 for a known one.
    db.all(sql`update ${boosts} set extra_views = extra_views + changes() where id = ${id}`),
  ])
  const [first, ...rest] = statements
  if (first) await db.batch([first, ...rest])
  return true
}
