import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findContractions, knownContractions, listContractions } from './contractions.ts'

const root = join(import.meta.dirname, '../..')

describe('tables only grow', () => {
  test('no migration takes away what the release before reads, in D1 or in an object', () => {
    const known = knownContractions.map(({ where, statement }) => ({ where, statement }))
    expect(listContractions(root)).toEqual(known)
  })

  test.each([
    ['ALTER TABLE `members` DROP COLUMN `locale`;', 'ALTER TABLE members DROP COLUMN locale'],
    ['alter table members\n  rename column a to b', 'alter table members rename column a to b'],
    ['ALTER TABLE members RENAME TO people;', 'ALTER TABLE members RENAME TO people'],
    ['DROP TABLE `__old_members`;', 'DROP TABLE __old_members'],
  ])('%s is found', (sql, statement) => {
    expect(findContractions(`CREATE TABLE a (b);\n${sql}`)).toEqual([statement])
  })

  test.each(['DROP INDEX `profiles_active`;', 'ALTER TABLE members ADD `drop_at` integer;', '-- what was dropped'])(
    '%s is none',
    (sql) => expect(findContractions(sql)).toEqual([]),
  )
})
