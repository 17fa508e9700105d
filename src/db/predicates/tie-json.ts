import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'

/**
 * SQL of a tie as JSON, with only that of the liked member's profile to which it refers: `readTie` turns it into what a reader sees.
 * `like` and `owner`: the tables' names or aliases in the statement.
 */
export function tieJsonSql(like: string, owner: string, more = ''): SQL {
  return sql.raw(`json_object(${more}'tieKind', ${like}.tie_kind, 'tieRef', ${like}.tie_ref, 'line', ${like}.line,
    'thing', case ${like}.tie_kind
      when 'photo' then (select key from photos where id = ${like}.tie_ref and member_id = ${like}.to_id and state = 'approved')
      when 'answer' then ${owner}.prompt_answers else ${owner}.about end,
    'thingVisibility', case ${like}.tie_kind when 'about' then ${owner}.visibility end)`)
}

/**
 * SQL of a JSON array: what the likes of two who like each other are tied to. The statement around it decides that the viewer may see
 * the other. The index has no entry of a plain like, so two plain ones cost no row.
 */
export function pairTiesSql(viewerId: string, other: string | SQLWrapper): SQL<string> {
  const more = "'giverId', tied.from_id, 'ownerId', tied.to_id, 'givenAt', tied.created_at, "
  return sql<string>`(select json_group_array(${tieJsonSql('tied', 'owner', more)})
    from (select ${viewerId} as giver, ${other} as liked union all select ${other}, ${viewerId}) way
    cross join likes tied indexed by likes_tied on tied.from_id = way.giver and tied.to_id = way.liked and tied.tie_kind is not null
    cross join profiles owner on owner.member_id = tied.to_id
    where tied.withdrawn_at is null and exists (
      select 1 from likes back where back.from_id = tied.to_id and back.to_id = tied.from_id and back.withdrawn_at is null))`
}
