import { and, eq, gt, inArray, or, sql } from 'drizzle-orm'
import { openDatabase, type Database } from '#db/database.ts'
import { reportEvidence, reports } from '#db/schema.ts'
import { findChatPhoto } from '#features/chat/server/public.ts'
import { findLargest } from '#features/photos/server/public.ts'
import type { Env } from '#server/env.ts'
import { warn } from '#server/log.ts'
import { sweepObjects } from '#server/sweep-objects.ts'
import type { MessagesEvidence, ProfileEvidence } from '../contract.ts'
import { toEvidence } from './queue.ts'

/**
 * Copies of the pictures that a report's evidence names, apart from the photos themselves: those go with their message, profile or
 * account, while the evidence stays as long as its report.
 */
const prefix = 'evidence/'

const prefixOf = (reportId: string): string => `${prefix}${reportId}/`
const nameOf = (reportId: string, key: string): string => `${prefixOf(reportId)}${key}.webp`
const namePattern = new RegExp(`^${prefix}([\\w-]+)/([\\w-]+)\\.webp$`)

type Bound = Pick<Env, 'PHOTOS'>
type Bucket = Bound['PHOTOS']
type Evidence = { profile: Pick<ProfileEvidence, 'photos'> | null; messages: Pick<MessagesEvidence, 'messages'> | null }
type Picture = { key: string; find: (bucket: Bucket) => Promise<R2ObjectBody | null> }

/** Returns the picture under this key, from the copy if there is one; null if it was removed before it was copied. */
export async function findEvidencePicture(bucket: Bucket, reportId: string, key: string): Promise<R2ObjectBody | null> {
  return (await bucket.get(nameOf(reportId, key))) ?? (await findChatPhoto(bucket, key)) ?? findLargest(bucket, key)
}

/** Returns the keys of the pictures that have been copied for a report. */
export async function listCopies(bucket: Bucket, reportId: string): Promise<Set<string>> {
  const { objects } = await bucket.list({ prefix: prefixOf(reportId) })
  return new Set(objects.flatMap(({ key }) => namePattern.exec(key)?.[2] ?? []))
}

/** Copies up to `most` pictures that have no copy yet; returns how many. Those that are gone already are passed over. */
async function copyPictures(bucket: Bucket, reportId: string, evidence: Evidence, most: number): Promise<number> {
  const copies = await listCopies(bucket, reportId)
  const missing = picturesOf(evidence).filter(({ key }) => !copies.has(key))
  let copied = 0
  for (const { key, find } of missing) {
    if (copied === most) break
    const object = await find(bucket)
    if (!object) continue
    await bucket.put(nameOf(reportId, key), await object.arrayBuffer(), { httpMetadata: { contentType: 'image/webp' } })
    copied += 1
  }
  return copied
}

function picturesOf({ profile, messages }: Evidence): Picture[] {
  const ofProfile = profile?.photos.map(({ key }) => key) ?? []
  const ofMessages = messages?.messages.flatMap(({ photo }) => photo?.key ?? []) ?? []
  return [
    ...ofProfile.map((key) => ({ key, find: (bucket: Bucket) => findLargest(bucket, key) })),
    ...ofMessages.map((key) => ({ key, find: (bucket: Bucket) => findChatPhoto(bucket, key) })),
  ]
}

/** Copies a new report's pictures, best effort: before an account is purged, `copyEvidencePictures` copies what is missing. */
export async function copyReported({ PHOTOS }: Bound, reportId: string, evidence: Evidence): Promise<void> {
  try {
    await copyPictures(PHOTOS, reportId, evidence, Infinity)
  } catch (error) {
    warn('evidence', error)
  }
}

const reportsAtOnce = 10
const picturesAtOnce = 50

/**
 * Copies a portion of the pictures in the evidence of all kept reports by a member or about them; true when none is left. It comes
 * before anything of the member is deleted.
 */
export async function copyEvidencePictures({ PHOTOS }: Bound, db: Database, memberId: string): Promise<boolean> {
  let left = picturesAtOnce
  let after = ''
  for (;;) {
    const ids = await listReports(db, memberId, after)
    for (const [id, evidence] of await readEvidence(db, ids)) {
      left -= await copyPictures(PHOTOS, id, evidence, left)
      if (left === 0) return false
    }
    if (ids.length < reportsAtOnce) return true
    after = ids.at(-1) ?? after
  }
}

async function listReports(db: Database, memberId: string, after: string): Promise<string[]> {
  const isTheirs = or(eq(reports.reportedId, memberId), eq(reports.reporterId, memberId))
  const rows = await db
    .select({ id: reports.id })
    .from(reports)
    .where(and(isTheirs, gt(reports.id, after)))
    .orderBy(reports.id)
    .limit(reportsAtOnce)
  return rows.map(({ id }) => id)
}

async function readEvidence(db: Database, ids: readonly string[]): Promise<[string, Evidence][]> {
  const rows = await db
    .select()
    .from(reportEvidence)
    .where(inArray(reportEvidence.reportId, [...ids]))
  return ids.map((id) => [id, toEvidence(rows.filter(({ reportId }) => reportId === id))])
}

/** A report's row is written before its copies, so an hour is more than enough. */
const graceMs = 60 * 60 * 1000

/** Cron: removes the copies whose report has been deleted. Safe to run at any time and repeatedly. */
export function sweepEvidence(env: Pick<Env, 'DB' | 'PHOTOS'>, now: number): Promise<{ rows: number; looked: number }> {
  const reportOf = (name: string) => namePattern.exec(name)?.[1] ?? ''
  return sweepObjects(env.PHOTOS, { prefix, cursorKey: 'sweep/evidence', olderThan: now - graceMs }, async (names) => {
    const known = await findKept(openDatabase(env.DB), [...new Set(names.map(reportOf))])
    return names.filter((name) => !known.has(reportOf(name)))
  })
}

async function findKept(db: Database, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: reports.id })
    .from(reports)
    .where(inArray(reports.id, sql`(select value from json_each(${JSON.stringify(ids)}))`))
  return new Set(rows.map(({ id }) => id))
}
