import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { activeStates, isInOwnStateSql } from '#db/predicates/own-state.ts'
import { members, photos } from '#db/schema.ts'
import { orderAfter, type TimeCursor } from '#db/time-cursor.ts'
import { auditStatement, lookStatement, type PageReader } from '#features/audit/server/public.ts'
import { mayActSql } from '#server/auth/may-act.ts'
import { photoLimits, type PhotoState } from '../contract.ts'
import { endedByApproval, endedByOrder, endedByRemoval } from './stale-verification.ts'

/** All photos of a member in their order, for the member only. */
export function ownPhotosStatement(db: Database, memberId: string) {
  return db.select().from(photos).where(eq(photos.memberId, memberId)).orderBy(asc(photos.position), asc(photos.id))
}

export type PhotoRow = Awaited<ReturnType<typeof ownPhotosStatement>>[number]

/** The photos of a member that others see, in order. The page itself checks that the viewer may see the profile. */
export function shownPhotosStatement(db: Database, memberId: string) {
  return db
    .select({ photoId: photos.id, photoKey: photos.key, width: photos.width, height: photos.height })
    .from(photos)
    .where(and(eq(photos.memberId, memberId), eq(photos.state, 'approved')))
    .orderBy(asc(photos.position), asc(photos.id))
}

export async function countPhotos(db: Database, memberId: string): Promise<number> {
  return db.$count(photos, eq(photos.memberId, memberId))
}

export type NewPhoto = { id: string; memberId: string; key: string; width: number; height: number; now: number }

/**
 * The commit point of an upload: one statement that counts as it writes, so parallel uploads never create a seventh. False, with
 * nothing written, if there are six or the account may no longer act.
 */
export async function insertPhoto(db: Database, { id, memberId, key, width, height, now }: NewPhoto): Promise<boolean> {
  const result = await db.run(sql`
    insert into photos (id, member_id, position, key, state, width, height, created_at)
    select ${id}, m.id, (select coalesce(max(position) + 1, 0) from photos where member_id = m.id), ${key}, 'pending',
      ${width}, ${height}, ${now}
    from ${members} m
    where m.id = ${memberId} and ${isInOwnStateSql(activeStates, 'm')}
      and (select count(*) from photos where member_id = m.id) < ${photoLimits.most}`)
  return result.meta.changes > 0
}

/** The member's photo ids in order, as the JSON text that `writeOrder` compares. */
const orderSql = (memberId: string) =>
  sql`(select coalesce(json_group_array(id), '[]') from (select id from photos where member_id = ${memberId} order by position, id))`

/** `isUnverified`: the verified badge was lost with the main photo. */
export type PhotoChange = { isUnverified: boolean }

/**
 * Writes a new order if the photos are still in the order `was`. An order based on an older view, or one that omits a photo,
 * changes nothing and returns null. One transaction, so parallel calls cannot mix.
 */
export async function writeOrder(
  db: Database,
  memberId: string,
  { ids, was, now }: { ids: readonly string[]; was: readonly string[]; now: number },
): Promise<PhotoChange | null> {
  const wanted = JSON.stringify(ids)
  const isCurrent = sql`${orderSql(memberId)} = ${JSON.stringify(was)}`
  const [, , unverified, written] = await db.batch([
    ...endedByOrder(db, { memberId, ids, isCurrent }, now),
    db.all(sql`
      update photos set position = (select key from json_each(${wanted}) where value = photos.id)
      where member_id = ${memberId} and ${isCurrent} returning id`),
  ])
  return written.length > 0 ? { isUnverified: unverified.length > 0 } : null
}

/** Removes a photo of this member. Returns its key; null if they have no photo with that id. */
export async function deletePhoto(
  db: Database,
  memberId: string,
  photoId: string,
  now: number,
): Promise<(PhotoChange & { key: string }) | null> {
  const [, , unverified, [row]] = await db.batch([
    ...endedByRemoval(db, memberId, photoId, now),
    db
      .delete(photos)
      .where(and(eq(photos.id, photoId), eq(photos.memberId, memberId)))
      .returning({ key: photos.key }),
  ])
  return row ? { key: row.key, isUnverified: unverified.length > 0 } : null
}

/** Returns those of these keys that belong to a photo. */
export async function findKnownKeys(db: Database, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ key: photos.key })
    .from(photos)
    .where(inArray(photos.key, sql`(select value from json_each(${JSON.stringify(keys)}))`))
  return new Set(rows.map((row) => row.key))
}

/**
 * Photos that wait for a decision, oldest first; with `after`, those after that one come before the older ones. Every column has
 * a unique name, for batches.
 */
export function listPendingPhotos(db: Database, after: TimeCursor | null = null) {
  return db
    .select({
      photoId: sql<string>`${photos.id}`.as('photo_id'),
      photoKey: photos.key,
      memberId: members.id,
      firstName: members.firstName,
      role: members.role,
      width: photos.width,
      height: photos.height,
      uploadedAt: photos.createdAt,
    })
    .from(photos)
    .innerJoin(members, eq(members.id, photos.memberId))
    .where(and(eq(photos.state, 'pending'), isInOwnStateSql(activeStates)))
    .orderBy(...orderAfter(photos.createdAt, photos.id, after))
    .limit(50)
}

type QueuePart = PageReader & { after: TimeCursor | null }

/** The pending photos for an operator's page, with the audit entry for viewing them in the same batch. */
export async function openPendingPhotos(db: Database, { actorId, page, after }: QueuePart, now: number) {
  const ids = sql`select photo_id as id from ${listPendingPhotos(db, after)}`
  const [, pending] = await db.batch([
    lookStatement(db, { actorId, action: 'photos.listed', page }, ids, now),
    listPendingPhotos(db, after),
  ])
  return pending
}

export type Decision = {
  photoId: string
  state: Exclude<PhotoState, 'pending'>
  reason: string | null
  actorId: string
  now: number
}

/**
 * Decides about a pending photo. Returns its owner; null if there is no such photo, it is already decided, or it is the
 * moderator's own or reserved for operators.
 */
export async function writeDecision(
  db: Database,
  { photoId, state, reason, actorId, now }: Decision,
): Promise<(PhotoChange & { memberId: string }) | null> {
  const isOpen = sql`${photos.id} = ${photoId} and ${photos.state} = 'pending' and ${mayActSql('decideAboutPhoto', actorId, sql`${photos.memberId}`)}`
  const entry = { actorId, action: 'photo.decided', subjectKind: 'photo', subjectId: photoId, detail: { state, reason } } as const
  const audit = auditStatement(db, entry, now, sql`exists (select 1 from ${photos} where ${isOpen})`)
  const decide = db
    .update(photos)
    .set({ state, reason, decidedAt: now, decidedBy: actorId })
    .where(isOpen)
    .returning({ memberId: photos.memberId })
  if (state === 'rejected') {
    const [, [row]] = await db.batch([audit, decide])
    return row ? { memberId: row.memberId, isUnverified: false } : null
  }
  const [, , , unverified, [row]] = await db.batch([audit, ...endedByApproval(db, photoId, isOpen, now), decide])
  return row ? { memberId: row.memberId, isUnverified: unverified.length > 0 } : null
}
