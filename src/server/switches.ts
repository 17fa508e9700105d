import { openDatabase, type Database } from '#db/database.ts'
import { switches } from '#db/schema.ts'
import { isSwitchName, type SwitchName } from '#shared/routing/switches.ts'
import type { Env } from './env.ts'
import { fail } from './log.ts'
import { nullOnError } from './objects/with-timeout.ts'

/** The parts that are closed now. */
export type Closed = ReadonlySet<SwitchName>

const maxAgeMs = 60_000

/** Read at most once a minute per isolate, by requests and objects alike. The cache may be lost at any time. */
let cached: { closed: Closed; readAt: number } | undefined

/** For tests that share an isolate. */
export function forgetSwitches(): void {
  cached = undefined
}

/** For a batch that also reads other data. */
export const switchesStatement = (db: Database) => db.select({ name: switches.name }).from(switches)

/** Caches the rows of that statement. */
export function keepSwitches(rows: readonly { name: string }[], now: number): Closed {
  const closed = new Set(rows.map(({ name }) => name).filter(isSwitchName))
  cached = { closed, readAt: now }
  return closed
}

/** The closed parts. While the database is unavailable, the last known ones; none if nothing is known. */
export async function readClosed(db: Database, now: number): Promise<Closed> {
  if (cached && now - cached.readAt < maxAgeMs) return cached.closed
  try {
    return keepSwitches(await switchesStatement(db), now)
  } catch (error) {
    fail('switches', error)
    if (!cached) return new Set()
    cached = { ...cached, readAt: now }
    return cached.closed
  }
}

/** For objects: everything open if nothing is known, so that a database outage changes nothing for them. */
export async function isClosed({ DB }: Pick<Env, 'DB'>, name: SwitchName): Promise<boolean> {
  const closed = await nullOnError('switches', readClosed(openDatabase(DB), Date.now()))
  return closed?.has(name) ?? false
}
