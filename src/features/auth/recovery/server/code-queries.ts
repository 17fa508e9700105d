import { and, desc, eq, gt, isNull, lt, lte, sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { oneTimeCodes } from '#db/schema.ts'
import { codeLifetimeMs, codeTries } from '#features/auth/contract.ts'
import { newId } from '#server/crypto/secrets.ts'

export type OneTimeCode = typeof oneTimeCodes.$inferSelect

/** Identifies a code: a reset's by the id in its page, a change of address by its member. */
export type CodeHolder = { purpose: 'reset'; id: string } | { purpose: 'email-change'; memberId: string }

/**
 * A reset's row is found even after its use. Otherwise a stranger who requested the same address could see that the code was
 * used, which would reveal that the address is a member's.
 */
function heldBy(holder: CodeHolder) {
  if (holder.purpose === 'reset') return and(eq(oneTimeCodes.purpose, 'reset'), eq(oneTimeCodes.id, holder.id))
  return and(eq(oneTimeCodes.purpose, 'email-change'), eq(oneTimeCodes.memberId, holder.memberId), isNull(oneTimeCodes.usedAt))
}

/** The newest code of this holder, even if it has expired. */
export function findCodeStatement(db: Database, holder: CodeHolder) {
  return db.select().from(oneTimeCodes).where(heldBy(holder)).orderBy(desc(oneTimeCodes.sentAt)).limit(1)
}

export type ChangeCode = { id: string; memberId: string; email: string; codeHash: string }

/** Stores the code of a change of address; codes of a change to another address stop working. */
export async function insertChangeCode(db: Database, row: ChangeCode, now: number): Promise<void> {
  const purpose = 'email-change'
  await db.batch([
    db
      .update(oneTimeCodes)
      .set({ usedAt: now })
      .where(and(eq(oneTimeCodes.purpose, purpose), eq(oneTimeCodes.memberId, row.memberId), isNull(oneTimeCodes.usedAt))),
    db.insert(oneTimeCodes).values({ ...row, purpose, sentAt: now, expiresAt: now + codeLifetimeMs }),
  ])
}

/** Requests for one address within this time share one row, so all of them see the same page. */
const sameRequestMs = 60 * 60_000

/**
 * Returns the id of an address's current reset; inserts a row without a code if there is none. Two requests at once get the same
 * id.
 */
export async function getResetId(db: Database, email: string, now: number): Promise<string> {
  const [, rows] = await db.batch([
    db.insert(oneTimeCodes).select(sql`
      select ${newId()}, 'reset', null, ${email}, '', null, null, null, '[]', ${now}, 0, ${now}, null
      where not exists (
        select 1 from one_time_codes where purpose = 'reset' and email = ${email} and sent_at > ${now - sameRequestMs}
      )`),
    db
      .select({ id: oneTimeCodes.id })
      .from(oneTimeCodes)
      .where(and(eq(oneTimeCodes.purpose, 'reset'), eq(oneTimeCodes.email, email)))
      .orderBy(desc(oneTimeCodes.sentAt))
      .limit(1),
  ])
  const [row] = rows
  if (!row) throw new Error('The row of a reset was removed while it was read')
  return row.id
}

export type ResetEmail = { id: string; memberId: string | null; codeHash: string; linkHash: string }

/**
 * Makes room for a new email's code and link. Those of earlier emails stay valid until they expire or wrong tries have used them
 * up. `isTheirs`: false if the row was used, voided, or now belongs to another member; then they are dropped.
 */
function keepOlder(isTheirs: SQL, now: number) {
  const lives = sql`${isTheirs} and ${oneTimeCodes.tries} < ${codeTries}`
  const { codeHash, linkHash, expiresAt, previousCodeHash, previousLinkHash, earlierCodes } = oneTimeCodes
  const ofPrevious = sql`json_object('codeHash', ${previousCodeHash} ->> 'hash', 'linkHash', ${previousLinkHash},
    'expiresAt', ${previousCodeHash} ->> 'expiresAt')`
  return {
    previousCodeHash: sql`case when ${lives} then json_object('hash', ${codeHash}, 'expiresAt', ${expiresAt}) end`,
    previousLinkHash: sql`case when ${lives} then ${linkHash} end`,
    earlierCodes: sql`case when ${lives} then (
      select json_group_array(json(value)) from (
        select value from json_each(${earlierCodes}) union all select ${ofPrevious} where ${previousCodeHash} is not null
      ) where value ->> 'expiresAt' > ${now}) else '[]' end`,
  }
}

/** Stores a new email's code and link beside those of earlier emails. */
export async function saveResetEmail(db: Database, email: ResetEmail, now: number): Promise<void> {
  const { id, memberId, codeHash, linkHash } = email
  const isTheirs = sql`${oneTimeCodes.usedAt} is null and ${oneTimeCodes.expiresAt} > ${now} and ${oneTimeCodes.memberId} is ${memberId}`
  await db
    .update(oneTimeCodes)
    .set({
      memberId,
      codeHash,
      linkHash,
      ...keepOlder(isTheirs, now),
      usedAt: null,
      tries: 0,
      sentAt: now,
      expiresAt: now + codeLifetimeMs,
    })
    .where(eq(oneTimeCodes.id, id))
}

/**
 * Stores the code of another email to the same address; false if the last one was sent within `pauseMs`, also if two requests
 * race.
 */
export async function addCode(
  db: Database,
  { id, codeHash, pauseMs }: { id: string; codeHash: string; pauseMs: number },
  now: number,
): Promise<boolean> {
  const rows = await db
    .update(oneTimeCodes)
    .set({
      ...keepOlder(sql`${oneTimeCodes.expiresAt} > ${now}`, now),
      codeHash,
      tries: 0,
      sentAt: now,
      expiresAt: now + codeLifetimeMs,
    })
    .where(and(eq(oneTimeCodes.id, id), isNull(oneTimeCodes.usedAt), lte(oneTimeCodes.sentAt, now - pauseMs)))
    .returning({ id: oneTimeCodes.id })
  return rows.length > 0
}

/** Uses up one try and returns the row, or null if none is left. One statement, so that parallel tries all count. */
export async function takeTry(db: Database, holder: CodeHolder, now: number): Promise<OneTimeCode | null> {
  const [row] = await db
    .update(oneTimeCodes)
    .set({ tries: sql`${oneTimeCodes.tries} + 1` })
    .where(and(heldBy(holder), gt(oneTimeCodes.expiresAt, now), lt(oneTimeCodes.tries, codeTries)))
    .returning()
  return row ?? null
}

/** Marks the code as used; false if another request was faster. */
export async function consumeCode(db: Database, id: string, now: number): Promise<boolean> {
  const rows = await db
    .update(oneTimeCodes)
    .set({ usedAt: now })
    .where(and(eq(oneTimeCodes.id, id), isNull(oneTimeCodes.usedAt)))
    .returning({ id: oneTimeCodes.id })
  return rows.length > 0
}

/** Voids every code and link sent to a member; part of every change of the password or the address. */
export function voidCodesStatement(db: Database, memberId: string, now: number) {
  return db
    .update(oneTimeCodes)
    .set({ usedAt: now })
    .where(and(eq(oneTimeCodes.memberId, memberId), isNull(oneTimeCodes.usedAt)))
}
