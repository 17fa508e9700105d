import { and, asc, count, eq, gt, min, ne, or, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { contactMessages, members } from '#db/schema.ts'
import { auditStatement } from '#features/audit/server/public.ts'
import { mayActSql } from '#server/auth/may-act.ts'
import type { StaffRole } from '#server/auth/staff-acts.ts'
import { messageKeptMs } from '../rules.ts'

export type NewMessage = typeof contactMessages.$inferInsert
export type MessageRow = typeof contactMessages.$inferSelect

export async function insertMessage(db: Database, message: NewMessage): Promise<void> {
  await db.insert(contactMessages).values(message)
}

type Position = { at: number; id: string }

/** Lists open messages, the oldest first, starting after `after`; without writer and text. */
export function listOpenMessages(db: Database, { after, limit }: { after: Position | null; limit: number }) {
  const { id, topic, locale, memberId, createdAt, state } = contactMessages
  const isBehind = after && or(gt(createdAt, after.at), and(eq(createdAt, after.at), gt(id, after.id)))
  return db
    .select({ id, topic, locale, isMember: sql<boolean>`${memberId} is not null`.mapWith(Boolean), createdAt })
    .from(contactMessages)
    .where(and(eq(state, 'open'), isBehind ?? undefined))
    .orderBy(asc(createdAt), asc(id))
    .limit(limit)
}
export type OpenMessage = Awaited<ReturnType<typeof listOpenMessages>>[number]

/** For a batch: how many are open, and since when the oldest has been. */
export function openMessagesStatement(db: Database) {
  return db
    .select({ total: count().as('total'), oldest: min(contactMessages.createdAt) })
    .from(contactMessages)
    .where(eq(contactMessages.state, 'open'))
}

/** The open message after this one that the actor may answer, the oldest first; after the newest it starts again. Null: none. */
export async function findNextMessage(db: Database, messageId: string, actorId: string): Promise<string | null> {
  const { id, memberId, createdAt, state } = contactMessages
  const shown = sql`(select shown.created_at, shown.id from ${contactMessages} shown where shown.id = ${messageId})`
  const [next] = await db
    .select({ id })
    .from(contactMessages)
    .where(and(eq(state, 'open'), ne(id, messageId), mayActSql('decideAboutMessage', actorId, sql`${memberId}`)))
    .orderBy(sql`(${createdAt}, ${id}) < ${shown}`, asc(createdAt), asc(id))
    .limit(1)
  return next?.id ?? null
}

export async function findMessage(db: Database, id: string): Promise<MessageRow | null> {
  const [row] = await db.select().from(contactMessages).where(eq(contactMessages.id, id))
  return row ?? null
}

const entryOf = (actorId: string, id: string) => ({ actorId, subjectKind: 'contact-message', subjectId: id }) as const

/** `writerRole`: null without an account. */
export type OpenedMessage = MessageRow & { writerRole: 'member' | StaffRole | null }

/** Reads one message and, in the same batch, records in the audit log that it was opened; null if it no longer exists. */
export async function openMessage(db: Database, id: string, actorId: string, now: number): Promise<OpenedMessage | null> {
  const isThere = sql`exists (select 1 from ${contactMessages} where id = ${id})`
  const [, [row]] = await db.batch([
    auditStatement(db, { ...entryOf(actorId, id), action: 'contact-message.opened' }, now, isThere),
    db
      .select({ message: contactMessages, role: members.role })
      .from(contactMessages)
      .leftJoin(members, eq(members.id, contactMessages.memberId))
      .where(eq(contactMessages.id, id)),
  ])
  return row ? { ...row.message, writerRole: row.role } : null
}

/** `answer`: null closes the message without one. */
export type MessageDecision = { id: string; answer: string | null; actorId: string }

/**
 * Decides an open message, with its audit entry in the same batch; false if somebody else was first, it no longer exists, or it
 * is not for the actor. An answer extends the storage of both by a year.
 */
export async function decideMessage(db: Database, { id, answer, actorId }: MessageDecision, now: number): Promise<boolean> {
  const isAllowed = mayActSql('decideAboutMessage', actorId, sql`${contactMessages.memberId}`)
  const isOpen = and(eq(contactMessages.id, id), eq(contactMessages.state, 'open'), isAllowed)
  const state = answer === null ? 'closed' : 'answered'
  const [, decided] = await db.batch([
    auditStatement(
      db,
      { ...entryOf(actorId, id), action: `contact-message.${state}` },
      now,
      sql`exists (select 1 from ${contactMessages} where ${isOpen})`,
    ),
    db
      .update(contactMessages)
      .set({ state, answer, decidedAt: now, decidedBy: actorId, ...(answer === null ? {} : { expiresAt: now + messageKeptMs }) })
      .where(isOpen)
      .returning({ id: contactMessages.id }),
  ])
  return decided.length > 0
}
