import { givenColumns } from '#features/personal-data/server/decision.ts'
import { hubTables } from '#features/personal-data/server/object-tables.ts'
import type { HubTable, StoredRow, StoredRows } from '#shared/realtime/stored-rows.ts'

const pageSize = 200

/** The key by which a table is read in pages, and the rows that its member's pages show. */
const tables: Record<HubTable, { key: string; where: string }> = {
  // A conversation with somebody who is away is not listed.
  inbox: { key: 'conversation', where: 'hidden = 0' },
  notifications: { key: 'id', where: '1' },
  preferences: { key: 'id', where: '1' },
  bookings: { key: 'slot', where: '1' },
  talk_languages: { key: 'id', where: '1' },
}

/**
 * Returns a page of a table for the member's export, with the columns that the register gives. `person`: the member that the row is
 * about, of whom only what pages show may be given.
 */
export function exportRows(sql: SqlStorage, table: HubTable, after: string | null): StoredRows {
  const { key, where } = tables[table]
  const person = table === 'notifications' ? ', from_id AS person' : ''
  const found = sql
    .exec<StoredRow>(
      `SELECT ${columnsOf(table).join(', ')}, CAST(${key} AS TEXT) AS page_key${person} FROM ${table}
       WHERE ${where} AND (?1 IS NULL OR ${key} > CAST(?1 AS ${key === 'slot' ? 'INTEGER' : 'TEXT'})) ORDER BY ${key} LIMIT ?2`,
      after,
      pageSize,
    )
    .toArray()
  const last = found.length === pageSize ? found.at(-1)?.['page_key'] : undefined
  const rows = found.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'page_key')))
  return { rows, next: last === undefined ? null : String(last) }
}

function columnsOf(table: HubTable): string[] {
  const decision = hubTables[table]
  return decision ? givenColumns(decision) : []
}
