import { sql, type SQL } from 'drizzle-orm'
import { usedRequestsSql } from '#db/predicates/used-requests.ts'
import { requestsPerDay } from '#features/chat/contract.ts'
import type { LikeWrite } from '../queries.ts'
import type { RequestedTie } from './requested-tie.ts'

type Write = Pick<LikeWrite, 'fromId' | 'toId' | 'now' | 'since'>

/** SQL: the thing can be seen by every member. A hidden one and one that does not exist are the same. */
export const isThingSql = (toId: string, { kind, ref, revision }: RequestedTie): SQL =>
  kind === 'photo'
    ? sql`exists (select 1 from photos where id = ${ref} and member_id = ${toId} and state = 'approved')`
    : sql`exists (select 1 from profiles where member_id = ${toId} and revision = ${revision})`

/** SQL: the pair's like had a line on this day; it keeps that one, which was counted. */
const hadLineSql = ({ fromId, toId, since }: Write) =>
  sql`exists (select 1 from likes where from_id = ${fromId} and to_id = ${toId} and line is not null and created_at >= ${since})`

/** SQL: a like with this tie may be written. */
export function mayTieSql(write: Write, tie: RequestedTie | null): SQL {
  if (!tie) return sql`1`
  const isThing = isThingSql(write.toId, tie)
  if (tie.line === null) return isThing
  const isLeft = sql`${usedRequestsSql(write.fromId, write.since)} < ${requestsPerDay}`
  return sql`${isThing} and (${isLeft} or ${hadLineSql(write)})`
}

/** For a refused like: whether its thing is there, and how many requests are used up. */
export const refusalColumnsSql = (write: Write, tie: RequestedTie | null): SQL =>
  tie
    ? sql`, (${isThingSql(write.toId, tie)}) as isThing, ${usedRequestsSql(write.fromId, write.since)} as requests`
    : sql`, 1 as isThing, 0 as requests`
