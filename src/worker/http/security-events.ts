import { sql } from 'drizzle-orm'
import { securityEvents } from '#db/schema.ts'
import { clientAddress } from './client-address.ts'
import type { AppContext } from './context.ts'
import { deriveKeys } from './keys.ts'
import { warn } from './loggable.ts'
import { nodeCrypto } from './node-crypto.ts'

/** What may be an attack, as the log and the operators' page name it (ASVS 16.3). */
export const securityKinds = [
  'sign-in-refused',
  'limit-reached',
  'origin-refused',
  'token-reused',
  'code-refused',
  'second-factor-refused',
] as const
export type SecurityKind = (typeof securityKinds)[number]

export type SecurityEvent = {
  kind: SecurityKind
  /** Member id or e-mail address that the attempt was about; the log has only a keyed hash of it. */
  account?: string
  /** Which limit was reached or which call was refused: a name of ours, never something that a visitor wrote. */
  what?: string
}

const dayMs = 24 * 60 * 60 * 1000

/**
 * Writes a JSON line for operators and counts the event for its day. Neither holds an address: the network stands there as
 * a hash whose key changes every day, the account as one that stays. Never delays or fails the request.
 */
export function noteSecurity(c: AppContext, event: SecurityEvent): void {
  c.executionCtx.waitUntil(record(c, event).catch((error: unknown) => warn('security-events', error)))
}

async function record(c: AppContext, { kind, account, what }: SecurityEvent): Promise<void> {
  const day = new Date(c.get('now')).toISOString().slice(0, 10)
  const [key] = await deriveKeys(c.env, 'security-log')
  if (!key) return
  const hash = (text: string) => nodeCrypto().createHmac('sha256', key).update(text).digest('base64url').slice(0, 16)
  console.warn(
    JSON.stringify({
      level: 'security',
      kind,
      what,
      requestId: c.get('requestId'),
      account: account === undefined ? undefined : hash(`account:${account}`),
      network: hash(`network:${day}:${clientAddress(c)}`),
    }),
  )
  await c
    .get('db')
    .insert(securityEvents)
    .values({ day, kind, count: 1, expiresAt: c.get('now') + keptMs })
    .onConflictDoUpdate({ target: [securityEvents.day, securityEvents.kind], set: { count: sql`${securityEvents.count} + 1` } })
}

/** Counts per day are kept for a quarter of a year. */
const keptMs = 92 * dayMs
