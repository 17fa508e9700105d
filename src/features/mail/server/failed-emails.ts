import { and, count, desc, eq, min, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database } from '#db/database.ts'
import { failedEmails } from '#db/schema.ts'
import { mayActSql } from '#server/auth/may-act.ts'
import { newId } from '#server/crypto/secrets.ts'
import { isKeptWhole } from '../rules.ts'
import { queuedEmailSchema, type QueuedEmail } from './queued-email.ts'

/** A failed email in its queue. The platform moves it there by itself when the worker could not: then without a code. */
export const failedEmailSchema = v.object({
  ...queuedEmailSchema.entries,
  code: v.optional(v.string(), 'unknown'),
  attempts: v.optional(v.number(), 0),
  failedAt: v.optional(v.number()),
})
type FailedEmail = QueuedEmail & { code: string; attempts: number; failedAt: number }

/** Stores failed emails, a code's without its content; one that is there already stays as it is. */
export async function keepFailedEmails(db: Database, emails: readonly FailedEmail[]): Promise<void> {
  const rows = emails.map(({ at, until, sealed, ...email }) => ({
    ...email,
    askedAt: at,
    usefulUntil: until,
    sealed: isKeptWhole({ at, until }) ? sealed : '',
  }))
  // One statement each: together they might have more parameters than D1 takes.
  const [first, ...others] = rows.map((row) => db.insert(failedEmails).values(row).onConflictDoNothing())
  if (first) await db.batch([first, ...others])
}

const shownAtMost = 100

/** Lists what an operator may see of them: never the encrypted part. Newest first, at most 100. */
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
  return db.select({ total: count(), oldest: min(failedEmails.failedAt) }).from(failedEmails)
}

/** True while it can be sent again: its content is there, and still of use. */
export function canBeSent({ usefulUntil, isWhole }: { usefulUntil: number; isWhole: boolean }, now: number): boolean {
  return isWhole && usefulUntil > now
}

export async function findFailedEmail(db: Database, id: string) {
  const [row] = await db.select().from(failedEmails).where(eq(failedEmails.id, id))
  return row ?? null
}

/** To be sent in the batch of its audit entry, under the same condition; returns the row that is gone. */
export function removeFailedEmailStatement(db: Database, id: string, actorId: string) {
  return db
    .delete(failedEmails)
    .where(and(eq(failedEmails.id, id), mayActSql('decideAboutMail', actorId)))
    .returning({ id: failedEmails.id })
}

/** True while the row is there and for the actor to decide, as a condition of its audit entry. */
export const isFailedEmailSql = (id: string, actorId: string) =>
  sql`exists (select 1 from ${failedEmails} where id = ${id}) and ${mayActSql('decideAboutMail', actorId)}`

/** Returns the email as the queue takes it once more: with a new id, so that another failure is another row. */
export function toQueuedEmail(row: typeof failedEmails.$inferSelect): QueuedEmail {
  const { kind, askedAt, usefulUntil, sealed } = row
  return { id: newId(), kind, at: askedAt, until: usefulUntil, sealed }
}
