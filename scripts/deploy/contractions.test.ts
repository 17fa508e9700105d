import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findContractions, knownContractions, listContractions } from './contractions.ts'

const root = join(import.meta.dirname, '../..')

describe('tables only grow', () => {
  test('no migration takes away what the release before reads, in D1 or in an object', () => {
    const known = knownContractions.map(({ where, statement }) => ({ where, statement }))
    expect(listContractions(root)).toEqual(known)
  })

  test('are found wherever a schema stands, and not in tests', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kismet-contractions-'))
    const files = [
      'db/migrations/0001_a.sql',
      'features/a/server/any.ts',
      'server/objects/tables.ts',
      'features/a/server/any.test.ts',
    ]
    for (const path of files) {
      mkdirSync(dirname(join(folder, 'src', path)), { recursive: true })
      writeFileSync(join(folder, 'src', path), `DROP TABLE of_${path.length};`)
    }
    const found = listContractions(folder)
    rmSync(folder, { recursive: true })
    expect(found).toEqual(files.slice(0, 3).map((path) => ({ where: `src/${path}`, statement: `DROP TABLE of_${path.length}` })))
  })

  test.each([
    ['ALTER TABLE `members` DROP COLUMN `locale`;', 'ALTER TABLE members DROP COLUMN locale'],
    ['alter table members\n  rename column a to b', 'alter table members rename column a to b'],
    ['ALTER TABLE members RENAME TO people;', 'ALTER TABLE members RENAME TO people'],
    ['DROP TABLE `__old_members`;', 'DROP TABLE __old_members'],
    ['alter table "a b" drop column x', 'alter table "a b" drop column x'],
    ['ALTER TABLE main."a b" DROP x', 'ALTER TABLE main."a b" DROP x'],
    ['ALTER TABLE [a b] RENAME TO c', 'ALTER TABLE [a b] RENAME TO c'],
    ['ALTER TABLE `a b` DROP COLUMN x', 'ALTER TABLE `a b` DROP COLUMN x'],
    ['ALTER TABLE ${table} DROP COLUMN x', 'ALTER TABLE ${table} DROP COLUMN x'],
    ['ALTER TABLE a -- not read since June\n DROP COLUMN x', 'ALTER TABLE a -- not read since June DROP COLUMN x'],
    ['DROP/* at last */TABLE a', 'DROP/* at last */TABLE a'],
    ['drop view if exists "a b"', 'drop view if exists "a b"'],
    ['DROP TRIGGER b', 'DROP TRIGGER b'],
  ])('%s is found', (sql, statement) => {
    expect(findContractions(`CREATE TABLE a (b);\n${sql}`)).toEqual([statement])
  })

  test.each([
    'DROP INDEX `profiles_active`;',
    'drop index if exists "a b"',
    'ALTER TABLE members ADD `drop_at` integer;',
    'ALTER TABLE "drop" ADD a TEXT',
    '-- what was dropped',
  ])('%s is none', (sql) => expect(findContractions(sql)).toEqual([]))
})
