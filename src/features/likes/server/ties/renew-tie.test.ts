import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OnePassDialect } from '#db/one-pass-dialect.ts'
import { withdrawnTieMs } from '#shared/text/tie.ts'
import { renewTieSql } from './renew-tie.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const dayOf = (at: number) => Math.floor(at / dayMs)

type Tie = { kind: string | null; ref: string | null; line: string | null }
/** A tie as a like had it from `givenAt` to `withdrawnAt`. */
type Spell = Tie & { givenAt: number; withdrawnAt: number }
/** `afterMs`: how long after the withdrawal before. */
type Giving = { afterMs: number; asked: Tie }

const plain: Tie = { kind: null, ref: null, line: null }
const things = ['photo', 'answer', 'about'].map((kind) => ({ kind, ref: `${kind}-ref` }))
const tied = fc
  .tuple(fc.constantFrom(...things), fc.constantFrom(null, null, 'one line', 'another'))
  .map(([thing, line]) => ({ ...thing, line }))
const giving: fc.Arbitrary<Giving> = fc.record({
  afterMs: fc.constantFrom(1, hourMs, 7 * hourMs, dayMs, 3 * dayMs),
  asked: fc.oneof(tied, tied, fc.constant(plain)),
})

const db = new DatabaseSync(':memory:')
db.exec(`create table likes (id primary key, created_at, withdrawn_at, tie_kind, tie_ref, line, earlier_ties, earlier_until)`)
const dialect = new OnePassDialect()
const prepared = new Map<string, StatementSync>()

/** Gives the like as the statement does that writes one. */
function give({ kind, ref, line }: Tie, now: number): void {
  const { sql: text, params } = dialect.sqlToQuery(sql`
    insert into likes (id, created_at, withdrawn_at, tie_kind, tie_ref, line) values (1, ${now}, null, ${kind}, ${ref}, ${line})
    on conflict (id) do update set created_at = excluded.created_at, withdrawn_at = null, ${renewTieSql(dayOf(now) * dayMs)}
    where likes.withdrawn_at is not null`)
  const statement = prepared.get(text) ?? db.prepare(text)
  prepared.set(text, statement)
  statement.run(...params.map((value) => (typeof value === 'number' || value === null ? value : String(value))))
}

const withdrawal = db.prepare('update likes set withdrawn_at = ?')
const reading = db.prepare('select tie_kind, tie_ref, line, earlier_ties, earlier_until from likes')
const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

type Row = { tie: Tie; moved: Spell[]; until: unknown }
function read(): Row {
  const row = reading.get() ?? {}
  const tie = { kind: textOf(row['tie_kind']), ref: textOf(row['tie_ref']), line: textOf(row['line']) }
  return { tie, moved: JSON.parse(textOf(row['earlier_ties']) ?? '[]'), until: row['earlier_until'] }
}

/** `expected`: the tie that the like shall have now; `spells`: all that it had before. */
type Past = { expected: Tie; spells: readonly Spell[] }

/** Gives and withdraws a like; `look` sees it each time it was given. */
function play(givings: readonly Giving[], look: (row: Row, past: Past) => void): void {
  db.exec('delete from likes')
  const spells: Spell[] = []
  let now = 20_000 * dayMs
  for (const { afterMs, asked } of givings) {
    now += afterMs
    give(asked, now)
    const first = spells.find(({ line, givenAt }) => line !== null && dayOf(givenAt) === dayOf(now))
    const expected: Tie = first ? { kind: first.kind, ref: first.ref, line: first.line } : asked
    look(read(), { expected, spells })
    spells.push({ ...expected, givenAt: now, withdrawnAt: ++now })
    withdrawal.run(now)
  }
}

const check = (look: Parameters<typeof play>[1]) =>
  fc.assert(fc.property(fc.array(giving, { minLength: 1, maxLength: 20 }), (givings) => play(givings, look)))

test('a like given again has the tie that was asked for, or the one with the first line of its day', () => {
  check(({ tie }, { expected }) => expect(tie).toEqual(expected))
})

test('no thing and no line that a like had is lost to a report', () => {
  check(({ moved, tie }, { spells }) => {
    for (const { kind, ref, line, givenAt } of spells.filter((spell) => spell.kind !== null)) {
      const isSame = (other: Tie) => other.kind === kind && other.ref === ref && (line === null || other.line === line)
      const isThere = isSame(tie) || moved.some((each) => isSame(each) && dayOf(each.givenAt) === dayOf(givenAt))
      expect(isThere, `${kind} ${line}`).toBe(true)
    }
  })
})

test('what has moved is what a like had, with its times, and the first of it says when it is due', () => {
  check(({ moved, until }, { spells }) => {
    for (const each of moved) expect(spells).toContainEqual(each)
    const due = moved.map(({ withdrawnAt }) => withdrawnAt + withdrawnTieMs)
    expect(until).toBe(due.length === 0 ? null : Math.min(...due))
  })
})

test('a day of giving and withdrawing leaves each thing, and the last one, however often that happens', () => {
  check(({ moved }) => {
    for (const ofDay of Map.groupBy(moved, ({ givenAt }) => dayOf(givenAt)).values())
      expect(ofDay.length).toBeLessThanOrEqual(things.length + 1)
  })
  const pressed = Array.from({ length: 300 }, (_, index) => ({ afterMs: 1, asked: { ...plain, ...things[index % 3] } }))
  play(pressed, ({ moved }) => expect(moved.length).toBeLessThanOrEqual(things.length))
})
