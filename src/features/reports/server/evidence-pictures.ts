import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { openDatabase, type Database } from '#db/database.ts'
import { reportEvidence, reports } from '#db/schema.ts'
import { findChatPhoto } from '#features/chat/server/public.ts'
import { findLargest } from '#features/photos/server/public.ts'
import type { Env } from '#server/env.ts'
import { warn } from '#server/log.ts'
import { sweepObjects } from '#server/sweep-objects.ts'
import type { MessagesEvidence, ProfileEvidence } from '../contract.ts'
import { evidencePhotos } from '../rules.ts'
import { toEvidence } from './queue.ts'

/**
 * Copies of the pictures that a report's evidence names, apart from the photos themselves: those go with their message, profile or
 * account, while the evidence stays as long as its report.
 */
const prefix = 'evidence/'

const prefixOf = (reportId: string): string => `${prefix}${reportId}/`
const nameOf = (reportId: string, key: string): string => `${prefixOf(reportId)}${key}.webp`
const namePattern = new RegExp(`^${prefix}([\\w-]+)/([\\w-]+)\\.webp$`)

type Bound = Pick<Env, 'DB' | 'PHOTOS'>
type Bucket = Bound['PHOTOS']
type Evidence = { profile: Pick<ProfileEvidence, 'photos' | 'ties'> | null; messages: Pick<MessagesEvidence, 'messages'> | null }
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

const copiesAtOnce = 8

/**
 * Copies up to `most` pictures that have no copy yet, and notes when none is left; returns how many were copied. Those that are
 * gone already are passed over.
 */
async function copyPictures(
  { PHOTOS, DB }: Bound,
  reportId: string,
  evidence: Evidence,
  most: number = Infinity,
): Promise<number> {
  const pictures = picturesOf(evidence)
  const copies = pictures.length === 0 ? new Set() : await listCopies(PHOTOS, reportId)
  const missing = pictures.filter(({ key }) => !copies.has(key))
  const taken = missing.slice(0, most)
  for (let start = 0; start < taken.length; start += copiesAtOnce)
    await Promise.all(taken.slice(start, start + copiesAtOnce).map((picture) => copyPicture(PHOTOS, reportId, picture)))
  if (taken.length === missing.length)
    await openDatabase(DB).update(reports).set({ picturesCopiedAt: Date.now() }).where(eq(reports.id, reportId))
  return taken.length
}

async function copyPicture(bucket: Bucket, reportId: string, { key, find }: Picture): Promise<void> {
  const object = await find(bucket)
  if (!object) return
  await bucket.put(nameOf(reportId, key), await object.arrayBuffer(), { httpMetadata: { contentType: 'image/webp' } })
}

function picturesOf({ profile, messages }: Evidence): Picture[] {
  const ofProfile = profile ? evidencePhotos(profile).map(({ key }) => key) : []
  const ofMessages = messages?.messages.flatMap(({ photo }) => photo?.key ?? []) ?? []
  return [
    ...ofProfile.map((key) => ({ key, find: (bucket: Bucket) => findLargest(bucket, key) })),
    ...ofMessages.map((key) => ({ key, find: (bucket: Bucket) => findChatPhoto(bucket, key) })),
  ]
}

/** Copies a new report's pictures, best effort: before an account is purged, `copyEvidencePictures` copies what is missing. */
export async function copyReported(env: Bound, reportId: string, evidence: Evidence): Promise<void> {
  try {
    // Of two reports of a pair at once, one is not written.
    const [report] = await openDatabase(env.DB).select({ id: reports.id }).from(reports).where(eq(reports.id, reportId))
    if (report) await copyPictures(env, reportId, evidence)
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
export async function copyEvidencePictures(env: Bound, db: Database, memberId: string): Promise<boolean> {
  let left = picturesAtOnce
  const ids = await listUncopied(db, memberId)
  for (const [id, evidence] of await readEvidence(db, ids)) {
    left -= await copyPictures(env, id, evidence, left)
    if (left === 0) return false
  }
  return ids.length < reportsAtOnce
}

async function listUncopied(db: Database, memberId: string): Promise<string[]> {
  const isTheirs = or(eq(reports.reportedId, memberId), eq(reports.reporterId, memberId))
  const rows = await db
    .select({ id: reports.id })
    .from(reports)
    .where(and(isTheirs, isNull(reports.picturesCopiedAt)))
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
