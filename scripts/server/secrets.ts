import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const file = '.dev.vars'

/** The local secrets, generated at random at the first start; deployments get theirs by `wrangler secret put`. */
export function readLocalSecrets(): Record<string, string> {
  if (!existsSync(file)) writeFileSync(file, `SESSION_SECRET=${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
  const lines = readFileSync(file, 'utf8').split('\n')
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [, name, value] = /^(\w+)=(.*)$/.exec(line.trim()) ?? []
      return name === undefined ? [] : [[name, value ?? '']]
    }),
  )
}
