/** Writes a statement's parameters into its SQL, for tools that accept none. Text is quoted by SQLite's own rule. */
export function toSql({ sql, params }: { sql: string; params: readonly unknown[] }): string {
  let index = 0
  return `${sql.replace(/\?/g, () => literal(params[index++]))};`
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? '1' : '0'
  return `'${String(value).replaceAll("'", "''")}'`
}
