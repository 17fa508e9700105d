import { and, eq, gt } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { bannedAddresses } from '#db/schema.ts'
import { deriveKey } from '../crypto/keys.ts'
import { keyedHash } from '../crypto/secrets.ts'
import type { Env } from '../env.ts'

type KeyEnv = Pick<Env, 'DELETIONS_KEY' | 'SESSION_SECRET'>

/** The form of a banned address in the database. Its key outlives rotations of the session's secret. `email`: lower case. */
export async function hashBannedAddress({ DELETIONS_KEY, SESSION_SECRET }: KeyEnv, email: string): Promise<string> {
  return keyedHash(await deriveKey(DELETIONS_KEY ?? SESSION_SECRET, 'banned-address'), email)
}

/**
 * True while the address belongs to a restriction whose account was purged. Callers answer as for an address that already has an
 * account.
 */
export async function isBannedAddress(env: KeyEnv, db: Database, email: string, now: number): Promise<boolean> {
  const hash = await hashBannedAddress(env, email)
  const rows = await db
    .select({ hash: bannedAddresses.hash })
    .from(bannedAddresses)
    .where(and(eq(bannedAddresses.hash, hash), gt(bannedAddresses.endsAt, now)))
  return rows.length > 0
}
