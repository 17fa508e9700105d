import { and, asc, eq, gte, or, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { members, passkeyChallenges, passkeys } from '#db/schema.ts'
import { maxPasskeys, signInsBeforePasskey } from '#features/auth/contract.ts'
import type { PasskeyTransport } from '#shared/passkey-transport.ts'

export type Challenge = typeof passkeyChallenges.$inferSelect

export async function insertChallenge(db: Database, challenge: Challenge): Promise<void> {
  await db.insert(passkeyChallenges).values(challenge)
}

/** Deletes a challenge and returns it; null if it was never given, or was answered before. One statement: of two answers, one wins. */
export async function takeChallenge(db: Database, hash: string): Promise<Challenge | null> {
  const [row] = await db.delete(passkeyChallenges).where(eq(passkeyChallenges.hash, hash)).returning()
  return row ?? null
}

/** Returns a passkey, or null. */
export async function findPasskey(db: Database, id: string) {
  const [row] = await db
    .select({
      id: passkeys.id,
      memberId: passkeys.memberId,
      userHandle: passkeys.userHandle,
      publicKey: passkeys.publicKey,
    })
    .from(passkeys)
    .where(eq(passkeys.id, id))
  return row ?? null
}

/**
 * Records a use. False if the counter has not grown, as with a copy of the authenticator. Passkeys that several devices share
 * always send 0, which says nothing. The statement compares, so that of two uses at once only the newer passes.
 */
export async function recordUse(
  db: Database,
  { id, counter, backedUp }: { id: string; counter: number; backedUp: boolean },
  now: number,
): Promise<boolean> {
  const hasGrown = or(sql`${passkeys.counter} < ${counter}`, and(eq(passkeys.counter, 0), sql`${counter} = 0`))
  const rows = await db
    .update(passkeys)
    .set({ counter, backedUp, lastUsedAt: now })
    .where(and(eq(passkeys.id, id), hasGrown))
    .returning({ id: passkeys.id })
  return rows.length > 0
}

export type NewPasskey = {
  id: string
  memberId: string
  userHandle: string
  publicKey: string
  counter: number
  transports: PasskeyTransport[]
  authenticator: string | null
  backedUp: boolean
}

/** Adds a passkey. False if its id exists, whoever has it, or if the member has as many as allowed: the statement counts them. */
export async function insertPasskey(db: Database, passkey: NewPasskey, now: number): Promise<boolean> {
  const { id, memberId, userHandle, publicKey, counter, transports, authenticator, backedUp } = passkey
  const rows = await db.all(sql`
    insert into passkeys (id, member_id, user_handle, public_key, counter, transports, authenticator, backed_up, created_at)
    select ${id}, ${memberId}, ${userHandle}, ${publicKey}, ${counter}, ${JSON.stringify(transports)}, ${authenticator},
      ${backedUp ? 1 : 0}, ${now}
    where (select count(*) from passkeys where member_id = ${memberId}) < ${maxPasskeys}
    on conflict do nothing
    returning id`)
  return rows.length > 0
}

/** Removes a passkey of this member and returns its authenticator; null if they have no such passkey. */
export async function deletePasskey(db: Database, memberId: string, id: string) {
  const [row] = await db
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.memberId, memberId)))
    .returning({ authenticator: passkeys.authenticator })
  return row ?? null
}

/** Lists a member's passkeys, oldest first; for the batch of a page. */
export function passkeysStatement(db: Database, memberId: string) {
  return db
    .select({
      id: passkeys.id,
      userHandle: passkeys.userHandle,
      transports: passkeys.transports,
      authenticator: passkeys.authenticator,
      createdAt: passkeys.createdAt,
      lastUsedAt: passkeys.lastUsedAt,
    })
    .from(passkeys)
    .where(eq(passkeys.memberId, memberId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
}

/** Removes the passkeys that a member has added since then; for the batch that gives an account back to its owner. */
export function deletePasskeysStatement(db: Database, memberId: string, since = 0) {
  return db
    .delete(passkeys)
    .where(and(eq(passkeys.memberId, memberId), gte(passkeys.createdAt, since)))
    .returning({ id: passkeys.id })
}

/** SQL: this row of `members` has signed in often enough, has no passkey, and has not answered 'not now'. */
export const isPasskeyOfferedSql = sql<0 | 1>`(${members.signIns} >= ${sql.raw(String(signInsBeforePasskey))}
  and ${members.passkeyRefusedAt} is null and not exists (select 1 from ${passkeys} where member_id = ${members.id}))`

/** Records a 'not now' to the offer of a passkey. */
export async function saveRefusal(db: Database, memberId: string, now: number): Promise<void> {
  await db.update(members).set({ passkeyRefusedAt: now }).where(eq(members.id, memberId))
}
