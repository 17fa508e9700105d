import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { d1Tables } from '#features/personal-data/server/d1-tables.ts'
import { givenColumns, type TableDecision } from '#features/personal-data/server/decision.ts'
import { conversationTables, hubTables } from '#features/personal-data/server/object-tables.ts'
import { locales } from '#shared/i18n/locales.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { fieldNames, fieldTitle } from './field-titles.ts'

const tables: TableDecision[] = [d1Tables, conversationTables, hubTables].flatMap((set) => Object.values(set))
/** What the export adds to rows: who a row is about, the file of a photo, the day of profile views. */
const added = ['person', 'file', 'day']

describe('the fields of an export', () => {
  it('are the columns that the register gives, and what the export adds', () => {
    expect(fieldNames.toSorted()).toEqual([...new Set([...tables.flatMap(givenColumns), ...added])].toSorted())
  })

  it.each(locales.map(({ code }) => code))('have titles in %s, none of which is a name of the data files', (code) => {
    const messages = { export: JSON.parse(readFileSync(`locales/${code}/export.json`, 'utf8')) }
    const onMissing = (key: string) => {
      throw new Error(`missing: ${key}`)
    }
    const { t } = createTranslator(code, messages, { timeZone: 'UTC', onMissing })
    const names: ReadonlySet<string> = new Set(fieldNames)
    expect(fieldNames.filter((name) => names.has(fieldTitle(t, name)))).toEqual([])
  })

  it('that have no title are shown by their names', () => {
    expect(fieldTitle((key) => key, 'unheardOf')).toBe('unheardOf')
  })
})
