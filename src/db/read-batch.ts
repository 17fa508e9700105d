import type { BatchItem } from 'drizzle-orm/batch'
import type { Database } from './database.ts'

type Statement = BatchItem<'sqlite'>
type Asked = Record<string, Statement | readonly Statement[] | null>

/** The rows of one statement, of several in order, or null if nothing was requested. */
type Answer<Entry> = Entry extends readonly Statement[]
  ? { -readonly [Index in keyof Entry]: Entry[Index] extends Statement ? Entry[Index]['_']['result'] : never }
  : Entry extends Statement
    ? Entry['_']['result']
    : null

/** Reads the named statements in one batch and returns their rows by name. Sends nothing when there is no statement. */
export async function readBatch<const A extends Asked>(
  db: Pick<Database, 'batch'>,
  asked: A,
): Promise<{ [Name in keyof A]: Answer<A[Name]> }> {
  const [head, ...rest] = Object.values(asked).flatMap((entry) => entry ?? [])
  const results: unknown[] = head ? [...(await db.batch([head, ...rest]))] : []
  let next = 0
  const take = (entry: Asked[string]): unknown => {
    if (entry === null) return null
    return isList(entry) ? entry.map(() => results[next++]) : results[next++]
  }
  const answers = Object.entries(asked).map(([name, entry]) => [name, take(entry)])
  // D1 answers in the order of the statements, which is that of the names.
  return Object.fromEntries(answers) as { [Name in keyof A]: Answer<A[Name]> }
}

function isList(entry: Statement | readonly Statement[]): entry is readonly Statement[] {
  return Array.isArray(entry)
}
