import { openDatabase } from '#db/database.ts'
import type { Env } from '#server/env.ts'
import { sweepObjects } from '#server/sweep-objects.ts'
import { keyOfObject, objectPrefix } from './objects.ts'
import { findKnownKeys } from './queries.ts'

/** An upload stores its sizes before its row, so younger objects may still get one. */
const graceMs = 60 * 60 * 1000

/** Cron: removes objects without a photo, whatever left them: an interrupted upload or deletion, or a purged account. */
export function sweepPhotos(env: Pick<Env, 'DB' | 'PHOTOS'>, now: number): Promise<{ rows: number; looked: number }> {
  const sweep = { prefix: objectPrefix, cursorKey: 'sweep/photos', olderThan: now - graceMs }
  return sweepObjects(env.PHOTOS, sweep, async (names) => {
    const keys = [...new Set(names.flatMap((name) => keyOfObject(name) ?? []))]
    const known = await findKnownKeys(openDatabase(env.DB), keys)
    return names.filter((name) => !known.has(keyOfObject(name) ?? ''))
  })
}
