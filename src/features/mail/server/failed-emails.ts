import { and, count, desc, eq, min, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database } from '#db/database.ts'
import { failedEmails } from '#db/schema.ts'
import { mayActSql } from '#server/auth/may-act.ts'
import { newId } from '#server/crypto/secrets.ts'
import { isKeptWhole } from '../rules.ts'
import { queuedEmailSchema, type QueuedEmail } from './queued-email.ts'

/** A failed email in its queue. If the worker could not move it there, the platform does, without an error code. */
export const failedEmailSchema = v.object({
  ...queuedEmailSchema.entries,
  code: v.optional(v.string(), 'unknown'),
  attempts: v.optional(v.number(), 0),
  failedAt: v.optional(v.number()),
})
type FailedEmail = QueuedEmail & { code: string; attempts: number; failedAt: number }

/** Stores failed emails, those with a code without their content; an existing row is not changed. */
export async function keepFailedEmails(db: Database, emails: readonly FailedEmail[]): Promise<void> {
  const rows = emails.map(({ at, until, sealed, ...email }) => ({
    ...email,
    askedAt: at,
    usefulUntil: until,
    sealed: isKeptWhole({ at, until }) ? sealed : '',
  }))
  // One statement each: together they could exceed D1's limit of parameters.
  const [first, ...others] = rows.map((row) => db.insert(failedEmails).values(row).onConflictDoNothing())
  if (first) await db.batch([first, ...others])
}

const shownAtMost = 100

/** Lists the columns that operators may see, never the encrypted part. Newest first, at most 100. */
export function listFailedEmails(db: Database) {
  const { id, kind, code, attempts, askedAt, failedAt, usefulUntil, sealed } = failedEmails
  const isWhole = sql<boolean>`${sealed} <> ''`.mapWith(Boolean)
  return db
    .select({ id, kind, code, attempts, askedAt, failedAt, usefulUntil, isWhole })
    .from(failedEmails)
    .orderBy(desc(failedAt), desc(id))
    .limit(shownAtMost)
}
export type FailedEmailRow = Awaited<ReturnType<typeof listFailedEmails>>[number]

export function countFailedEmailsStatement(db: Database) {
  return db.select({ total: count().as('total'), oldest: min(failedEmails.failedAt) }).from(failedEmails)
}

/** True while it can be sent again: its content is stored, and still useful. */
export function canBeSent({ usefulUntil, isWhole }: { usefulUntil: number; isWhole: boolean }, now: number): boolean {
  return isWhole && usefulUntil > now
}

export async function findFailedEmail(db: Database, id: string) {
  const [row] = await db.select().from(failedEmails).where(eq(failedEmails.id, id))
  return row ?? null
}

/** To be sent in the batch of its audit entry, under the same condition; returns the deleted row. */
export function removeFailedEmailStatement(db: Database, id: string, actorId: string) {
  return db
    .delete(failedEmails)
    .where(and(eq(failedEmails.id, id), mayActSql('decideAboutMail', actorId)))
    .returning({ id: failedEmails.id })
}

/** True while the row exists and the actor may decide about it; the condition of its audit entry. */
export const isFailedEmailSql = (id: string, actorId: string) =>
  sql`exists (select 1 from ${failedEmails} where id = ${id}) and ${mayActSql('decideAboutMail', actorId)}`

/** Returns the email to add to the queue again: with a new id, so that another failure is another row. */
export function toQueuedEmail(row: typeof failedEmails.$inferSelect): QueuedEmail {
  const { kind, askedAt, usefulUntil, sealed } = row
  return { id: newId(), kind, at: askedAt, until: usefulUntil, sealed }
}
