import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'

const statements = readFileSync(new URL('migrations/0028_names_in_sight.sql', import.meta.url), 'utf8').split('--> statement-breakpoint') // prettier-ignore

/** Returns a member's name, and its copy in the profile, after the migration. */
function migrated(name: string, locale = 'en'): unknown {
  const database = new DatabaseSync(':memory:')
  database.exec('CREATE TABLE members (id, first_name, locale); CREATE TABLE profiles (member_id, first_name)')
  database.prepare('INSERT INTO members VALUES (1, ?, ?)').run(name, locale)
  database.prepare('INSERT INTO profiles VALUES (1, ?)').run(name)
  for (const statement of statements) database.exec(statement)
  const { own, copy } =
    database.prepare('SELECT m.first_name AS own, p.first_name AS copy FROM members m, profiles p').get() ?? {}
  expect(copy).toBe(own)
  return own
}

test.each(['\u3164', '\u115f\u1160', '\uffa0 \u3164', '\u3164\ufe0f', '\u3164\u034f'])('a name that cannot be seen gets a word: %j', (name) => {
  expect(migrated(name)).toBe('Somebody')
  expect(migrated(name, 'de')).toBe('Jemand')
  expect(migrated(name, 'fr')).toBe('Quelqu’un')
}) // prettier-ignore

test.each([
  [`A${'\u0335'.repeat(39)}`, 'A'],
  [`Z${'\u0300\u0316'.repeat(4)}oe`, 'Zoe'],
  [`Ann${'\u20dd'.repeat(3)}a`, 'Anna'],
  ['An\u3164na', 'Anna'],
  ['Anna\ufe0f', 'Anna'],
])('what covers others or cannot be seen is removed: %j', (name, kept) => expect(migrated(name)).toBe(kept))

test.each([
  'Anna',
  'Zoë',
  'Zoe\u0308',
  'Nguye\u0302\u0303n',
  'علی\u200cرضا',
  'عَبْدُ ٱللَّٰهِ',
  'အောင်မြင့်',
  '민준',
  '李〇',
  '𠮷田',
  'O’Brien',
  '',
])('any other name stays: %s', (name) => expect(migrated(name)).toBe(name))

test('every pattern is short enough for D1', () => {
  const patterns = statements.flatMap((statement) =>
    [...statement.matchAll(/GLOB '([^']+)'/g)].map(([, pattern = '']) => pattern),
  )
  expect(patterns.length).toBeGreaterThan(0)
  for (const pattern of patterns) expect(Buffer.byteLength(pattern)).toBeLessThanOrEqual(50)
})
