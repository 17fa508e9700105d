import { sql, type SQL } from 'drizzle-orm'

/**
 * A select of the values of a list: texts and numbers as they are, lists as JSON. For lists that every page sends: D1 counts, and charges,
 * each row of `json_each` as a row read, but not the constants by whose position the values are taken out of the one parameter.
 */
export function entriesSql(list: readonly (string | number | readonly unknown[])[]): SQL {
  if (list.length === 0) return sql`select null as value where 0`
  const positions = sql.raw(list.map((_, index) => `(${index})`).join(','))
  return sql`select ${JSON.stringify(list)} ->> column1 as value from (values ${positions})`
}
