import { sql, type SQL } from 'drizzle-orm'
import { chatRequests, members, pairs, profiles } from '../schema.ts'
import { conversationOfSql } from './conversation-of.ts'
import { notBlockedSql } from './not-blocked.ts'

/**
 * SQL: the viewer can meet somebody else through a visible profile, or in an open or requested conversation, even while that
 * profile is paused. Absent, restricted, deleted and blocked people never count. `other` is SQL of an id.
 */
export function canMeetSql(viewerId: string, other: SQL): SQL {
  const conversation = conversationOfSql(viewerId, other)
  return sql`(${other} <> ${viewerId}
    and exists (select 1 from ${members} where id = ${other} and state in ('complete', 'paused'))
    and ${notBlockedSql(sql`${viewerId}`, other)}
    and (exists (select 1 from ${profiles} where member_id = ${other} and discoverable = 1)
      or exists (select 1 from ${pairs} where conversation_id = ${conversation} and unmatched_at is null)
      or (not exists (select 1 from ${pairs} where conversation_id = ${conversation})
        and exists (select 1 from ${chatRequests} where conversation_id = ${conversation}
          and (state in ('waiting', 'accepted') or (state = 'declined' and from_id = ${viewerId}))))))`
}
