import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'

/** The objects and the database of an earlier version, which test/build/state-before.test.ts starts with today's build. */
export const fixtureFile = join(import.meta.dirname, '../../test/support/fixtures/state-before.tar.gz')
export const notesFile = 'notes.json'

/** Secret of the server that made the state. Ids of conversations depend on it. */
export const stateSecret = 'only-for-tests-0123456789abcdefghijklmnopqrstuvwxyz'

/** Facts about the state, and `seen`: the last answers to the members, with times in ms after `madeAt`. */
export type Notes = {
  /** The commit whose build created it. */
  commit: string
  madeAt: number
  members: Record<string, string>
  conversations: Record<string, string>
  /** Id of the message with a photo. */
  photo: string
  /** Cookies of browsers that stay signed in, without their access tokens, which expire after minutes. */
  cookies: Record<string, Record<string, string>>
  /** Member and id of an ended session and of a live one. */
  sessions: Record<'ended' | 'live', { sub: string; sid: string }>
  seen: unknown
}

/** Merges each database with its write-ahead log and writes the archive. */
export function pack(stateDir: string): void {
  for (const file of databasesIn(stateDir)) {
    const db = new DatabaseSync(file)
    db.exec('PRAGMA journal_mode = DELETE; VACUUM')
    db.close()
  }
  rmSync(join(stateDir, 'd1/prepared-by'), { force: true })
  const kept = ['d1', 'do', 'r2', notesFile]
  execFileSync('tar', ['-cf', fixtureFile, '-I', 'gzip -9n', '--sort=name', '--owner=0', '--group=0', '-C', stateDir, ...kept])
}

export function unpack(stateDir: string): Notes {
  mkdirSync(stateDir, { recursive: true })
  execFileSync('tar', ['-xzf', fixtureFile, '-C', stateDir])
  const notes: Notes = JSON.parse(readFileSync(join(stateDir, notesFile), 'utf8'))
  return notes
}

export const databasesIn = (stateDir: string) => globSync(join(stateDir, '{d1,do}/**/*.sqlite')).toSorted()

/** Milliseconds since 1970, in this century up to 2065; alarms are in nanoseconds. */
const isTime = (value: number | bigint) => value > 1_000_000_000_000 && value < 3_000_000_000_000
const isAlarm = (value: number | bigint) => value > 1_000_000_000_000_000_000n && value < 3_000_000_000_000_000_000n

/**
 * Moves every time in the state: in rows, in JSON and of alarms. Otherwise rows with a lifetime of days would have expired when
 * the test runs.
 */
export function moveTimes(stateDir: string, byMs: number): void {
  for (const file of databasesIn(stateDir)) {
    const db = new DatabaseSync(file, { readBigInts: true })
    db.exec('PRAGMA foreign_keys = OFF; BEGIN')
    for (const table of tablesOf(db)) moveTable(db, table, BigInt(byMs))
    db.exec('COMMIT')
    db.close()
  }
}

/** All tables except SQLite's own and those of full-text indexes. */
export function tablesOf(db: DatabaseSync): string[] {
  const rows = db.prepare(`SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY name`).all()
  const virtual = rows.filter(({ sql }) => String(sql).startsWith('CREATE VIRTUAL')).map(({ name }) => String(name))
  return rows
    .map(({ name }) => String(name))
    .filter((name) => !name.startsWith('sqlite_') && !virtual.some((base) => name === base || isBehind(name, base)))
}

const isBehind = (name: string, base: string) =>
  ['data', 'idx', 'content', 'docsize', 'config'].some((part) => name === `${base}_${part}`)

function moveTable(db: DatabaseSync, table: string, byMs: bigint): void {
  const columns = db.prepare(`SELECT name, type FROM pragma_table_info(?)`).all(table)
  for (const { name } of columns) {
    const column = `"${String(name)}"`
    const found = db.prepare(`SELECT DISTINCT ${column} AS value FROM "${table}" WHERE ${column} IS NOT NULL`).all()
    const update = db.prepare(`UPDATE "${table}" SET ${column} = ? WHERE ${column} = ?`)
    // Moves the latest first, so that no moved time equals one that is still to be moved.
    const moved = found.flatMap(({ value }) => {
      const next = moveValue(value, byMs)
      return next === undefined ? [] : [{ value, next }]
    })
    const order = moved.toSorted((a, b) => (a.next < b.next ? -1 : 1) * (byMs > 0n ? -1 : 1))
    for (const { value, next } of order) update.run(next, value ?? null)
  }
}

/** Undefined for a value without a time. */
function moveValue(value: SQLOutputValue | undefined, byMs: bigint): bigint | string | undefined {
  if (typeof value === 'bigint') {
    if (isAlarm(value)) return value + byMs * 1_000_000n
    return isTime(value) ? value + byMs : undefined
  }
  if (typeof value !== 'string' || !value.includes('{')) return undefined
  const moved = value.replaceAll(/(?<![\w.-])\d{13}(?![\w.-])/g, (text) => {
    const time = BigInt(text)
    return isTime(time) ? String(time + byMs) : text
  })
  return moved === value ? undefined : moved
}
