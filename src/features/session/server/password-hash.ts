import { scrypt } from 'node:crypto'
import { encodeBase64url, isSameSecret, newToken } from './secrets.ts'

/** A larger N fails in production (architecture.md, 'Sessions and API'). */
const cost = { N: 2 ** 14, r: 8, p: 5, maxmem: 64 * 1024 * 1024 } as const
const keyBytes = 32

/**
 * scrypt of a password as `scrypt$<salt>$<key>`. Hashes over one salt can be compared with each other: a sign-in computes
 * a single one, however many rows the address has, and takes the same time whether it is known or not.
 */
export async function hashPassword(password: string, salt: string = newToken()): Promise<string> {
  const key = await new Promise<Uint8Array>((resolve, reject) => {
    // NFKC: the same characters from another keyboard are the same password.
    scrypt(password.normalize('NFKC'), salt, keyBytes, cost, (error, derived) => (error ? reject(error) : resolve(derived)))
  })
  return `scrypt$${salt}$${encodeBase64url(key)}`
}

/** The salt of a stored hash, to hash a candidate the same way. */
export function saltOf(hash: string): string | undefined {
  return hash.split('$')[1]
}

/** Hashes of different salts never match. Takes constant time. */
export const isSameHash = isSameSecret
