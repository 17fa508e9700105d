import { and, desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { members, profiles } from '#db/schema.ts'
import { notBlockedSql } from '#features/blocks/server/public.ts'
import { portraitSql } from '#features/photos/server/public.ts'
import type { ConversationStage } from '#shared/realtime/wire.ts'

/** Conversations of one page; a member who has more finds the older ones by their address. */
const mostPartners = 200

/**
 * The one place that defines who may be in which conversation: rows of conversation, other member, time and stage for `viewerId`.
 * A match opens a conversation, and so does an accepted request. A waiting request appears on both sides; the sender of a
 * declined one sees it as waiting. A match, active or ended, overrules the request before it.
 */
function talksOf(viewerId: string, conversation?: string): SQL {
  const only = (column: SQL) => (conversation === undefined ? sql`` : sql`and ${column} = ${conversation}`)
  return sql`(
    select conversation_id as conversation, case when low_id = ${viewerId} then high_id else low_id end as other,
      matched_at as since, 'open' as stage
    from pairs
    where (low_id = ${viewerId} or high_id = ${viewerId}) and unmatched_at is null ${only(sql`conversation_id`)}
    union all
    select conversation_id, case when from_id = ${viewerId} then to_id else from_id end, sent_at,
      case when state = 'accepted' then 'open' else 'outgoing' end
    from chat_requests
    where ((from_id = ${viewerId} and state in ('waiting', 'accepted', 'declined')) or (to_id = ${viewerId} and state = 'accepted'))
      and ${hasNoPair} ${only(sql`conversation_id`)}
    union all
    ${incomingOf(viewerId)} ${only(sql`conversation_id`)}
  ) as talk`
}

const hasNoPair = sql`not exists (select 1 from pairs p where p.conversation_id = chat_requests.conversation_id)`

/** The part of it that a list of requests needs. */
function incomingOf(viewerId: string): SQL {
  return sql`select conversation_id as conversation, from_id as other, sent_at as since, 'incoming' as stage
    from chat_requests where to_id = ${viewerId} and state = 'waiting' and ${hasNoPair}`
}

/** True when both are reachable: neither has left, is restricted or has blocked the other. Paused members stay. */
const canMeet = (viewerId: string) =>
  and(inArray(members.state, ['complete', 'paused']), notBlockedSql(sql`${viewerId}`, sql`${members.id}`))

/** Lists the partners of a tab's conversations, newest first. */
export function partnersStatement(db: Database, viewerId: string, tab: 'inbox' | 'requests' = 'inbox') {
  const talks = tab === 'requests' ? sql`(${incomingOf(viewerId)}) as talk` : talksOf(viewerId)
  const isOfTab = tab === 'requests' ? undefined : sql`talk.stage <> 'incoming'`
  return partnersOf(db, viewerId, talks, isOfTab)
    .orderBy(desc(sql`talk.since`))
    .limit(mostPartners)
}

/**
 * Returns the partner of one conversation; no row when it is not one of `viewerId`'s. The row has the sources of a profile's age
 * and distance, which never leave the server.
 */
export function partnerStatement(db: Database, viewerId: string, conversation: string) {
  const ownCell = (column: 'cell_x' | 'cell_y') =>
    sql<number | null>`(select own.${sql.raw(column)} from profiles own where own.member_id = ${viewerId})`
  return db
    .select({
      ...partnerColumns,
      isShown: profiles.discoverable,
      birthDate: profiles.birthDate,
      cellX: profiles.cellX,
      cellY: profiles.cellY,
      ownCellX: ownCell('cell_x').as('own_cell_x'),
      ownCellY: ownCell('cell_y').as('own_cell_y'),
    })
    .from(talksOf(viewerId, conversation))
    .innerJoin(members, eq(members.id, sql`talk.other`))
    .leftJoin(profiles, eq(profiles.memberId, members.id))
    .where(canMeet(viewerId))
    .limit(1)
}

/** Returns the partners of these conversations, as far as they are `viewerId`'s and open. */
export function partnersAmongStatement(db: Database, viewerId: string, conversations: readonly string[]) {
  const isWanted = sql`talk.stage = 'open' and talk.conversation in (select value from json_each(${JSON.stringify(conversations)}))`
  return partnersOf(db, viewerId, talksOf(viewerId), isWanted)
}

/**
 * SQL of the other member of a conversation that is open now, where either may do something new to the other: neither is paused,
 * restricted or gone, or has blocked the other. Null everywhere else.
 */
export const talkPartnerSql = (viewerId: string, conversation: string): SQL<string | null> => sql<string | null>`(
  select talk.other from ${talksOf(viewerId, conversation)}
  inner join members them on them.id = talk.other inner join members me on me.id = ${viewerId}
  where talk.stage = 'open' and them.state = 'complete' and me.state = 'complete'
    and ${notBlockedSql(sql`${viewerId}`, sql`them.id`)})`

/** Counts the requests of others that wait for `viewerId`. */
export function requestCountStatement(db: Database, viewerId: string) {
  return db
    .select({ requests: sql<number>`count(*)`.as('requests') })
    .from(sql`(${incomingOf(viewerId)}) as talk`)
    .innerJoin(members, eq(members.id, sql`talk.other`))
    .where(canMeet(viewerId))
}

const partnerColumns = {
  conversation: sql<string>`talk.conversation`.as('conversation'),
  memberId: members.id,
  firstName: members.firstName,
  avatar: portraitSql().as('portrait'),
  since: sql<number>`talk.since`.as('since'),
  stage: sql<ConversationStage>`talk.stage`.as('stage'),
}

function partnersOf(db: Database, viewerId: string, talks: SQL, isWanted?: SQL) {
  return db
    .select(partnerColumns)
    .from(talks)
    .innerJoin(members, eq(members.id, sql`talk.other`))
    .leftJoin(profiles, eq(profiles.memberId, members.id))
    .where(and(isWanted, canMeet(viewerId)))
}
