import { sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import type { Env } from '#server/env.ts'
import { AppError } from '#shared/errors.ts'
import { peoplePerPage, windowSize, type NearbyView } from '#features/nearby/contract.ts'
import type { SpokenLanguage } from '#features/profile/contract.ts'
import { firstWindowSize, looksEverywhere, type RankKey } from '#features/nearby/rules.ts'
import type { Cursor } from '../cursor.ts'
import { endOf } from '../people.ts'
import { candidatesStatement, type ActivityKey, type WindowRow } from '../queries.ts'
import { raisedStatement, type RaisedRow } from '../raised.ts'
import { askAreas, emptyWindow, isMissed } from './ask.ts'
import {
  basisStatement,
  hasMoved,
  isSameBasis,
  keepBasis,
  nearAreas,
  recentBasis,
  toBasis,
  type Basis,
  type BasisRow,
} from './basis.ts'
import { changesStatement, informPage, mostChanges, type ChangeRow } from './changes.ts'
import { inAreasSql } from './parents.ts'
import { decide, isShort, limitOf, placesOf, portionOf, rankPeople, type Choice } from './choice.ts'
import { admitFallback } from './fallback.ts'
import { likersStatement, placesStatement, verifyStatement, type PlaceRow, type VerifiedRow } from './verify.ts'

/** `page`: the language of the page that shows the list. */
type Asked = {
  env: Pick<Env, 'AREA'>
  db: Database
  viewerId: string
  page: SpokenLanguage
  view: NearbyView
  cursor: Cursor | null
  now: number
}

/** How a page is read: by what areas have chosen, or (null) by SQL alone. */
export type ListPlan = Choice | null

type ListRows = readonly [
  basis: readonly BasisRow[],
  rows: readonly (WindowRow | VerifiedRow)[],
  raised: readonly (RaisedRow | PlaceRow)[],
  changes: readonly ChangeRow[],
]

/** What `listPeople` needs, besides the view. `ground` is null for somebody without a profile. */
export type List = {
  ground: Basis['seeker'] | null
  rows: readonly WindowRow[]
  raised: readonly RaisedRow[]
  places: readonly RankKey[]
  end: ActivityKey | null
  /** Where the window begins: behind that of the asked cursor if no one of it was left. */
  cursor: Cursor | null
}

/** How often a list is made again because something has changed since the areas were asked. */
const mostRepeats = 2
/** How many windows in which no one is left are passed over. */
const mostEmptyWindows = 2

/** Asks the areas, before the page's batch. Without a recent basis it is read first. It never rejects because areas are away. */
export async function planList(asked: Asked): Promise<ListPlan> {
  if (looksEverywhere(asked.view)) return null
  const basis = recentBasis(asked) ?? (await basisStatement(asked.db, clockOf(asked)))[0]
  return basis ? planWith(asked, basis) : null
}

/** `asked` with the list's clock. */
const clockOf = ({ viewerId, view, cursor, now }: Asked) => ({ viewerId, view, now, at: cursor?.at ?? now })

async function planWith({ env, db, viewerId, page, view, cursor, now }: Asked, basis: BasisRow): Promise<ListPlan> {
  const { seeker, received, hasManyLikes } = toBasis(basis, page)
  const at = cursor?.at ?? now
  const [from, to] = [cursor?.from ?? null, cursor?.to ?? null]
  const isFirst = from === null
  const query = { seeker, view, from, to, likers: isFirst ? received : [], at, now }
  const { window, answered, missed, building } = await askAreas(env, nearAreas(basis, view), query)
  // An area is built once in its life; meanwhile D1 reads what it always read.
  if (building > 0 && missed.size === 0) return null
  if (missed.size > 0 && admitFallback(now)) return null
  // With an area away, too few people are better than too much for D1.
  const isAway = missed.size > 0 && answered === 0
  const newest = new Set(received)
  const ids = [...window.found, ...window.boosted].flatMap(({ id }) => (newest.has(id) ? [] : id))
  const likers = hasManyLikes ? await likersStatement(db, viewerId, ids, at) : []
  const ranking = {
    view,
    isFirst,
    after: cursor?.after ?? null,
    natural: cursor?.natural ?? null,
    received: newest,
    likers: new Set(likers.map(({ id }) => id)),
  }
  return { basis, window, ...rankPeople(isAway ? emptyWindow : window, ranking), missed, isAway }
}

/** The four statements of a list, for the page's batch. */
export function listStatements(asked: Asked, plan: ListPlan) {
  const { db, cursor } = asked
  const clock = clockOf(asked)
  const [from, to] = [cursor?.from ?? null, cursor?.to ?? null]
  const [cards, places] = plan
    ? decidingStatements(asked, plan)
    : ([candidatesStatement(db, { ...clock, window: { from, to }, size: stepsOf(asked) }), raisedStatement(db, clock)] as const)
  return [
    basisStatement(db, clock, plan?.basis),
    cards,
    places,
    changesStatement(db, plan ? inAreasSql(nearAreas(plan.basis, clock.view)) : sql`0`, clock.now),
  ] as const
}

/** How many steps the window of a page by SQL takes at first: one that an earlier page has begun, all of them. */
const stepsOf = ({ view, cursor }: Asked) => (cursor?.to ? windowSize : firstWindowSize(view))

/** Whether a window by SQL must take the rest of its steps: it goes on, and does not fill a page. */
function isTooShort(asked: Asked, rows: readonly (WindowRow | VerifiedRow)[]): boolean {
  const steps = stepsOf(asked)
  return steps < windowSize && rows.length >= steps && rows.filter(({ fits }) => fits === 1).length <= peoplePerPage
}

/** Those that decide about people whom areas have chosen. */
function decidingStatements(asked: Asked, { cards, places }: Choice) {
  const clock = clockOf(asked)
  return [
    verifyStatement(asked.db, { ...clock, people: portionOf(cards), limit: limitOf(cards) }),
    placesStatement(asked.db, { ...clock, people: portionOf(places), limit: limitOf(places) }),
  ] as const
}

/**
 * The list, from the rows of its statements. It reads again if the viewer or the areas have changed since they were asked, if too
 * many people were refused, or if no one of the window is left. D1 has allowed everyone in it, however often areas had to be asked.
 */
export async function readList(asked: Asked, plan: ListPlan, rows: ListRows): Promise<List> {
  let [page, using, read] = [asked, plan, rows]
  for (let repeats = 0, emptyWindows = 0; ;) {
    if (using?.isAway) throw new AppError('No area answers', { status: 503, code: 'unavailable' })
    let [fresh] = read[0]
    if (fresh && using && hasMoved(using.basis, fresh)) [fresh] = await basisStatement(page.db, clockOf(page))
    if (!fresh) return { ground: null, rows: [], raised: [], places: [], end: null, cursor: page.cursor }
    // That of the list of any distance has no areas.
    if (!looksEverywhere(page.view)) keepBasis(fresh, page)
    const decided: ListPlan = using && decide(using, read[1].filter(isVerified), read[2].filter(isPlace))
    // While changes come faster than pages report them, areas are right enough: D1 has allowed each of their people.
    if (using && repeats < mostRepeats && !(await isCurrent(page, using, fresh, read[3]))) {
      repeats = read[3].length > mostChanges ? mostRepeats : repeats + 1
      using = await planWith(page, fresh)
    } else if (decided && isShort(decided)) {
      using = decided
      // The areas were right a moment ago, so only the next people are asked about.
      const [cards, places] = await page.db.batch(decidingStatements(page, decided))
      read = [read[0], cards, places, []]
      continue
    } else {
      const last = read[1].at(-1)
      let steps = stepsOf(page)
      if (!decided && last && isTooShort(page, read[1])) {
        const window = { from: { activeAt: last.activeAt, id: last.id }, to: null }
        const rest = await candidatesStatement(page.db, { ...clockOf(page), window, size: windowSize - steps })
        read = [read[0], [...read[1], ...rest], read[2], []]
        steps = windowSize
      }
      const list = toList(page, decided, read, { fresh, steps })
      const isEmpty = decided && list.rows.length + list.raised.length === 0
      if (!isEmpty || !list.end || emptyWindows >= mostEmptyWindows) return list
      const next = { ...page, cursor: nextWindow(page, list.end) }
      const choice = await planWith(next, fresh)
      // By SQL it would be a page of its own: the link leads there.
      if (!choice || choice.isAway) return list
      emptyWindows++
      page = next
      using = choice
    }
    read = await page.db.batch(listStatements(page, using))
  }
}

/** False if the list must be made again. Changes that areas did not know of have then been reported. */
async function isCurrent(
  { env }: Asked,
  { basis, missed }: Choice,
  fresh: BasisRow,
  rows: readonly ChangeRow[],
): Promise<boolean> {
  // Those of an object that has not answered change nothing of what the others have.
  const changes = rows.filter((row) => !isMissed(row, missed))
  if (changes.length === 0) return isSameBasis(basis, fresh)
  await informPage(env, changes)
  return false
}

const isVerified = (row: WindowRow | VerifiedRow): row is VerifiedRow => 'boostId' in row
const isPlace = (row: RaisedRow | PlaceRow): row is PlaceRow => 'placeId' in row
const isRaised = (row: RaisedRow | PlaceRow): row is RaisedRow => !isPlace(row)

function nextWindow({ cursor, view, viewerId, now }: Asked, from: ActivityKey): Cursor {
  return { sub: viewerId, view: JSON.stringify(view), at: cursor?.at ?? now, from, to: null, after: null }
}

type Read = { fresh: BasisRow; steps: number }

function toList({ cursor, page }: Asked, plan: ListPlan, [, rows, raised]: ListRows, { fresh, steps }: Read): List {
  const { seeker: ground } = toBasis(fresh, page)
  if (!plan) {
    const unread = { rows: rows.filter((row) => !isVerified(row)), raised: raised.filter(isRaised), places: [] }
    return { ground, ...unread, end: endOf(rows, steps, cursor), cursor }
  }
  const { found, liked, end } = plan.window
  const [foundIds, likedIds] = [new Set(found.map(({ id }) => id)), new Set(liked.map(({ id }) => id))]
  const { allowed } = plan.cards
  return {
    ground,
    rows: allowed.filter(({ id }) => foundIds.has(id)),
    raised: allowed.filter(({ id, boostId }) => boostId !== null || likedIds.has(id)),
    places: placesOf(plan),
    end,
    cursor,
  }
}
