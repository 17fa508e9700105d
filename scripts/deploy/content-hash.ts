import { createHash } from 'node:crypto'

type Statement = { sql: string; params: readonly unknown[] }

/** Identifies the content of a build: any change of a text, a price or the order of statements changes it. */
export function hashContent(statements: readonly Statement[]): string {
  return createHash('sha256').update(JSON.stringify(statements)).digest('hex')
}

/** Reads the hash from the output of wrangler's `d1 execute --json`; null for a database without content. */
export function storedHash(output: string): string | null {
  const [, hash = null] = /"hash":\s*"([0-9a-f]{64})"/.exec(output) ?? []
  return hash
}
