import { readFileSync } from 'node:fs'
import { getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { describe, expect, it, vi } from 'vitest'
import { conversationSchema } from '#objects/conversation/conversation-schema.ts'
import { encounterSchema } from '#objects/encounter/encounter-schema.ts'
import { matchmakerSchema } from '#objects/matchmaker/matchmaker-schema.ts'
import { hubSchema } from '#objects/member-hub/schema.ts'
import * as schema from './schema.ts'

// The hub's schema comes with a part that only the Workers runtime has a base for.
vi.mock('cloudflare:workers', () => ({ RpcTarget: Object }))

const sections = readFileSync(`${import.meta.dirname}/../../docs/data.md`, 'utf8').split(/^## /m)

/** The rows of one section's table, as cells. */
function rowsOf(title: string): string[][] {
  const section = sections.find((text) => text.startsWith(title)) ?? ''
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').slice(1, -1).map((cell) => cell.trim())) // prettier-ignore
}

const namesOf = (title: string) => rowsOf(title).map(([name]) => name?.replaceAll('`', '') ?? '')
const created = (steps: readonly string[]) => [
  ...new Set([...steps.join('\n').matchAll(/CREATE (?:VIRTUAL )?TABLE (?:IF NOT EXISTS )?(\w+)/g)].map((found) => found[1])),
]

describe('docs/data.md', () => {
  it('lists exactly the tables of D1', () => {
    const tables = Object.values(schema).filter((value) => is(value, SQLiteTable)).map((table) => getTableName(table)) // prettier-ignore
    expect(namesOf('D1').sort()).toEqual(tables.sort())
  })

  it('lists exactly the tables of each object', () => {
    expect(namesOf('Conversation').sort()).toEqual(created(conversationSchema).sort())
    expect(namesOf('Encounter').sort()).toEqual(created(encounterSchema).sort())
    expect(namesOf('Matchmaker').sort()).toEqual(created(matchmakerSchema).sort())
    expect(namesOf('MemberHub').sort()).toEqual(created(hubSchema).sort())
  })

  it('says of every table how long it is kept, and what export and purge do with it', () => {
    for (const title of ['D1', 'Conversation', 'Encounter', 'Matchmaker', 'MemberHub']) {
      for (const row of rowsOf(title)) {
        expect(row, row[0]).toHaveLength(6)
        expect(
          row.every((cell) => cell !== ''),
          row[0],
        ).toBe(true)
        expect(row[4], row[0]).toMatch(/^(yes|no)\b/)
      }
    }
  })
})
