import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A statement that removes what the previous release may still read. `where`: its file, from the project's root. */
export type Contraction = { where: string; statement: string }

/**
 * Permitted contractions. During a release, and after a rollback, the previous version reads the same tables. So first the code
 * stops reading a column, a release later the column is dropped, and only then is it listed here with that release.
 */
export const knownContractions: readonly (Contraction & { notReadSince: string })[] = [
  {
    where: 'src/db/migrations/0041_area_languages.sql',
    statement: 'DROP TRIGGER area_profile_changed',
    notReadSince: 'its next statement, which makes it for two columns more',
  },
  {
    where: 'src/objects/member-hub/schema.ts',
    statement: 'ALTER TABLE notifications DROP COLUMN payload',
    notReadSince: 'before the first release',
  },
  {
    where: 'src/objects/member-hub/schema.ts',
    statement: 'ALTER TABLE inbox RENAME COLUMN unread_seqs TO unread_ranges',
    notReadSince: 'before the first release',
  },
  ...[
    'DROP TRIGGER search_texts_added',
    'DROP TRIGGER search_texts_changed',
    'DROP TRIGGER search_texts_removed',
    'DROP TABLE search',
  ].map((statement) => ({
    where: 'src/objects/member-hub/schema.ts',
    statement,
    notReadSince: 'before the first release',
  })),
]

/** White space and comments between the words of a statement. */
const gap = String.raw`(?:\s|--.*\n|/\*[\s\S]*?\*/)+`
/** A name as SQLite accepts it, with its schema's: bare, or in quotes of any kind with spaces in it. */
const name = String.raw`(?:"[^"]*"|\`[^\`]*\`|\[[^\]]*\]|[^\s"\`[])+`
/** An index may be dropped: without it the previous version is slower, but correct. Views are read, and triggers relied upon. */
const contraction = new RegExp(
  String.raw`\b(?:ALTER${gap}TABLE${gap}${name}${gap}(?:DROP|RENAME)\b|DROP${gap}(?:TABLE|VIEW|TRIGGER)\b)[^;\`]*`,
  'gi',
)

/** The contractions in an SQL text. Quotes around names and white space do not matter. */
export function findContractions(text: string): string[] {
  return [...text.replaceAll(/(?<=[\s(])`(\w+)`/g, '$1').matchAll(contraction)].map(([statement]) =>
    statement.replaceAll(/\s+/g, ' ').trim(),
  )
}

/**
 * The contractions of D1's migrations and of the objects' own tables. All sources are read, because a schema may be in any file.
 */
export function listContractions(root: string): Contraction[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:sql|tsx?)$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => join('src', path))
    .toSorted()
    .flatMap((where) => findContractions(readFileSync(join(root, where), 'utf8')).map((statement) => ({ where, statement })))
}
