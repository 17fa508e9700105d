import { sql } from 'drizzle-orm'
import { openDatabase } from '#db/database.ts'
import { securityEvents } from '#db/schema.ts'
import { clientAddress } from './client-address.ts'
import type { AppContext } from './context.ts'
import type { Env } from './env.ts'
import { deriveKeys, type Secrets } from './crypto/keys.ts'
import { count } from './count.ts'
import { log, warn } from './log.ts'
import { keyedHash } from './crypto/secrets.ts'

/** Possible attacks, as the log and the operators' page name them (ASVS 16.3). */
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
  /** Member id or email address targeted by the attempt; the log only has a keyed hash of it. */
  account?: string
  /** The limit reached or the call refused: one of our own names, never a visitor's text. */
  what?: string
}

const dayMs = 24 * 60 * 60 * 1000

/** The request, if there is one. */
type Source = { requestId: string; network: string }

/**
 * Writes a JSON line for operators and counts the event for its day. Neither contains an address. The network is a hash whose key
 * changes daily, the account a stable hash. Never delays or fails the request.
 */
export function noteSecurity(c: AppContext, event: SecurityEvent): void {
  c.executionCtx.waitUntil(recordSecurity(c.env, event, c.get('now'), sourceOf(c)))
}

/** Only writes the line: a flood must not become writes to the database. */
export function logSecurity(c: AppContext, event: SecurityEvent): void {
  const written = writeLine(c.env, event, c.get('now'), sourceOf(c))
  c.executionCtx.waitUntil(written.catch((error: unknown) => warn('security-events', error)))
}

/** The same as `noteSecurity` from inside an object, where no request is known. Never rejects. */
export async function recordSecurity(env: SecurityEnv, event: SecurityEvent, now: number, source?: Source): Promise<void> {
  try {
    await writeLine(env, event, now, source)
    await openDatabase(env.DB)
      .insert(securityEvents)
      .values({ day: dayOf(now), kind: event.kind, count: 1, expiresAt: now + keptMs })
      .onConflictDoUpdate({ target: [securityEvents.day, securityEvents.kind], set: { count: sql`${securityEvents.count} + 1` } })
  } catch (error) {
    warn('security-events', error)
  }
}

type SecurityEnv = Pick<Env, 'DB' | 'COUNTERS'> & Secrets

const sourceOf = (c: AppContext): Source => ({ requestId: c.get('requestId'), network: clientAddress(c) })
/** The UTC day of an instant, such as `2026-11-22`. */
export const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

async function writeLine(env: SecurityEnv, { kind, account, what }: SecurityEvent, now: number, source?: Source): Promise<void> {
  const [key] = await deriveKeys(env, 'security-log')
  if (!key) return
  const hash = (text: string) => keyedHash(key, text).slice(0, 16)
  log('security', what ?? kind, {
    kind,
    requestId: source?.requestId,
    account: account === undefined ? undefined : hash(`account:${account}`),
    network: source && hash(`network:${dayOf(now)}:${source.network}`),
  })
  count(env, 'security', [kind, what ?? ''])
}

/** Counts per day are kept for a quarter of a year. */
const keptMs = 92 * dayMs
