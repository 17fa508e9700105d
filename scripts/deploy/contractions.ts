import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A statement that takes away what the release before may still read. `where`: its file, from the project's root. */
export type Contraction = { where: string; statement: string }

/**
 * Contractions that may stand. While a release goes out, and after a way back, the version before reads the same tables: so a
 * column is first no longer read, then a release later dropped, and only then listed here with that release.
 */
export const knownContractions: readonly (Contraction & { notReadSince: string })[] = [
  {
    where: 'src/features/member-hub/server/schema.ts',
    statement: 'ALTER TABLE notifications DROP COLUMN payload',
    notReadSince: 'before the first release',
  },
  {
    where: 'src/features/member-hub/server/schema.ts',
    statement: 'ALTER TABLE inbox RENAME COLUMN unread_seqs TO unread_ranges',
    notReadSince: 'before the first release',
  },
]

/** An index may go: without it the version before is slower, and right. */
const contraction = /\b(?:ALTER\s+TABLE\s+\S+\s+(?:DROP|RENAME)\b|DROP\s+TABLE\b)[^;`]*/gi

/** The contractions in the SQL of a text. Quotes around names and white space do not count. */
export function findContractions(text: string): string[] {
  return [...text.replaceAll(/(?<=[\s(])`(\w+)`/g, '$1').matchAll(contraction)].map(([statement]) =>
    statement.replaceAll(/\s+/g, ' ').trim(),
  )
}

/** All of D1's migrations and the objects' own tables. */
export function listContractions(root: string): Contraction[] {
  const migrations = readdirSync(join(root, 'src/db/migrations')).map((name) => join('src/db/migrations', name))
  const schemas = readdirSync(join(root, 'src/features'), { recursive: true, encoding: 'utf8' }).map((name) =>
    join('src/features', name),
  )
  const files = [...migrations.filter((path) => path.endsWith('.sql')), ...schemas.filter((path) => path.endsWith('schema.ts'))]
  return files
    .toSorted()
    .flatMap((where) => findContractions(readFileSync(join(root, where), 'utf8')).map((statement) => ({ where, statement })))
}
