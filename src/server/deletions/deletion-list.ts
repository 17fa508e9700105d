import * as v from 'valibot'
import { keyedHash } from '../crypto/secrets.ts'
import type { Env } from '../env.ts'
import { deriveLastingKey, type KeyEnv } from './lasting-key.ts'

export type ListEnv = Pick<Env, 'DELETIONS'> & KeyEnv

/** What happened to a deleted account, in ms. `at`: the last of these times. */
const entrySchema = v.object({
  requestedAt: v.number(),
  by: v.picklist(['member', 'operator']),
  restoredAt: v.nullable(v.number()),
  purgedAt: v.nullable(v.number()),
  at: v.number(),
})
export type ListedDeletion = v.InferOutput<typeof entrySchema>

const prefix = 'accounts/'
/** D1 can be restored to any minute of the last 30 days. */
export const listedMs = 90 * 24 * 60 * 60_000
/** The most that R2 lists or deletes at once. */
const pageSize = 1000

/**
 * Returns the name of an account in the list: a keyed hash, so that the list reveals no one.
 */
export async function namesInList(env: KeyEnv): Promise<(memberId: string) => string> {
  const key = await deriveLastingKey(env, 'deletion-list')
  return (memberId) => prefix + keyedHash(key, memberId)
}

/** Call it after the deletion was committed in D1; the cron repeats it until `deletions.listed_at` is set. Idempotent. */
export function recordDeletion(
  env: ListEnv,
  memberId: string,
  { requestedAt, by }: Pick<ListedDeletion, 'requestedAt' | 'by'>,
): Promise<void> {
  return change(env, memberId, (known) =>
    known && known.requestedAt >= requestedAt
      ? known
      : { requestedAt, by, restoredAt: null, purgedAt: known?.purgedAt ?? null, at: requestedAt },
  )
}

/** Call it before the restore is committed in D1: a restored account must not be deleted by its list. Idempotent. */
export function recordRestore(
  env: ListEnv,
  memberId: string,
  { requestedAt, by }: Pick<ListedDeletion, 'requestedAt' | 'by'>,
  now: number,
): Promise<void> {
  // Also where the list lacks the deletion: a late listing of it finds that it is over.
  return change(env, memberId, (known) =>
    // A purge that has begun cannot be undone.
    known?.requestedAt === requestedAt && (known.restoredAt !== null || known.purgedAt !== null)
      ? known
      : { requestedAt, by, restoredAt: now, purgedAt: null, at: now },
  )
}

/** Called before anything of the account is purged. Idempotent. */
export function recordPurge(
  env: ListEnv,
  memberId: string,
  { requestedAt, by }: Pick<ListedDeletion, 'requestedAt' | 'by'>,
  now: number,
): Promise<void> {
  return change(env, memberId, (known) => ({ requestedAt, by, restoredAt: null, purgedAt: known?.purgedAt ?? now, at: now }))
}

const mostTries = 5
const pauseMs = 20
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * An entry is the object's metadata, because a list of objects contains that, and also its content, because the ETag is computed from
 * that. It is written only if it is still the one that was read: of two changes at once, the second sees what the first has written.
 */
async function change(
  env: ListEnv,
  memberId: string,
  next: (known: ListedDeletion | null) => ListedDeletion | null,
): Promise<void> {
  const name = (await namesInList(env))(memberId)
  for (let tries = 0; tries < mostTries; tries += 1) {
    const found = await env.DELETIONS.head(name)
    const known = found && readEntry(found)
    const entry = next(known)
    if (!entry || entry === known) return
    const onlyIf = new Headers(found ? { 'if-match': found.httpEtag } : { 'if-none-match': '*' })
    const text = JSON.stringify(entry)
    if (await env.DELETIONS.put(name, text, { customMetadata: { entry: text }, onlyIf })) return
    await pause(pauseMs * 2 ** tries)
  }
  throw new Error('Others keep changing this entry of the list of deletions')
}

function readEntry({ customMetadata }: R2Object): ListedDeletion {
  return v.parse(entrySchema, JSON.parse(customMetadata?.['entry'] ?? 'null'))
}

/** Returns the entries by their names (`namesInList`). */
export async function readDeletionList({ DELETIONS }: Pick<Env, 'DELETIONS'>): Promise<Map<string, ListedDeletion>> {
  const entries = new Map<string, ListedDeletion>()
  let startAfter: string | undefined
  do {
    const { objects, truncated } = await DELETIONS.list({
      prefix,
      limit: pageSize,
      include: ['customMetadata'],
      ...(startAfter === undefined ? {} : { startAfter }),
    })
    for (const object of objects) entries.set(object.key, readEntry(object))
    startAfter = truncated ? objects.at(-1)?.key : undefined
  } while (startAfter !== undefined)
  return entries
}

/** Deletes the entries whose last event is 90 days old; returns how many. */
export async function dropOldEntries(env: Pick<Env, 'DELETIONS'>, now: number): Promise<number> {
  const old = [...(await readDeletionList(env))].filter(([, { at }]) => at < now - listedMs).map(([name]) => name)
  for (let start = 0; start < old.length; start += pageSize) await env.DELETIONS.delete(old.slice(start, start + pageSize))
  return old.length
}
