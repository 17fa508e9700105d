import { sql, type SQL } from 'drizzle-orm'
import { favourites } from '../schema.ts'

/** SQL: `memberSql` is a favourite of `ownerSql`; a column for other lists. */
export function isFavouriteSql(ownerSql: SQL, memberSql: SQL): SQL<number> {
  return sql`exists (select 1 from ${favourites} where owner_id = ${ownerSql} and member_id = ${memberSql})`
}
