import { and, getTableColumns, getTableName, is, sql, type Column } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as schema from '#db/schema.ts'
import { d1Tables } from '#features/personal-data/server/d1-tables.ts'
import { givenColumns, isGiven, type TableDecision } from '#features/personal-data/server/decision.ts'
import { objectName } from '#features/photos/server/objects.ts'
import { photoWidths } from '#shared/photo.ts'
import type { ExportContext, ExportPage, ExportRow, ExportSource } from './context.ts'
import { selections, type GivenTable } from './d1-selections.ts'
import { findShownPeople } from './people.ts'
import { tableFileOf } from './table-files.ts'

/** Rows of one read; a page of photos is smaller, because it copies their files. */
const pageSize = 500
const photosPage = 8

const decisions: Readonly<Record<string, TableDecision>> = d1Tables
const largest = photoWidths[photoWidths.length - 1] ?? 1280

/** Tables of D1 by their names in src/db/schema.ts. */
const tables = new Map(
  Object.entries(schema).flatMap(([key, table]): [string, SQLiteTable][] => (is(table, SQLiteTable) ? [[key, table]] : [])),
)

/** Every table of D1 that the register gives, in its order. */
export const d1Sources: readonly ExportSource[] = Object.entries(decisions).flatMap(([name, decision]) => {
  if (!isGiven(decision.export) || !isSelected(name)) return []
  const table = tables.get(name)
  if (!table) return []
  return [
    {
      file: tableFileOf(getTableName(table)),
      read: name === 'profileViews' ? readViews : reader(name, table, givenColumns(decision)),
    },
  ]
})

function isSelected(name: string): name is GivenTable {
  return Object.hasOwn(selections, name)
}

type Raw = Record<string, unknown> & { pageKey: number }

function reader(name: GivenTable, table: SQLiteTable, given: readonly string[]): ExportSource['read'] {
  const { rows: isOwn, people = [], instead, change } = selections[name]
  const columns: Record<string, Column> = getTableColumns(table)
  // A person's id is read even where only what pages show of them is given.
  const names = [...new Set([...given, ...people, ...(name === 'photos' ? ['key'] : [])])]
  const limit = name === 'photos' ? photosPage : pageSize
  return async (context, after) => {
    const { db, memberId, now } = context
    const others = instead?.(memberId) ?? {}
    const selected = sql.join(
      names.map((column) => sql`${others[column] ?? columns[column]} as ${sql.identifier(column)}`),
      sql`, `,
    )
    const found = await db.all<Raw>(sql`
      select ${table}.rowid as pageKey, ${selected} from ${table}
      where ${and(isOwn(memberId, now), sql`${table}.rowid > ${Number(after ?? 0)}`)} order by ${table}.rowid limit ${limit}`)
    const read = found.map((row) => mapValues(row, columns))
    const shown = await withPeople(context, name, change ? read.map((row) => change(row, memberId)) : read, people)
    const next = found.length === limit ? String(found.at(-1)?.pageKey) : null
    if (name !== 'photos') return { rows: shown.map((row) => pick(row, given)), next }
    const photos = shown.map(({ id, key }) => ({ file: photoFile(String(id)), object: objectName(String(key), largest) }))
    return { rows: shown.map((row) => ({ ...pick(row, given), file: photoFile(String(row['id'])) })), photos, next }
  }
}

/** The name of a photo in the archive comes from its id alone. */
export const photoFile = (id: string) => `photos/${id}.webp`

function mapValues(row: Record<string, unknown>, columns: Readonly<Record<string, Column>>): ExportRow {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => {
      const column = columns[name]
      return column ? [[name, value === null ? null : column.mapFromDriverValue(value)]] : []
    }),
  )
}

const pick = (row: ExportRow, given: readonly string[]): ExportRow =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name === 'person' || given.includes(name)))

/** Blocked people are listed by name in the settings; a report made in an encounter names no one. */
async function withPeople(
  { db, memberId }: ExportContext,
  name: GivenTable,
  rows: ExportRow[],
  people: readonly string[],
): Promise<ExportRow[]> {
  if (people.length === 0) return rows
  const otherOf = (row: ExportRow) => {
    if (row['source'] === 'anonymous' || row['source'] === 'blind') return undefined
    return people.map((column) => row[column]).find((id) => id !== memberId)
  }
  const withBlocked = name === 'blocks' || name === 'reports'
  const shown = await findShownPeople(db, memberId, rows.map((row) => String(otherOf(row) ?? '')), { withBlocked }) // prettier-ignore
  return rows.map((row) => ({ ...row, person: shown.get(String(otherOf(row) ?? '')) ?? null }))
}

/** Views of the member's profile, as numbers per day (UTC). At most as many rows as days are kept. */
async function readViews({ db, memberId }: ExportContext): Promise<ExportPage> {
  const rows = await db.all<{ day: string; views: number }>(sql`
    select date(at / 1000, 'unixepoch') as day, sum(views) as views from ${schema.profileViews}
    where member_id = ${memberId} group by 1 order by 1 limit ${pageSize}`)
  return { rows, next: null }
}
