import { and, desc, eq, gt, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { oneTimeCodes } from '#db/schema.ts'
import { codeLifetimeMs, codeTries, resendAfterMs } from '#features/account/contract.ts'

export type OneTimeCode = typeof oneTimeCodes.$inferSelect

/** Which code: a reset's by the id that its page carries, a change of address by whose it is. */
export type CodeHolder = { purpose: 'reset'; id: string } | { purpose: 'email-change'; memberId: string }

function heldBy(holder: CodeHolder) {
  return and(
    eq(oneTimeCodes.purpose, holder.purpose),
    'id' in holder ? eq(oneTimeCodes.id, holder.id) : eq(oneTimeCodes.memberId, holder.memberId),
    isNull(oneTimeCodes.usedAt),
  )
}

/** The newest code of this holder that was not used, also one that has expired. */
export function findCodeStatement(db: Database, holder: CodeHolder) {
  return db.select().from(oneTimeCodes).where(heldBy(holder)).orderBy(desc(oneTimeCodes.sentAt)).limit(1)
}

export type NewCodeRow = Pick<OneTimeCode, 'id' | 'purpose' | 'memberId' | 'email' | 'codeHash'>

/** Stores a code; the ones that were asked for before it, for the same, stop working. */
export async function insertCode(db: Database, row: NewCodeRow, now: number): Promise<void> {
  const same = row.purpose === 'reset' ? eq(oneTimeCodes.email, row.email) : eq(oneTimeCodes.memberId, row.memberId ?? '')
  await db.batch([
    db
      .update(oneTimeCodes)
      .set({ usedAt: now })
      .where(and(eq(oneTimeCodes.purpose, row.purpose), same, isNull(oneTimeCodes.usedAt))),
    db.insert(oneTimeCodes).values({ ...row, sentAt: now, expiresAt: now + codeLifetimeMs }),
  ])
}

/** Puts another code in a row's place; false when the last letter is too fresh, also when two requests race. */
export async function replaceCode(db: Database, id: string, codeHash: string, now: number): Promise<boolean> {
  const rows = await db
    .update(oneTimeCodes)
    .set({ codeHash, tries: 0, sentAt: now, expiresAt: now + codeLifetimeMs })
    .where(and(eq(oneTimeCodes.id, id), isNull(oneTimeCodes.usedAt), lte(oneTimeCodes.sentAt, now - resendAfterMs)))
    .returning({ id: oneTimeCodes.id })
  return rows.length > 0
}

/** Uses up one try and answers the row, or null when none is left; one statement, so that parallel tries all count. */
export async function takeTry(db: Database, holder: CodeHolder, now: number): Promise<OneTimeCode | null> {
  const [row] = await db
    .update(oneTimeCodes)
    .set({ tries: sql`${oneTimeCodes.tries} + 1` })
    .where(and(heldBy(holder), gt(oneTimeCodes.expiresAt, now), lt(oneTimeCodes.tries, codeTries)))
    .returning()
  return row ?? null
}

/** Uses the code up; false when another request was faster. */
export async function consumeCode(db: Database, id: string, now: number): Promise<boolean> {
  const rows = await db
    .update(oneTimeCodes)
    .set({ usedAt: now })
    .where(and(eq(oneTimeCodes.id, id), isNull(oneTimeCodes.usedAt)))
    .returning({ id: oneTimeCodes.id })
  return rows.length > 0
}

/** Ends all that a member's letters could still do; part of every change of the password or the address. */
export function voidCodesStatement(db: Database, memberId: string, now: number) {
  return db
    .update(oneTimeCodes)
    .set({ usedAt: now })
    .where(and(eq(oneTimeCodes.memberId, memberId), isNull(oneTimeCodes.usedAt)))
}
