import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { identities, members, passkeys, sessions } from '#db/schema.ts'
import type { ProviderName } from '#features/auth/contract.ts'

type Identity = { provider: ProviderName; issuer: string; subject: string }

/** Returns the id of the member who has this identity, or null. */
export async function findOwner(db: Database, { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>): Promise<string | null> {
  const [row] = await db
    .select({ memberId: identities.memberId })
    .from(identities)
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)))
  return row?.memberId ?? null
}

/** Links an identity. False, without a change, if a member already has it, or if this member has another one of the provider. */
export async function insertIdentity(db: Database, memberId: string, identity: Identity, now: number): Promise<boolean> {
  const { provider, issuer, subject } = identity
  const rows = await db
    .insert(identities)
    .values({ provider, issuer, subject, memberId, linkedAt: now })
    .onConflictDoNothing()
    .returning({ subject: identities.subject })
  return rows.length > 0
}

/**
 * Removes a provider; false if it is the member's only sign-in method. One statement, so that two requests at once cannot remove
 * the last two.
 */
export async function deleteIdentity(db: Database, memberId: string, provider: ProviderName): Promise<boolean> {
  const hasPassword = sql`exists (select 1 from ${members} where ${members.id} = ${memberId} and ${members.passwordHash} <> '')`
  const hasAnother = sql`exists (select 1 from identities as other where other.member_id = ${memberId} and other.provider <> ${provider})`
  const rows = await db
    .delete(identities)
    .where(and(eq(identities.memberId, memberId), eq(identities.provider, provider), sql`(${hasPassword} or ${hasAnother})`))
    .returning({ subject: identities.subject })
  return rows.length > 0
}

/** Returns the member whose account nothing but this identity opens: no password, no other provider, no passkey. Else null. */
export async function findOnlyWayIn(
  db: Database,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
): Promise<string | null> {
  const [row] = await db.all<{ memberId: string }>(sql`
    select i.member_id as memberId from ${identities} i join ${members} m on m.id = i.member_id
    where i.issuer = ${issuer} and i.subject = ${subject} and m.password_hash = ''
      and not exists (select 1 from identities other where other.member_id = i.member_id and other.provider <> i.provider)
      and not exists (select 1 from ${passkeys} where member_id = i.member_id)`)
  return row?.memberId ?? null
}

/** Removes an identity because the person requested it at the provider, even if it was their only sign-in method. */
export async function forgetIdentity(db: Database, { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>): Promise<void> {
  await db.delete(identities).where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)))
}

/** For the settings page, to be sent in its batch; never awaited, because awaiting a query runs it. */
export function linkedAccountsStatement(db: Database, memberId: string, sid: string) {
  return db
    .select({
      hasPassword: sql<number>`${members.passwordHash} <> ''`.as('has_password'),
      confirmedAt: sessions.confirmedAt,
      linked: sql<string>`(select json_group_array(provider) from identities where member_id = ${memberId})`.as('linked'),
    })
    .from(members)
    .leftJoin(sessions, eq(sessions.id, sid))
    .where(eq(members.id, memberId))
}
