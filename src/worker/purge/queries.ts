import { and, asc, eq, getTableName, inArray, is, isNull, lte, sql, type SQL } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database } from '#db/database.ts'
import * as schema from '#db/schema.ts'
import { auditStatement, programActor } from '#features/audit/server/public.ts'

const {
  bannedAddresses,
  consents,
  deletions,
  members,
  orders,
  pastRestrictions,
  photos,
  promoUses,
  registrations,
  restrictions,
} = schema

/** The most rows of one table that a statement deletes. */
const portionSize = 500
const conversationsAtOnce = 10
const peopleAtOnce = 25
const photosAtOnce = 100
const appealWaitMs = 30 * 24 * 60 * 60_000

export type DueDeletion = Pick<typeof deletions.$inferSelect, 'memberId' | 'requestedAt' | 'by' | 'step'>

/** An operator's deletion waits for the decision about its appeal, for thirty days more at the most. */
const waitsForAppealSql = (now: number) => sql`${deletions.by} = 'operator' and ${deletions.step} is null
  and ${deletions.purgeAt} > ${now - appealWaitMs}
  and exists (select 1 from ${restrictions} r where r.member_id = ${deletions.memberId} and r.lifted_at is null
    and r.appealed_at is not null and r.appeal_decided_at is null)`

/** Lists the deletions whose time has come, those with failures last. */
export function listDue(db: Database, now: number, limit: number): Promise<DueDeletion[]> {
  const { memberId, requestedAt, by, step } = deletions
  return db
    .select({ memberId, requestedAt, by, step })
    .from(deletions)
    .where(and(lte(deletions.purgeAt, now), sql`not (${waitsForAppealSql(now)})`))
    .orderBy(asc(deletions.attempts), asc(deletions.purgeAt))
    .limit(limit)
}

/** Begins a purge; false if the account was restored at the last moment. From then on it can no longer be restored. */
export async function begin(db: Database, memberId: string, step: string, now: number): Promise<boolean> {
  const rows = await db
    .update(deletions)
    .set({ step })
    .where(and(eq(deletions.memberId, memberId), isNull(deletions.step), lte(deletions.purgeAt, now)))
    .returning({ memberId: deletions.memberId })
  return rows.length > 0
}

/** Two runs at once may do the same step; neither sets the other back. */
export async function proceed(db: Database, memberId: string, from: string, to: string): Promise<void> {
  await db
    .update(deletions)
    .set({ step: to, attempts: 0, error: null })
    .where(and(eq(deletions.memberId, memberId), eq(deletions.step, from)))
}

export async function recordFailure(db: Database, memberId: string, error: string): Promise<void> {
  await db
    .update(deletions)
    .set({ attempts: sql`${deletions.attempts} + 1`, error })
    .where(eq(deletions.memberId, memberId))
}

const isOwn = (column: SQL, memberId: string) => sql`${column} = ${memberId}`

/** Ends every way in: sessions, other ways to sign in, codes, and sign-ups that wait for the same address. */
export async function closeAccess(db: Database, memberId: string): Promise<void> {
  await db.batch([
    db.delete(schema.sessions).where(eq(schema.sessions.subjectId, memberId)),
    db.delete(schema.identities).where(eq(schema.identities.memberId, memberId)),
    db.delete(schema.passkeys).where(eq(schema.passkeys.memberId, memberId)),
    db.delete(schema.oneTimeCodes).where(eq(schema.oneTimeCodes.memberId, memberId)),
    db.delete(schema.emailChanges).where(eq(schema.emailChanges.memberId, memberId)),
    db.delete(schema.pushSubscriptions).where(eq(schema.pushSubscriptions.memberId, memberId)),
    db
      .delete(registrations)
      .where(inArray(registrations.email, db.select({ email: members.email }).from(members).where(eq(members.id, memberId)))),
    db
      .delete(schema.oneTimeCodes)
      .where(
        inArray(schema.oneTimeCodes.email, db.select({ email: members.email }).from(members).where(eq(members.id, memberId))),
      ),
    db.update(members).set({ passwordHash: '' }).where(eq(members.id, memberId)),
  ])
}

export type Talk = { conversation: string; other: string }

/** Lists some of the conversations that a member has or had, with the other one. */
export function listTalks(db: Database, memberId: string): Promise<Talk[]> {
  const id = sql`${memberId}`
  return db.all<Talk>(sql`
    select conversation_id as conversation, high_id as other from pairs where low_id = ${id}
    union select conversation_id, low_id from pairs where high_id = ${id}
    union select conversation_id, to_id from chat_requests where from_id = ${id}
    union select conversation_id, from_id from chat_requests where to_id = ${id}
    limit ${sql.raw(String(conversationsAtOnce))}`)
}

export async function deleteTalks(db: Database, memberId: string, talks: readonly Talk[]): Promise<void> {
  const ids = talks.map(({ conversation }) => conversation)
  const { gifts, pairs, chatRequests } = schema
  const own = (one: typeof gifts.fromId, other: typeof gifts.toId) => sql`(${one} = ${memberId} or ${other} = ${memberId})`
  await db.batch([
    db.delete(gifts).where(and(inArray(gifts.conversationId, ids), own(gifts.fromId, gifts.toId))),
    db.delete(chatRequests).where(inArray(chatRequests.conversationId, ids)),
    db.delete(pairs).where(inArray(pairs.conversationId, ids)),
  ])
}

/** Where a member's acts have left notifications in other members' hubs. */
const traces = [
  { table: schema.likes, own: 'from_id', other: 'to_id' },
  { table: schema.visits, own: 'visitor_id', other: 'visited_id' },
  { table: schema.favourites, own: 'member_id', other: 'owner_id' },
  { table: schema.gifts, own: 'from_id', other: 'to_id' },
] as const

/** Lists some of the people whose hubs may name the member, by the table that says so. */
export async function listTraces(db: Database, memberId: string): Promise<{ trace: number; people: string[] } | null> {
  for (const [trace, { table, own, other }] of traces.entries()) {
    const rows = await db.all<{ id: string }>(sql`
      select ${sql.raw(other)} as id from ${table} where ${isOwn(sql.raw(own), memberId)} limit ${sql.raw(String(peopleAtOnce))}`)
    if (rows.length > 0) return { trace, people: rows.map(({ id }) => id) }
  }
  return null
}

export async function deleteTraces(
  db: Database,
  memberId: string,
  { trace, people }: { trace: number; people: readonly string[] },
): Promise<void> {
  const found = traces[trace]
  if (!found) return
  await db.run(sql`
    delete from ${found.table} where ${isOwn(sql.raw(found.own), memberId)}
      and ${sql.raw(found.other)} in (select value from json_each(${JSON.stringify(people)}))`)
}

export async function listPhotos(db: Database, memberId: string): Promise<{ id: string; key: string }[]> {
  return db.select({ id: photos.id, key: photos.key }).from(photos).where(eq(photos.memberId, memberId)).limit(photosAtOnce)
}

export async function deletePhotos(db: Database, ids: readonly string[]): Promise<void> {
  await db.delete(photos).where(inArray(photos.id, [...ids]))
}

/** What is needed to keep an address banned: the address, and when its restriction ends (ms, or null). Null if it is not restricted. */
export async function findBan(
  db: Database,
  memberId: string,
  now: number,
): Promise<{ email: string; until: number | null } | null> {
  const [row] = await db
    .select({ email: members.email, until: restrictions.until })
    .from(restrictions)
    .innerJoin(members, eq(members.id, restrictions.memberId))
    .where(
      and(
        eq(restrictions.memberId, memberId),
        isNull(restrictions.liftedAt),
        sql`(${restrictions.until} is null or ${restrictions.until} > ${now})`,
      ),
    )
    // A restriction without an end is the longest.
    .orderBy(sql`${restrictions.until} is not null`, sql`${restrictions.until} desc`)
    .limit(1)
  return row ?? null
}

/** Detaches what must outlive the account from its member. `ban`: the hash of an address, and until when it is banned. */
export async function keepWithoutMember(
  db: Database,
  memberId: string,
  ban: { hash: string; endsAt: number } | null,
  now: number,
): Promise<void> {
  await db.batch([
    db.all(sql`
      insert into ${pastRestrictions} (id, member_id, rule, facts, until, decided_by, actor_id, created_at, ended_at, appeal_text,
        appealed_at, appeal_decided_at, appeal_outcome, appeal_actor_id)
      select id, member_id, rule, facts, until, decided_by, actor_id, created_at, coalesce(lifted_at, ${now}), appeal_text,
        appealed_at, appeal_decided_at, appeal_outcome, appeal_actor_id
      from ${restrictions} where member_id = ${memberId} on conflict do nothing`),
    ...(ban
      ? [
          db
            .insert(bannedAddresses)
            .values(ban)
            .onConflictDoUpdate({ target: bannedAddresses.hash, set: { endsAt: sql`max(ends_at, excluded.ends_at)` } }),
        ]
      : []),
    db
      .update(consents)
      .set({ endedAt: now })
      .where(and(eq(consents.subjectKind, 'member'), eq(consents.subjectId, memberId), isNull(consents.endedAt))),
    db.update(promoUses).set({ memberId: null }).where(eq(promoUses.memberId, memberId)),
    db.update(orders).set({ memberId: null, giftConversationId: null }).where(eq(orders.memberId, memberId)),
  ])
}

/** Every column whose row is deleted with its member, found in the schema: a new table is purged without a change here. */
export const cascadingColumns: readonly { table: string; column: string }[] = Object.values(schema).flatMap((table) => {
  if (!is(table, SQLiteTable)) return []
  return getTableConfig(table).foreignKeys.flatMap((key) => {
    const { columns, foreignTable } = key.reference()
    const [column] = columns
    if (foreignTable !== members || key.onDelete !== 'cascade' || !column) return []
    return [{ table: getTableName(table), column: column.name }]
  })
})

/** Deletes a portion of everything that goes with the member; true when nothing is left. */
export async function deletePortion(db: Database, memberId: string): Promise<boolean> {
  const [first, ...others] = cascadingColumns.map(({ table, column }) => {
    const [name, own] = [sql.identifier(table), sql.identifier(column)]
    return db.all(sql`
      delete from ${name} where rowid in (
        select rowid from ${name} where ${own} = ${memberId} limit ${sql.raw(String(portionSize))}) returning 1`)
  })
  if (!first) return true
  const gone = await db.batch([first, ...others])
  return gone.every((rows) => rows.length < portionSize)
}

/** Returns whom the last email is for; null if the row is already gone. */
export async function findFormerReader(db: Database, memberId: string) {
  const { email, firstName, locale, timeZone } = members
  const [row] = await db.select({ email, firstName, locale, timeZone }).from(members).where(eq(members.id, memberId))
  return row ?? null
}

/** Deletes the account itself, and with it the note that it is being purged. */
export async function deleteAccount(db: Database, memberId: string, now: number): Promise<void> {
  const isDue = sql`exists (select 1 from ${deletions} where member_id = ${memberId})`
  const entry = { actorId: programActor, action: 'member.purged', subjectKind: 'member', subjectId: memberId } as const
  await db.batch([
    auditStatement(db, entry, now, isDue),
    db.delete(schema.sessions).where(eq(schema.sessions.subjectId, memberId)),
    db.delete(members).where(eq(members.id, memberId)),
    db.delete(deletions).where(eq(deletions.memberId, memberId)),
  ])
}
