import { sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { areas } from '#db/schema.ts'
import { mayReach, nearParentsSql, parentOf, parentsAround } from '#features/location/server/public.ts'
import type { NearbyView } from '#features/nearby/contract.ts'
import type { SpokenLanguage } from '#features/profile/contract.ts'
import { spokenBy } from '#features/profile/server/public.ts'
import { looksEverywhere, reachOf } from '#features/nearby/rules.ts'
import { parseList } from '../json.ts'
import { meSql } from '../queries.ts'
import { mostLikes, receivedSql } from '../raised.ts'
import { parentsSql } from './parents.ts'
import type { Seeker } from './contract.ts'
import { keepLatest } from './keep-latest.ts'

/** An area within reach. `nextParts`: the number of objects into which it is being divided. */
export type NearArea = { x: number; y: number; parts: number; nextParts: number | null }

/**
 * What a list is chosen by: the viewer's facts, who likes them, and the areas within reach. `received`: the newest likes, which open
 * the list; `hasManyLikes`: there are earlier ones.
 */
export type Basis = { seeker: Seeker; received: string[]; hasManyLikes: boolean; areas: NearArea[] }

/** Of the row: lists are JSON; a withdrawn like is null. */
export type BasisRow = Omit<Seeker, 'interests' | 'languages' | 'hasPremium'> & {
  interests: string
  languages: string
  received: string
  hasPremium: 0 | 1
  areas: string
}

type Asked = { viewerId: string; view: NearbyView }
/** `at`: the list's clock, ms. */
type Clock = { now: number; at: number }

/**
 * One row, or none for somebody without a profile; without areas for the list of any distance. `last`: an earlier one, whose parents spare
 * the statement finding them; they are right unless the viewer has moved, which `hasMoved` notices.
 */
export function basisStatement(db: Database, { viewerId, view, now, at }: Asked & Clock, last: BasisRow | null = null) {
  const parents = last && parentsOf(last, view)
  const known = parentsSql(looksEverywhere(view) ? [] : (parents ?? []))
  const near = parents || looksEverywhere(view) ? sql`near(x, y) as (${known})` : nearParentsSql(reachOf(view))
  // The neutral order raises no one.
  const received = receivedSql(viewerId, view.order === 'neutral' ? 0 : mostLikes + 1, at)
  return db.all<BasisRow>(sql`
    with ${meSql(viewerId, now)}, ${near}
    select member_id as id, gender_mask as genderMask, seeks_mask as seeksMask, birth_date as birthDate, seeks_age_min as seeksAgeMin,
      seeks_age_max as seeksAgeMax, cell_x as cellX, cell_y as cellY, intent, interests, languages, quiz, premium as hasPremium,
      (select json_group_array(iif(withdrawn_at is null, from_id, null)) from (${received})) as received,
      (select json_group_array(json_array(a.parent_x, a.parent_y, a.parts, a.next_parts))
        from near cross join ${areas} a on a.parent_x = near.x and a.parent_y = near.y) as areas
    from me`)
}

/** True if the areas of `fresh` may be those around another place. */
export const hasMoved = (known: BasisRow, fresh: BasisRow) => known.cellX !== fresh.cellX || known.cellY !== fresh.cellY

function parentsOf({ cellX: x, cellY: y }: BasisRow, view: NearbyView): { x: number; y: number }[] | null {
  return x === null || y === null ? null : parentsAround(parentOf({ x, y }), reachOf(view))
}

/** `page`: the language of the page that shows the list. */
export function toBasis(row: BasisRow, page: SpokenLanguage): Basis {
  const { interests, languages, received, hasPremium, areas: near, ...facts } = row
  const likes: unknown = JSON.parse(received)
  const newest = Array.isArray(likes) ? likes.slice(0, mostLikes) : []
  return {
    seeker: {
      ...facts,
      interests: parseList(interests),
      languages: spokenBy(parseList(languages), page),
      hasPremium: hasPremium === 1,
    },
    received: newest.filter((id) => typeof id === 'string'),
    hasManyLikes: Array.isArray(likes) && likes.length > mostLikes,
    areas: parseAreas(near),
  }
}

/** The areas that a view can reach: around its distance, the corners of the square of parents are left out. */
export function nearAreas(row: BasisRow, { within }: NearbyView): NearArea[] {
  const { cellX: x, cellY: y } = row
  return parseAreas(row.areas).filter((area) => within === null || x === null || y === null || mayReach({ x, y }, area, within))
}

function parseAreas(json: string): NearArea[] {
  const value: unknown = JSON.parse(json)
  if (!Array.isArray(value)) return []
  return value.flatMap((entry: unknown) => {
    const [x, y, parts, nextParts]: unknown[] = Array.isArray(entry) ? entry : []
    if (typeof x !== 'number' || typeof y !== 'number' || typeof parts !== 'number') return []
    return [{ x, y, parts, nextParts: typeof nextParts === 'number' ? nextParts : null }]
  })
}

/** Bases of the lists that this isolate has shown, the latest last. */
const recent = new Map<string, BasisRow>()
const mostRecent = 1000

const keyOf = ({ viewerId, view }: Asked) => `${viewerId} ${reachOf(view)} ${view.order}`

/**
 * The last known basis, or undefined. A list may begin with it, because the page's own batch reads it again: after a change the list
 * is made again.
 */
export const recentBasis = (asked: Asked) => recent.get(keyOf(asked))

export const keepBasis = (row: BasisRow, asked: Asked) => keepLatest(recent, keyOf(asked), row, mostRecent)

export const isSameBasis = (one: BasisRow, other: BasisRow): boolean => JSON.stringify(one) === JSON.stringify(other)
