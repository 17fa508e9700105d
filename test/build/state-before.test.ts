import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { D1Database } from '@cloudflare/workers-types'
import { afterEach, expect, test } from 'vitest'
import { openDrawing } from '#features/avatars/server/address.ts'
import { issueAccessToken } from '#features/auth/session/server/tokens/access-token.ts'
import { cookieNames } from '#server/cookies.ts'
import { closeCodes, type PollAnswer } from '#shared/realtime/wire.ts'
import { addConsents } from '../../scripts/bench/realtime/people.ts'
import { migrateState } from '../../scripts/server/prepare.ts'
import { serve, type Server } from '../../scripts/server/serve.ts'
import { Browser } from '../../scripts/state/browser.ts'
import { databasesIn, moveTimes, stateSecret, tablesOf, unpack, type Notes } from '../../scripts/state/fixture.ts'
import { lookAround } from '../../scripts/state/look.ts'

/**
 * Starts today's build on the state of an earlier version: its database, and objects with messages, receipts, a request,
 * notifications, preferences, an ended session and alarms. scripts/state-before.ts makes that state.
 */

const hourMs = 60 * 60_000
const secrets = { SESSION_SECRET: stateSecret }
const ended: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of ended.splice(0).toReversed()) await end()
})

type Woken = { server: Server; notes: Notes; since: number; rows: Rows; log: string[] }
/** Rows by table, with the columns that existed then. */
type Rows = Record<string, { columns: string[]; rows: string[] }>

/** Serves a copy of the state, moved in time as if it were this old. */
async function wake(agoMs: number): Promise<Woken> {
  const stateDir = mkdtempSync(join(tmpdir(), 'kismet-state-before-'))
  ended.push(() => rmSync(stateDir, { recursive: true, force: true }))
  const notes = unpack(stateDir)
  const since = Date.now() - agoMs
  moveTimes(stateDir, since - notes.madeAt)
  const rows = readRows(databasesIn(stateDir).find((file) => file.includes('/d1/') && !file.includes('metadata')) ?? '')
  const log: string[] = []
  await migrateState(stateDir)
  const server = await serve({ port: 0, stateDir, secrets, onLog: (line) => log.push(line) })
  ended.push(server.close)
  return { server, notes, since, rows, log }
}

function readRows(file: string): Rows {
  const db = new DatabaseSync(file, { readOnly: true })
  const tables = tablesOf(db).filter((table) => !table.startsWith('_cf_') && table !== 'd1_migrations')
  const read = tables.map((table) => {
    const columns = db
      .prepare('SELECT name FROM pragma_table_info(?)')
      .all(table)
      .map(({ name }) => `"${String(name)}"`)
    const rows = db.prepare(`SELECT json_array(${columns.map((column) => `hex(${column})`).join()}) AS row FROM "${table}"`).all()
    return [table, { columns, rows: rows.map(({ row }) => String(row)).toSorted() }] as const
  })
  db.close()
  return Object.fromEntries(read)
}

async function readRowsNow({ server, rows }: Woken): Promise<Rows> {
  const db = (await server.miniflare.getD1Database('DB')) as unknown as D1Database
  const read = Object.entries(rows).map(async ([table, { columns }]) => {
    const query = `SELECT json_array(${columns.map((column) => `hex(${column})`).join()}) AS row FROM "${table}"`
    const { results } = await db.prepare(query).all<{ row: string }>()
    return [table, { columns, rows: results.map(({ row }) => row).toSorted() }] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

const comeBack = ({ server, notes }: Woken, name: string) => Browser.comeBack(server.url, notes.cookies[name] ?? {})

/**
 * Leaves out the settings of kinds of notifications, and of ways to get them, that came later, and what the summary of an inbox has had
 * since: their defaults are no change of what was stored.
 */
function withoutNewKinds(now: unknown, before: unknown, isKinds = false): unknown {
  if (typeof now !== 'object' || now === null || Array.isArray(now) || typeof before !== 'object' || before === null) return now
  const known = new Map(Object.entries(before))
  return Object.fromEntries(
    Object.entries(now)
      .filter(([name]) => !isKinds || known.has(name))
      .map(([name, value]) => [
        name,
        withoutNewKinds(value, known.get(name), isKinds || name === 'notifications' || name === 'inbox'),
      ]),
  )
}

/** The addresses of drawings as they were before they were sealed: the same drawing is behind each. */
async function withPlainDrawings(now: unknown): Promise<unknown> {
  if (Array.isArray(now)) return Promise.all(now.map(withPlainDrawings))
  if (typeof now === 'object' && now !== null) {
    const entries = Object.entries(now).map(async ([name, value]) => [name, await withPlainDrawings(value)] as const)
    return Object.fromEntries(await Promise.all(entries))
  }
  const name = typeof now === 'string' ? /^\/avatars\/([^/]+)\.svg$/.exec(now)?.[1] : undefined
  const avatar = name === undefined ? null : await openDrawing(secrets, name)
  return avatar === null ? now : `/avatars/${avatar.style}/${avatar.seed}.svg`
}

/** A first poll with a fresh token of that session. Only the member's object knows whether the session was ended. */
async function poll({ server }: Woken, { sub, sid }: Notes['sessions']['live']): Promise<PollAnswer['closed']> {
  const token = await issueAccessToken(secrets, { sub, sid, kind: 'member' }, Date.now())
  const { closed } = await new Browser(server.url, { [cookieNames.access]: token }).post<PollAnswer>('/realtime/poll', {})
  return closed
}

test('rows, inboxes, histories, notifications, preferences and searches are what they were', { timeout: 120_000 }, async () => {
  const woken = await wake(0)
  const { server, notes, since, rows } = woken
  expect(Object.keys(rows).length).toBeGreaterThan(20)
  expect(await readRowsNow(woken)).toEqual(rows)

  await addConsents(server.miniflare, Object.values(notes.members))
  // Browsers that were signed in still are.
  const [anna, ben, olena] = await Promise.all([comeBack(woken, 'anna'), comeBack(woken, 'ben'), comeBack(woken, 'olena')])
  const seen = await withPlainDrawings(await lookAround({ anna, ben, olena }, notes, since))
  expect(withoutNewKinds(seen, notes.seen)).toEqual(notes.seen)

  // A session that was ended stays ended.
  expect(await poll(woken, notes.sessions.live)).toBeUndefined()
  expect(await poll(woken, notes.sessions.ended)).toMatchObject({ code: closeCodes.unauthorized })

  await Browser.signIn(server.url, 'piotr@demo.test', 'Kismet test')
})

test('alarms that waited are served', { timeout: 120_000 }, async () => {
  const woken = await wake(2 * hourMs)
  const { notes, log } = woken
  await expect.poll(() => log.join('\n'), { timeout: 30_000 }).toContain('anna@demo.test')
  const anna = await comeBack(woken, 'anna')
  type Page = { items: { kind: string; href: string | null }[] }
  const kinds = async () => (await anna.get<Page>('/api/notifications')).items.map(({ kind, href }) => `${kind} ${href}`)
  await expect.poll(kinds, { timeout: 30_000 }).toContain('visitor /visitors')
  expect(await kinds()).toContain(`message /messages?chat=${notes.conversations['withOther']}`)
})
