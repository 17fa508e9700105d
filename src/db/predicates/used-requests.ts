import { sql, type SQL } from 'drizzle-orm'

/** SQL: how many requests a member has sent since a time: first messages, and lines with likes. */
export function usedRequestsSql(memberId: string, since: number): SQL<number> {
  return sql<number>`((select count(*) from chat_requests where from_id = ${memberId} and sent_at >= ${since})
    + (select count(*) from likes where from_id = ${memberId} and created_at >= ${since} and line is not null))`
}

/** SQL: the times of lines with likes that may still count, as JSON. */
export function lineTimesSql(memberId: string, since: number): SQL<string> {
  return sql<string>`(select json_group_array(created_at) from likes
    where from_id = ${memberId} and created_at >= ${since} and line is not null)`
}
