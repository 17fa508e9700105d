import { and, eq, gt } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { bannedAddresses } from '#db/schema.ts'
import { keyedHash } from '../crypto/secrets.ts'
import { deriveLastingKey, type KeyEnv } from './lasting-key.ts'

/** The form of a banned address in the database. `email`: lower case. */
export async function hashBannedAddress(env: KeyEnv, email: string): Promise<string> {
  return keyedHash(await deriveLastingKey(env, 'banned-address'), email)
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
