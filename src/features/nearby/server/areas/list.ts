import { sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import type { Env } from '#server/env.ts'
import { warn } from '#server/log.ts'
import { areaObject } from '#server/objects/stubs.ts'
import { AppError } from '#shared/errors.ts'
import type { NearbyView } from '#features/nearby/contract.ts'
import { looksEverywhere } from '#features/nearby/rules.ts'
import type { Cursor } from '../cursor.ts'
import { endOf } from '../people.ts'
import { candidatesStatement, type ActivityKey, type WindowRow } from '../queries.ts'
import { raisedStatement, type RaisedRow } from '../raised.ts'
import { askAreas, type AreaWindow } from './ask.ts'
import {
  basisStatement,
  hasMoved,
  isSameBasis,
  keepBasis,
  recentBasis,
  toBasis,
  valuesSql,
  type Basis,
  type BasisRow,
} from './basis.ts'
import { applyChanges, changesStatement, inAreasSql, mostChanges, type ChangeRow } from './changes.ts'
import { areaNames } from './contract.ts'
import { admitFallback } from './fallback.ts'
import { likersStatement, rankPeople, verifyStatement, type RankedPerson, type VerifiedRow } from './verify.ts'

type Asked = { env: Pick<Env, 'AREA'>; db: Database; viewerId: string; view: NearbyView; cursor: Cursor | null; now: number }

/**
 * What areas have chosen, by `basis`. `people`: in the order of the page; D1 has still to decide about those from `next` on, and has
 * verified some before; a page needs `wanted`.
 */
type Choice = {
  basis: BasisRow
  window: AreaWindow
  people: RankedPerson[]
  wanted: number
  next: number
  verified: readonly VerifiedRow[]
}

/** How a page is read: by what areas have chosen, or (null) by SQL alone. */
export type ListPlan = Choice | null

type ListRows = readonly [
  basis: readonly BasisRow[],
  rows: readonly (WindowRow | VerifiedRow)[],
  raised: readonly RaisedRow[],
  changes: readonly ChangeRow[],
]

/** What `listPeople` needs, besides the view. `ground` is null for somebody without a profile. */
export type List = {
  ground: (Basis['seeker'] & { languages: string[] }) | null
  rows: readonly WindowRow[]
  raised: readonly RaisedRow[]
  end: ActivityKey | null
  /** Where the window begins: behind that of the asked cursor if no one of it was left. */
  cursor: Cursor | null
}

/** How many people D1 is asked about at first, besides those whom a page needs: some are refused. */
const spare = 15
/** How often a list is made again because something has changed since the areas were asked. */
const mostRepeats = 2
/** How many windows in which no one is left are passed over. */
const mostEmptyWindows = 2

/** Asks the areas, before the page's batch. Without a recent basis it is read first. */
export async function planList(asked: Asked): Promise<ListPlan> {
  const { db, viewerId, view, now } = asked
  if (looksEverywhere(view)) return null
  const basis = recentBasis(viewerId, view) ?? (await basisStatement(db, viewerId, view, now))[0]
  return basis ? planWith(asked, basis) : null
}

async function planWith({ env, db, viewerId, view, cursor, now }: Asked, basis: BasisRow): Promise<ListPlan> {
  const { seeker, areas, hasManyLikes } = toBasis(basis)
  const at = cursor?.at ?? now
  const [from, to] = [cursor?.from ?? null, cursor?.to ?? null]
  const { window, answered, away, building } = await askAreas(env, areas, { seeker, view, from, to, at, now })
  // An area is built once in its life; meanwhile D1 reads what it always read.
  if (building > 0 && away === 0) return null
  if (away > 0 && admitFallback(now)) return null
  if (away > 0 && answered === 0) throw new AppError('No area answers', { status: 503, code: 'unavailable' })
  // With an area away, too few people are better than too much for D1.
  const ids = window.found.map(({ id }) => id)
  const likers = hasManyLikes && view.order !== 'neutral' ? await likersStatement(db, viewerId, ids, at) : []
  const ranking = { view, isFirst: from === null, after: cursor?.after ?? null, likers: new Set(likers.map(({ id }) => id)) }
  return { basis, window, ...rankPeople(window, ranking), next: 0, verified: [] }
}

/** The people whom the next batch decides about. */
const portionOf = ({ people, wanted, next }: Choice) => people.slice(next, next === 0 ? wanted + spare : undefined)

const areasOf = ({ basis }: Choice) => toBasis(basis).areas

/** The four statements of a list, for the page's batch. */
export function listStatements({ db, viewerId, view, cursor, now }: Asked, plan: ListPlan) {
  const [from, to] = [cursor?.from ?? null, cursor?.to ?? null]
  const asked = { viewerId, view, now, at: cursor?.at ?? now }
  const isFirst = from === null
  return [
    basisStatement(db, viewerId, view, now, plan?.basis),
    plan
      ? verifyStatement(db, { ...asked, people: portionOf(plan), limit: plan.wanted - plan.verified.length })
      : candidatesStatement(db, { ...asked, window: { from, to } }),
    raisedStatement(db, plan ? { ...asked, by: isFirst ? 'likes' : 'nothing', parents: valuesSql(areasOf(plan)) } : asked),
    plan ? changesStatement(db, inAreasSql(valuesSql(areasOf(plan))), now) : changesStatement(db, sql`0`, now),
  ] as const
}

/**
 * The list, from the rows of its statements. It reads again if the viewer or the areas have changed since they were asked, if too
 * many people were refused, or if no one of the window is left.
 */
export async function readList(asked: Asked, plan: ListPlan, rows: ListRows): Promise<List> {
  let [page, using, read] = [asked, plan, rows]
  for (let repeats = 0, emptyWindows = 0; ;) {
    let [fresh] = read[0]
    if (fresh && using && hasMoved(using.basis, fresh))
      [fresh] = await basisStatement(page.db, page.viewerId, page.view, page.now)
    if (!fresh) return { ground: null, rows: [], raised: [], end: null, cursor: page.cursor }
    keepBasis(fresh, page.view)
    if (using && !(await isCurrent(page, using, fresh, read[3]))) {
      using = repeats < mostRepeats && read[3].length <= mostChanges ? await planWith(page, fresh) : null
      repeats++
    } else if (using && isShort(using, read[1])) {
      using = { ...using, verified: verifiedBy(using, read[1]), next: portionOf(using).length }
    } else {
      const list = toList(page, using, read, fresh)
      if (!using || list.rows.length + list.raised.length > 0 || !list.end || emptyWindows >= mostEmptyWindows) return list
      const next = { ...page, cursor: nextWindow(page, list.end) }
      const choice = await planWith(next, fresh)
      // By SQL it would be a page of its own: the link leads there.
      if (!choice) return list
      emptyWindows++
      page = next
      using = choice
    }
    read = await page.db.batch(listStatements(page, using))
  }
}

/** False if the list must be made again. Changes that areas did not know of are then on their way. */
async function isCurrent({ env }: Asked, { basis }: Choice, fresh: BasisRow, changes: readonly ChangeRow[]): Promise<boolean> {
  if (changes.length === 0) return isSameBasis(basis, fresh)
  try {
    if (changes.length > mostChanges) await rebuild(env, fresh)
    else await applyChanges(env, changes)
  } catch (error) {
    warn('area changes', error)
  }
  return false
}

async function rebuild(env: Pick<Env, 'AREA'>, basis: BasisRow): Promise<void> {
  const names = toBasis(basis).areas.flatMap((area) => areaNames(area, area.parts))
  await Promise.all(names.map((name) => areaObject(env, name).rebuild(true)))
}

const isVerified = (row: WindowRow | VerifiedRow): row is VerifiedRow => 'boostId' in row
const verifiedBy = ({ verified }: Choice, rows: ListRows[1]) => [...verified, ...rows.filter(isVerified)]

/** A page needs more people, and D1 has not decided about all. */
const isShort = (choice: Choice, rows: ListRows[1]) =>
  verifiedBy(choice, rows).length < choice.wanted && choice.next + portionOf(choice).length < choice.people.length

function nextWindow({ cursor, view, viewerId, now }: Asked, from: ActivityKey): Cursor {
  return { sub: viewerId, view: JSON.stringify(view), at: cursor?.at ?? now, from, to: null, after: null }
}

function toList({ cursor }: Asked, plan: ListPlan, [, rows, raised]: ListRows, fresh: BasisRow): List {
  const { seeker, languages } = toBasis(fresh)
  const ground = { ...seeker, languages }
  if (!plan) return { ground, rows: rows.filter((row) => !isVerified(row)), raised, end: endOf(rows, cursor), cursor }
  const verified = verifiedBy(plan, rows)
  const { found, boosted, end } = plan.window
  const foundIds = new Set(found.map(({ id }) => id))
  const boostOf = new Map(boosted.map(({ id, boostId }) => [id, boostId]))
  const likers = raised.map((row) => ({ ...row, boostId: boostOf.get(row.id) ?? null }))
  const likerIds = new Set(likers.map(({ id }) => id))
  return {
    ground,
    rows: verified.filter(({ id }) => foundIds.has(id)),
    raised: [...likers, ...verified.filter(({ id, boostId }) => boostId !== null && !likerIds.has(id))],
    end,
    cursor,
  }
}
