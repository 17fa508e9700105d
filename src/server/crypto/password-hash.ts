import { nodeCrypto } from '#server/crypto/node-crypto.ts'
import { encodeBase64url, isSameSecret, newToken } from '#server/crypto/secrets.ts'

/** The cost of a hash; a larger N fails in production (architecture.md, 'Sessions and API'). */
type Cost = { N: number; r: number; p: number }
const today: Cost = { N: 2 ** 14, r: 8, p: 5 }
const maxmem = 64 * 1024 * 1024
const keyBytes = 32

/** The method of a stored hash: its format shows its parameters. */
type Recipe = { head: string; salt: string; cost: Cost }

/**
 * Hashes a password by scrypt as `scrypt$N=…,r=…,p=…$<salt>$<key>`, at today's cost. Hashes over one salt can be compared
 * with each other. A sign-in therefore computes a single one, however many rows the address has, and takes the same time for
 * an unknown address.
 */
export async function hashPassword(password: string, salt: string = newToken()): Promise<string> {
  const { N, r, p } = today
  return hash(password, { head: `scrypt$N=${N},r=${r},p=${p}$${salt}$`, salt, cost: today })
}

/** Hashes with the parameters of a stored hash, to compare with it; without one, as a new hash. */
export async function hashLike(password: string, stored: string | undefined): Promise<string> {
  const recipe = parse(stored ?? '')
  return recipe ? hash(password, recipe) : hashPassword(password)
}

async function hash(password: string, { head, salt, cost }: Recipe): Promise<string> {
  const key = await new Promise<Uint8Array>((resolve, reject) => {
    // NFKC: the same characters from another keyboard are the same password.
    nodeCrypto().scrypt(password.normalize('NFKC'), salt, keyBytes, { ...cost, maxmem }, (error, derived) =>
      error ? reject(error) : resolve(derived),
    )
  })
  return head + encodeBase64url(key)
}

/** The first hashes did not store a cost: it was today's. */
function parse(stored: string): Recipe | null {
  const [, head = '', N, r, p, salt] = /^(scrypt\$(?:N=(\d+),r=(\d+),p=(\d+)\$)?([\w-]+)\$)[\w-]+$/.exec(stored) ?? []
  if (!salt) return null
  return { head, salt, cost: N ? { N: Number(N), r: Number(r), p: Number(p) } : { N: 2 ** 14, r: 8, p: 5 } }
}

/** Returns the salt of a stored hash, to hash another password of the same address with it. */
export function saltOf(stored: string): string | undefined {
  return parse(stored)?.salt
}

/** Returns whether a stored hash has other parameters than today's: the next sign-in, which knows the password, renews it. */
export function isOutdatedHash(stored: string): boolean {
  const recipe = parse(stored)
  return recipe !== null && !recipe.head.startsWith(`scrypt$N=${today.N},r=${today.r},p=${today.p}$`)
}

/** Compares hashes in constant time. Hashes of different salts or costs never match. */
export const isSameHash = isSameSecret
