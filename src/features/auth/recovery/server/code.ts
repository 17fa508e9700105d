import { hashToken, isSameSecret, keyedHash, newId, newToken } from '#server/crypto/secrets.ts'
import { codeDigits } from '#features/auth/contract.ts'
import { liveHashes, type SentCodes } from '../rules.ts'
import { deriveKeys, requireKey, type Secrets } from '#server/crypto/keys.ts'

/** A code for an email, and its keyed hash for the database: six digits are quickly guessed from a plain hash. */
export type NewCode = { id: string; code: string; codeHash: string }

export async function newCode(env: Secrets, id: string = newId()): Promise<NewCode> {
  const key = await requireKey(env, 'code')
  const code = String(randomBelow(10 ** codeDigits)).padStart(codeDigits, '0')
  return { id, code, codeHash: hashCode(key, id, code) }
}

/** Creates the secret of an email's link, too long to be guessed. */
export function newLink(): { link: string; linkHash: string } {
  const link = newToken()
  return { link, linkHash: hashToken(link) }
}

/**
 * Compares in constant time, under the current secret and the previous one, with the codes of all emails that have not expired.
 */
export async function isRightCode(env: Secrets, row: { id: string } & SentCodes, code: string, now: number): Promise<boolean> {
  const keys = await deriveKeys(env, 'code')
  const { codes } = liveHashes(row, now)
  return keys.flatMap((key) => codes.map((hash) => isSameSecret(hash, hashCode(key, row.id, code)))).includes(true)
}

/** True if the secret belongs to a link in an email that has not expired. */
export function isRightLink(row: SentCodes, link: string, now: number): boolean {
  const shown = hashToken(link)
  return liveHashes(row, now).links.some((hash) => isSameSecret(hash, shown))
}

function hashCode(key: Uint8Array, id: string, code: string): string {
  return keyedHash(key, `once:${id}:${code}`)
}

/** Uniform by rejection sampling: draws above the last whole multiple are discarded. */
function randomBelow(limit: number): number {
  const end = Math.floor(2 ** 32 / limit) * limit
  for (;;) {
    const [drawn = end] = crypto.getRandomValues(new Uint32Array(1))
    if (drawn < end) return drawn % limit
  }
}
