import { sql, type SQL } from 'drizzle-orm'
import { activeStates, isInOwnStateSql } from '#db/predicates/own-state.ts'
import { members } from '#db/schema.ts'
import { allowedPairs, type StaffAct } from './staff-acts.ts'

/**
 * SQL: `actorId` may do this, by the roles that both have while the statement runs. It also covers a role removed, or a
 * restriction imposed, between a request's guard and its statement. `subjectId`: SQL of the id of the person concerned, maybe
 * null; without it, the act concerns the site.
 */
export function mayActSql(act: StaffAct, actorId: string, subjectId?: SQL): SQL {
  const subject = subjectId
    ? sql`case when ${subjectId} = actor.id then 'oneself'
        else coalesce((select concerned.role from ${members} concerned where concerned.id = ${subjectId}), 'member') end`
    : sql`'site'`
  return sql`exists (select 1 from ${members} actor
    where actor.id = ${actorId} and ${isInOwnStateSql(activeStates, 'actor')}
      and actor.role || ' ' || ${subject} in (select value from json_each(${JSON.stringify(allowedPairs(act))})))`
}
