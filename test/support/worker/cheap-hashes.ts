import { nodeCrypto } from '#server/crypto/node-crypto.ts'

type Cost = { N: number; r: number; p: number; maxmem: number }
type Done = (error: Error | null, key: Uint8Array) => void
type Scrypt = (password: string, salt: string, length: number, cost: Cost, done: Done) => void

/** Replaceable, unlike in its own types. */
const crypto: { scrypt: Scrypt } = nodeCrypto()
const { scrypt } = crypto

/**
 * Computes scrypt at a thousandth of its cost, because tests hash thousands of passwords at a quarter of a second of a core each.
 * Keys still depend on password, salt and cost, and stored hashes name the real cost.
 */
export function makeHashesCheap(): void {
  crypto.scrypt = (password, salt, length, { N, p, ...rest }, done) =>
    scrypt(password, `${salt}:${N}:${p}`, length, { ...rest, N: 16, p: 1 }, done)
}

/** As in production. */
export function makeHashesDear(): void {
  crypto.scrypt = scrypt
}
