import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { areas, likes } from '#db/schema.ts'
import { nearParentsSql, parentOf, parentsAround } from '#features/location/server/public.ts'
import type { NearbyView } from '#features/nearby/contract.ts'
import { reachOf } from '#features/nearby/rules.ts'
import { parseList } from '../json.ts'
import { meSql } from '../queries.ts'
import { mostLikes } from '../raised.ts'
import type { Seeker } from './contract.ts'

type Reach = Pick<NearbyView, 'within'>

/** An area within reach. `nextParts`: the number of objects into which it is being divided. */
export type NearArea = { x: number; y: number; parts: number; nextParts: number | null }

/** What a list is chosen by: the viewer's facts, and the areas within reach. `hasManyLikes`: more than open one list. */
export type Basis = { seeker: Seeker; languages: string[]; hasManyLikes: boolean; areas: NearArea[] }

/** Of the row: lists are JSON. */
export type BasisRow = Omit<Seeker, 'interests' | 'hasPremium'> & {
  interests: string
  languages: string
  hasPremium: 0 | 1
  hasManyLikes: 0 | 1
  areas: string
}

/**
 * One row, or none for somebody without a profile. `known`: an earlier one, whose parents spare the statement finding them; they
 * are right unless the viewer has moved, which `hasMoved` notices.
 */
export function basisStatement(db: Database, viewerId: string, view: Reach, now: number, known: BasisRow | null = null) {
  const parents = known && parentsOf(known, view)
  const near = parents ? sql`` : sql`, ${nearParentsSql(reachOf(view))}`
  const from = parents
    ? sql`${areas} a where (a.parent_x, a.parent_y) in (${valuesSql(parents)})`
    : sql`near cross join ${areas} a on a.parent_x = near.x and a.parent_y = near.y`
  return db.all<BasisRow>(sql`
    with ${meSql(viewerId, now)}${near}
    select member_id as id, gender_mask as genderMask, seeks_mask as seeksMask, birth_date as birthDate, seeks_age_min as seeksAgeMin,
      seeks_age_max as seeksAgeMax, cell_x as cellX, cell_y as cellY, intent, interests, languages, quiz, premium as hasPremium,
      exists (select 1 from ${likes} where to_id = ${viewerId} limit 1 offset ${mostLikes}) as hasManyLikes,
      (select json_group_array(json_array(x, y, parts, next_parts)) from (
        select a.parent_x as x, a.parent_y as y, a.parts, a.next_parts from ${from} order by a.parent_x, a.parent_y)) as areas
    from me`)
}

/** True if the areas of `fresh` may be those around another place. */
export const hasMoved = (known: BasisRow, fresh: BasisRow) => known.cellX !== fresh.cellX || known.cellY !== fresh.cellY

function parentsOf({ cellX: x, cellY: y }: BasisRow, view: Reach): { x: number; y: number }[] | null {
  return x === null || y === null ? null : parentsAround(parentOf({ x, y }), reachOf(view))
}

/** Rows of whole numbers: a list in the statement itself, which reads nothing. */
export function valuesSql(parents: readonly { x: number; y: number }[]): SQL {
  return parents.length === 0 ? sql`select 0, 0 where 0` : sql.raw(`values ${parents.map(({ x, y }) => `(${x}, ${y})`).join()}`)
}

export function toBasis({ interests, languages, hasPremium, hasManyLikes, areas: near, ...facts }: BasisRow): Basis {
  return {
    seeker: { ...facts, interests: parseList(interests), hasPremium: hasPremium === 1 },
    languages: parseList(languages),
    hasManyLikes: hasManyLikes === 1,
    areas: parseAreas(near),
  }
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

const keyOf = (viewerId: string, view: Reach) => `${viewerId} ${reachOf(view)}`

/**
 * The last known basis, or undefined. A list may begin with it, because the page's own batch reads it again: after a change the list
 * is made again.
 */
export const recentBasis = (viewerId: string, view: Reach) => recent.get(keyOf(viewerId, view))

export function keepBasis(row: BasisRow, view: Reach): void {
  const key = keyOf(row.id, view)
  recent.delete(key)
  recent.set(key, row)
  if (recent.size <= mostRecent) return
  for (const oldest of recent.keys()) {
    recent.delete(oldest)
    break
  }
}

export const isSameBasis = (one: BasisRow, other: BasisRow): boolean => JSON.stringify(one) === JSON.stringify(other)
