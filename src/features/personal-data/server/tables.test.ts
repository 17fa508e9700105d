import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { describe, expect, it, vi } from 'vitest'
import * as schema from '#db/schema.ts'
import { areaSchema } from '#objects/area/area-schema.ts'
import { conversationSchema } from '#objects/conversation/conversation-schema.ts'
import { encounterSchema } from '#objects/encounter/encounter-schema.ts'
import { matchmakerSchema } from '#objects/matchmaker/matchmaker-schema.ts'
import { hubSchema } from '#objects/member-hub/schema.ts'
import { d1Tables } from './d1-tables.ts'
import { exportText, givenColumns, isGiven, type TableDecision } from './decision.ts'
import { areaTables, conversationTables, encounterTables, hubTables, matchmakerTables } from './object-tables.ts'

// The hub's schema comes with a part that only the Workers runtime has a base for.
vi.mock('cloudflare:workers', () => ({ RpcTarget: Object }))

type Decisions = Readonly<Record<string, TableDecision>>

const sections = readFileSync('docs/data.md', 'utf8').split(/^## /m)

/** The rows of one section's table, as cells. */
function rowsOf(title: string): string[][] {
  const section = sections.find((text) => text.startsWith(title)) ?? ''
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').slice(1, -1).map((cell) => cell.trim())) // prettier-ignore
}

/** Name of the table, whether it is exported and what a purge does: as the code decides, and as docs/data.md says. */
const shown = (tables: Decisions) =>
  Object.entries(tables)
    .map(([name, table]) => [`\`${name}\``, exportText(table), table.purge])
    .toSorted()
const documented = (title: string) =>
  rowsOf(title)
    .map((row) => [row[0], row[4], row[5]])
    .toSorted()

const d1 = Object.entries(schema).flatMap(([key, table]) => (is(table, SQLiteTable) ? [{ key, table }] : []))
const byName: Decisions = Object.fromEntries(
  d1.map(({ key, table }) => [getTableName(table), (d1Tables as Decisions)[key] as TableDecision]),
)
const objects = [
  ['Area', areaSchema, areaTables],
  ['Conversation', conversationSchema, conversationTables],
  ['Encounter', encounterSchema, encounterTables],
  ['Matchmaker', matchmakerSchema, matchmakerTables],
  ['MemberHub', hubSchema, hubTables],
] as const

/** The tables of an object as its migrations leave them, with their columns. */
function columnsAfter(steps: readonly string[]): Map<string, string[]> {
  const db = new DatabaseSync(':memory:')
  for (const step of steps) db.exec(step)
  // Those in which a full-text index keeps itself.
  const isShadow = (name: string) => /^search_(?:data|idx|docsize|config)$/.test(name)
  const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all().map(({ name }) => String(name)) // prettier-ignore
  const columns = db.prepare('SELECT name FROM pragma_table_info(?)')
  return new Map(
    tables.filter((name) => !isShadow(name)).map((name) => [name, columns.all(name).map((column) => String(column['name']))]),
  )
}

describe('the decisions about export and purge', () => {
  it('are made for every column of every table of D1 that is exported', () => {
    expect(Object.keys(d1Tables).toSorted()).toEqual(d1.map(({ key }) => key).toSorted())
    for (const { key, table } of d1) {
      const { export: decision } = (d1Tables as Decisions)[key] as TableDecision
      if (isGiven(decision)) expect(Object.keys(decision.columns), key).toEqual(Object.keys(getTableColumns(table)))
    }
  })

  it.each(objects)('are made for every table and column of %s', (_, steps, tables) => {
    const columns = columnsAfter(steps)
    expect(Object.keys(tables).toSorted()).toEqual([...columns.keys()].toSorted())
    for (const [name, { export: decision }] of Object.entries(tables)) {
      if (isGiven(decision)) expect(Object.keys(decision.columns), name).toEqual(columns.get(name))
    }
  })

  it('never give a secret, a hash, a key or an id of staff', () => {
    const all = Object.entries({ ...byName, ...conversationTables, ...hubTables })
    const given = all.flatMap(([name, table]) => givenColumns(table).map((column) => `${name}.${column}`))
    const suspicious = /hash|secret|token|sealed|p256dh|auth\b|actorId|decidedBy|closedBy|acceptedBy|\.key$|sessionId|intentId/i
    // The first is the text's, as proof of what was agreed to; the second says whether a person or a program decided.
    expect(given.filter((column) => suspicious.test(column))).toEqual(['consents.textHash', 'restrictions.decidedBy'])
  })

  it('stand in docs/data.md, each table once, with how long it is kept', () => {
    expect(documented('D1')).toEqual(shown(byName))
    for (const [title, , tables] of objects) expect(documented(title), title).toEqual(shown(tables))
    for (const title of ['D1', ...objects.map(([name]) => name)])
      for (const row of rowsOf(title)) expect(row.filter((cell) => cell !== ''), row[0]).toHaveLength(6) // prettier-ignore
  })
})
