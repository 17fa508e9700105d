import { sql, type SQL } from 'drizzle-orm'

/** Each character is one of SQLite's, and the last one is no space, which would be taken for padding. */
const isAscii = (text: string) => /^[\x20-\x7e]*[\x21-\x7e]$/.test(text)

/**
 * A select of the values of a list: texts as they are, lists as JSON. For lists that every page sends: D1 counts, and charges, each row of
 * `json_each` as a row read, but not the constants by which the values are cut out of the one parameter, each as wide as the longest.
 * Taken out of JSON, every use of a value would read the whole list again.
 */
export function entriesSql(list: readonly (string | readonly unknown[])[]): SQL {
  const texts = list.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry)))
  if (!texts.every(isAscii)) return sql`select value from json_each(${JSON.stringify(list)})`
  if (texts.length === 0) return sql`select null as value where 0`
  const width = Math.max(...texts.map(({ length }) => length))
  const starts = sql.raw(texts.map((_, index) => `(${index * width + 1})`).join(','))
  const joined = texts.map((text) => text.padEnd(width)).join('')
  return sql`select rtrim(substr(${joined}, column1, ${sql.raw(String(width))})) as value from (values ${starts})`
}
