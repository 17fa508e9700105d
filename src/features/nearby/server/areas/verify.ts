import { sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { entriesSql } from '#db/entries.ts'
import { likes, profiles } from '#db/schema.ts'
import type { NearbyView } from '#features/nearby/contract.ts'
import { candidateColumns, mayMeetSql, meSql, type CandidateRow } from '../queries.ts'
import type { RankedPerson } from './ask.ts'

/** A chosen person whom D1 lets the viewer see. */
export type VerifiedRow = CandidateRow & { fits: 1; boostId: string | null }

/** Such a person without their card. */
export type PlaceRow = { placeId: string }

type Asked = { viewerId: string; view: NearbyView; now: number; people: readonly RankedPerson[]; limit: number }

/**
 * The first `limit` of these people whom D1 lets the viewer meet at this moment, in their order. It refuses those who may not be met
 * and goes on with the next. It reads about three rows for each person shown, one for each whom the viewer has decided about, and none of the others.
 */
export function verifyStatement(db: Database, { viewerId, view, now, at, people, limit }: Asked & { at: number }) {
  return db.all<VerifiedRow>(sql`
    with ${meSql(viewerId, now)}, ${listedSql(people)}
    select listed.id, listed.active_at as activeAt, ${candidateColumns(viewerId, at, 'q')}, 1 as fits, listed.boost_id as boostId
    ${allowedSql({ viewerId, view, now })} limit ${limit}`)
}

/** The same without cards: who would be on the page if no boost had displaced them. */
export function placesStatement(db: Database, { viewerId, view, now, people, limit }: Asked) {
  return db.all<PlaceRow>(sql`
    with ${meSql(viewerId, now)}, ${listedSql(people)} select listed.id as placeId ${allowedSql({ viewerId, view, now })} limit ${limit}`)
}

function listedSql(people: readonly RankedPerson[]) {
  const entries = people.map(({ id, activeAt, boostId, x, y }) => [id, activeAt, boostId, x, y])
  return sql`listed as (
      select value ->> 0 as id, value ->> 1 as active_at, value ->> 2 as boost_id, value ->> 3 as x, value ->> 4 as y
      from (${entriesSql(entries)}))`
}

/** `me` comes first: after the people, it would be a row for each of them. */
function allowedSql(seeking: Pick<Asked, 'viewerId' | 'view' | 'now'>) {
  return sql`from me cross join listed cross join ${profiles} q on q.member_id = listed.id
    where q.parent_x = listed.x and q.parent_y = listed.y and ${mayMeetSql(seeking, sql`listed.id`)}`
}

/** Those of these people who like the viewer; a row for each who does. */
export function likersStatement(db: Database, viewerId: string, ids: readonly string[], at: number) {
  return db.all<{ id: string }>(sql`
    select given.from_id as id from (${entriesSql(ids)}) listed cross join ${likes} given
      on given.from_id = listed.value and given.to_id = ${viewerId}
    where given.withdrawn_at is null and given.created_at <= ${at}`)
}
