import { sql, type SQL } from 'drizzle-orm'
import { withdrawnTieMs } from '#shared/text/tie.ts'

/**
 * What an upsert of a like sets for its tie. `since`: when its day began. A line is the first one of its day. A tie from before moves to
 * the earlier ones, and so does one of the same day without a line if another takes its place, so that giving a like again removes no
 * evidence. Of a day each thing moves once: a like can be given and withdrawn all day, and the row must not grow with that.
 */
export function renewTieSql(since: number): SQL {
  const keeps = sql`likes.line is not null and likes.created_at >= ${since}`
  const isReplaced = sql`likes.line is null and (likes.tie_kind is not excluded.tie_kind or likes.tie_ref is not excluded.tie_ref)`
  const hasMoved = sql`exists (select 1 from json_each(likes.earlier_ties) where value ->> 'kind' = likes.tie_kind
    and value ->> 'ref' = likes.tie_ref and value ->> 'givenAt' >= ${since})`
  const moves = sql`likes.tie_kind is not null and (likes.created_at < ${since} or (${isReplaced} and not ${hasMoved}))`
  const column = (name: 'tie_kind' | 'tie_ref' | 'line') =>
    sql`${sql.raw(name)} = case when ${keeps} then likes.${sql.raw(name)} else excluded.${sql.raw(name)} end`
  return sql`${column('tie_kind')}, ${column('tie_ref')}, ${column('line')},
    earlier_ties = case when ${moves} then json_insert(coalesce(likes.earlier_ties, '[]'), '$[#]', json_object('kind', likes.tie_kind,
      'ref', likes.tie_ref, 'line', likes.line, 'givenAt', likes.created_at, 'withdrawnAt', likes.withdrawn_at))
      else likes.earlier_ties end,
    earlier_until = case when ${moves} then coalesce(likes.earlier_until, likes.withdrawn_at + ${withdrawnTieMs})
      else likes.earlier_until end`
}
