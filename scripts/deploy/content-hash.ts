import { createHash } from 'node:crypto'

type Statement = { sql: string; params: readonly unknown[] }

/** What stands for the content of a build: any text, price or order of statements changes it. */
export function hashContent(statements: readonly Statement[]): string {
  return createHash('sha256').update(JSON.stringify(statements)).digest('hex')
}

/** Reads the hash from what `wrangler d1 execute --json` prints; null for a database that was never written to. */
export function storedHash(output: string): string | null {
  const [, hash = null] = /"hash":\s*"([0-9a-f]{64})"/.exec(output) ?? []
  return hash
}
