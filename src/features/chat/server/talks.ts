import { sql, type SQL } from 'drizzle-orm'

/**
 * The one definition of who may be in which conversation: rows of conversation, other member, time, stage and whether the two
 * are matched, for `viewerId`. A match opens a conversation, and so does an accepted request. A pending request appears to both; to
 * its sender, a declined one still looks pending. A match, active or ended, overrides the request before it.
 */
export function talksOf(viewerId: string, conversation?: string): SQL {
  const only = (column: SQL) => (conversation === undefined ? sql`` : sql`and ${column} = ${conversation}`)
  return sql`(
    select conversation_id as conversation, case when low_id = ${viewerId} then high_id else low_id end as other,
      matched_at as since, 'open' as stage, 1 as matched
    from pairs
    where (low_id = ${viewerId} or high_id = ${viewerId}) and unmatched_at is null ${only(sql`conversation_id`)}
    union all
    select conversation_id, case when from_id = ${viewerId} then to_id else from_id end, sent_at,
      case when state = 'accepted' then 'open' else 'outgoing' end, 0
    from chat_requests
    where ((from_id = ${viewerId} and state in ('waiting', 'accepted', 'declined')) or (to_id = ${viewerId} and state = 'accepted'))
      and ${hasNoPair} ${only(sql`conversation_id`)}
    union all
    ${incomingOf(viewerId)} ${only(sql`conversation_id`)}
  ) as talk`
}

const hasNoPair = sql`not exists (select 1 from pairs p where p.conversation_id = chat_requests.conversation_id)`

/** The subset that a list of requests needs. */
export function incomingOf(viewerId: string): SQL {
  return sql`select conversation_id as conversation, from_id as other, sent_at as since, 'incoming' as stage, 0 as matched
    from chat_requests where to_id = ${viewerId} and state = 'waiting' and ${hasNoPair}`
}
