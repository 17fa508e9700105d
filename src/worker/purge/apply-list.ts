import { openDatabase, type Database } from '#db/database.ts'
import { dropOldEntries, namesInList, readDeletionList } from '#server/deletions/deletion-list.ts'
import { findUnlisted, listDeletions } from '#server/deletions/unlisted.ts'
import type { Env } from '#server/env.ts'
import type { Finished } from '#server/finish-each.ts'
import { purgeAccounts } from './purge-accounts.ts'
import { findCursor, isApplied, listMembersAfter, repeatStatements, saveApplied, saveCursor } from './restore-queries.ts'

const membersAtOnce = 1000
/** A run compares about this many members, for the sake of its time on the processor. */
const mostMembers = 100_000
const unlistedAtOnce = 100
const dayMs = 24 * 60 * 60_000
/** The cron runs every five minutes. */
const cronMs = 5 * 60_000

/** True while the database was restored and the list of deletions has not been applied to it: the site must not answer. */
export async function isRestoring({ DB, RESTORE_EPOCH }: Pick<Env, 'DB' | 'RESTORE_EPOCH'>): Promise<boolean> {
  return RESTORE_EPOCH !== undefined && RESTORE_EPOCH !== '' && !(await isApplied(openDatabase(DB), RESTORE_EPOCH))
}

/**
 * Cron: after a restore of D1, deletes, restores and purges again what the restore has undone. The list names accounts by keyed
 * hashes, so every member is compared with it. Continues in the next run; `rows`: members compared, `found`: those in the list.
 */
export async function applyDeletionList(
  env: Env,
  now: number,
): Promise<{ rows: number; found: number; failed: number; isMore: boolean }> {
  const { RESTORE_EPOCH: epoch = '' } = env
  const db = openDatabase(env.DB)
  const [list, nameOf] = await Promise.all([readDeletionList(env), namesInList(env)])
  let [rows, found] = [0, 0]
  let cursor = await findCursor(db, epoch)
  while (rows < mostMembers) {
    const ids = await listMembersAfter(db, cursor, membersAtOnce)
    found += await repeatListed(db, ids, { list, nameOf, now })
    rows += ids.length
    cursor = ids.at(-1) ?? cursor
    await saveCursor(db, epoch, cursor)
    if (ids.length < membersAtOnce) {
      // An account whose purge fails stays deleted and hidden; the cron repeats it.
      const { failed } = await purgeAccounts(env, now)
      await saveApplied(db, epoch, now)
      return { rows, found, failed, isMore: false }
    }
  }
  return { rows, found, failed: 0, isMore: true }
}

type Listed = { list: Awaited<ReturnType<typeof readDeletionList>>; nameOf: (memberId: string) => string; now: number }

async function repeatListed(db: Database, ids: readonly string[], { list, nameOf, now }: Listed): Promise<number> {
  let found = 0
  for (const id of ids) {
    const listed = list.get(nameOf(id))
    if (!listed) continue
    found += 1
    const [first, ...others] = repeatStatements(db, id, listed, now)
    if (first) await db.batch([first, ...others])
  }
  return found
}

/** Cron: records deletions that the list lacks, and once a day drops entries after their time. */
export async function keepDeletionList(env: Env, now: number): Promise<Finished & { dropped: number }> {
  const db = openDatabase(env.DB)
  const finished = await listDeletions(env, db, await findUnlisted(db, unlistedAtOnce), now)
  const dropped = now % dayMs < cronMs ? await dropOldEntries(env, now) : 0
  return { ...finished, dropped }
}
