import { openDatabase } from '#db/database.ts'
import type { Env } from '#server/env.ts'
import { keyOfObject, objectPrefix } from './objects.ts'
import { findKnownKeys } from './queries.ts'

/** Where the last run stopped: the next run continues there, so that together they cover the whole bucket. */
const cursorKey = 'sweep/photos'
const objectsPerRun = 1000
/** An upload stores its sizes before its row, so younger objects may still get one. */
const graceMs = 60 * 60 * 1000

/**
 * Cron: removes objects without a photo, whatever left them: an interrupted upload or deletion, or a purged account. Safe to run
 * at any time and more than once. `rows`: number of objects removed, `looked`: number of objects checked.
 */
export async function sweepPhotos(env: Pick<Env, 'DB' | 'PHOTOS'>, now: number): Promise<{ rows: number; looked: number }> {
  const startAfter = (await (await env.PHOTOS.get(cursorKey))?.text()) || undefined
  const { objects, truncated } = await env.PHOTOS.list({ prefix: objectPrefix, startAfter, limit: objectsPerRun })
  const old = objects.filter((object) => now - object.uploaded.getTime() > graceMs)
  const keys = [...new Set(old.map((object) => keyOfObject(object.key)).filter((key) => key !== null))]
  const known = await findKnownKeys(openDatabase(env.DB), keys)
  const orphans = old.filter((object) => !known.has(keyOfObject(object.key) ?? '')).map((object) => object.key)
  if (orphans.length > 0) await env.PHOTOS.delete(orphans)
  const last = objects.at(-1)
  if (truncated && last) await env.PHOTOS.put(cursorKey, last.key)
  else if (startAfter !== undefined) await env.PHOTOS.delete(cursorKey)
  return { rows: orphans.length, looked: objects.length }
}
