import { openDatabase } from '#db/database.ts'
import type { Env } from '#server/env.ts'
import { deleteExport, listExports } from './queries.ts'

type StoreEnv = Pick<Env, 'DB' | 'EXPORTS'>

/** The names of an export's objects begin with this. */
export const objectsOf = (memberId: string, exportId = '') => `${memberId}/${exportId === '' ? '' : `${exportId}/`}`

/** Deletes an export: first its objects, then its row, so that no object is ever unknown. Safe to repeat. */
export async function dropExport(env: StoreEnv, memberId: string, exportId: string): Promise<void> {
  await removeObjects(env.EXPORTS, objectsOf(memberId, exportId))
  await deleteExport(openDatabase(env.DB), exportId)
}

/** Deletes every export of a member, also one that is being made: a run that goes on finds no row. Safe to repeat. */
export async function dropExports(env: StoreEnv, memberId: string): Promise<void> {
  const db = openDatabase(env.DB)
  for (const { id } of await listExports(db, memberId)) await deleteExport(db, id)
  await removeObjects(env.EXPORTS, objectsOf(memberId))
}

/** R2 lists and deletes at most 1,000 objects at once. */
export async function removeObjects(bucket: R2Bucket, prefix: string): Promise<void> {
  let isMore = true
  while (isMore) {
    const { objects, truncated } = await bucket.list({ prefix, limit: 1000 })
    if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key))
    isMore = truncated
  }
}
