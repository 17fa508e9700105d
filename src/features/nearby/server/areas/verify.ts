import { sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { likes, profiles } from '#db/schema.ts'
import { peoplePerPage, type NearbyView } from '#features/nearby/contract.ts'
import { boostRank, compareRanks, likesYouRank, type RankKey } from '#features/nearby/rules.ts'
import { candidateColumns, mayMeetSql, meSql, type CandidateRow } from '../queries.ts'
import { mostLikes, receivedSql } from '../raised.ts'
import type { AreaWindow, PlacedPerson } from './ask.ts'

/** A person whom areas have chosen, in the order of the page. `boostId`: the boost that raises them. */
export type RankedPerson = PlacedPerson & { boostId: string | null }

/** Such a person whom D1 lets the viewer see. */
export type VerifiedRow = CandidateRow & { fits: 1; boostId: string | null }

type Ranking = {
  view: NearbyView
  /** The first window, which likes and boosts open. */
  isFirst: boolean
  /** The last position shown. */
  after: RankKey | null
  /** Those of the window who like the viewer. */
  likers: ReadonlySet<string>
}

/**
 * The people of a window in the order of the page, those already shown left out, and how many of them a page needs: one more than it
 * shows. Whom a boost has displaced is known only with everyone before the page, and as many behind it as there are boosts.
 */
export function rankPeople(window: AreaWindow, { view, isFirst, after, likers }: Ranking) {
  const isNeutral = view.order === 'neutral'
  const boostOf = new Map(window.boosted.map((person) => [person.id, person]))
  const boosted = isFirst && !isNeutral ? window.boosted : []
  const ranked: RankedPerson[] = [
    ...boosted.map((person) => ({ ...person, rank: person.rank + boostRank })),
    ...window.found.filter(({ id }) => !boostOf.has(id)).map((person) => ({ ...person, boostId: null })),
  ]
  const people = ranked
    .map((person) => (likers.has(person.id) && !isNeutral ? { ...person, rank: person.rank + likesYouRank } : person))
    .sort(compareRanks)
  if (boosted.length === 0 || (after && after.rank < boostRank))
    return { people: after ? people.filter((person) => compareRanks(after, person) < 0) : people, wanted: peoplePerPage + 1 }
  return { people, wanted: peoplePerPage + 1 + boosted.length + (after ? boosted.length + mostLikes : 0) }
}

type Verified = {
  viewerId: string
  view: NearbyView
  now: number
  at: number
  people: readonly RankedPerson[]
  limit: number
}

/**
 * The first of these people whom D1 lets the viewer meet at this moment, in their order. It refuses those who may not be met and goes
 * on with the next; those whose likes open the first window (`raisedStatement`) are left out. It reads a few rows for each person
 * shown or refused, and none of the others.
 */
export function verifyStatement(db: Database, { viewerId, view, now, at, people, limit }: Verified) {
  const entries = people.map(({ id, activeAt, boostId, x, y }) => [id, activeAt, boostId, x, y])
  const received = receivedSql(viewerId, view.order === 'neutral' ? 0 : mostLikes, at)
  return db.all<VerifiedRow>(sql`
    with ${meSql(viewerId, now)}, ${received}, listed as (
      select value ->> 0 as id, value ->> 1 as active_at, value ->> 2 as boost_id, value ->> 3 as x, value ->> 4 as y
      from json_each(${JSON.stringify(entries)}))
    select listed.id, listed.active_at as activeAt, ${candidateColumns(viewerId, at, 'q')}, 1 as fits, listed.boost_id as boostId
    from listed cross join me cross join ${profiles} q on q.member_id = listed.id
    where listed.id not in (select from_id from received where withdrawn_at is null) and q.parent_x = listed.x and q.parent_y = listed.y and ${mayMeetSql(view, now, sql`listed.id`)}
    limit ${limit}`)
}

/** Those of these people who like the viewer. */
export function likersStatement(db: Database, viewerId: string, ids: readonly string[], at: number) {
  return db.all<{ id: string }>(sql`
    select given.from_id as id from json_each(${JSON.stringify(ids)}) listed cross join ${likes} given
      on given.from_id = listed.value and given.to_id = ${viewerId}
    where given.withdrawn_at is null and given.created_at <= ${at}`)
}
