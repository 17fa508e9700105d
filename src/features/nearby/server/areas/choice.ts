import { peoplePerPage, type NearbyView } from '#features/nearby/contract.ts'
import { boostRank, compareRanks, likesYouRank, type RankKey } from '#features/nearby/rules.ts'
import type { AreaWindow, PlacedPerson, RankedPerson } from './ask.ts'
import type { BasisRow } from './basis.ts'
import type { PlaceRow, VerifiedRow } from './verify.ts'

/** People in an order, of whom D1 has to allow `wanted`: it has decided about those before `next`, and allowed some. */
type Queue<Row> = { people: readonly RankedPerson[]; wanted: number; next: number; allowed: readonly Row[] }

/**
 * What areas have chosen, by `basis`. `cards`: the people after the last page, in their order. `places`: those whom the order without
 * boosts (`order`) would show meanwhile and who are not among the first cards; no one unless boosts are left. `missed`: the objects
 * that did not answer; `isAway`: not one of them did.
 */
export type Choice = {
  basis: BasisRow
  window: AreaWindow
  cards: Queue<VerifiedRow>
  order: readonly RankKey[]
  places: Queue<PlaceRow>
  missed: ReadonlySet<string>
  isAway: boolean
}

type Ranking = {
  view: NearbyView
  /** The first window, which likes and boosts open. */
  isFirst: boolean
  /** The last position shown, and that of the order without boosts. */
  after: RankKey | null
  natural: RankKey | null
  /** Whose likes open the first window; and who else of the window likes the viewer. */
  received: ReadonlySet<string>
  likers: ReadonlySet<string>
}

/**
 * How many people one statement of D1 may decide about. It stops at the last person that the page wants, so the rest of a portion costs
 * nothing. A person about whom the viewer has decided costs a row.
 */
const portionSize = 100
const sparePlaces = 6

/** The people of a window in the orders with and without boosts, those already shown left out. */
export function rankPeople(window: AreaWindow, { view, isFirst, after, natural, received, likers }: Ranking) {
  const isNeutral = view.order === 'neutral'
  const likes = (id: string) => !isNeutral && (received.has(id) || likers.has(id))
  const ranked = ({ rank, ...person }: PlacedPerson): RankedPerson => ({
    ...person,
    boostId: null,
    rank: rank + (likes(person.id) ? likesYouRank : 0),
  })
  const boostOf = new Map((isNeutral ? [] : window.boosted).map((person) => [person.id, person]))
  // Likes and boosts raise people into the first window, out of the others.
  const found = window.found.filter(({ id }) => isFirst || (!boostOf.has(id) && (isNeutral || !received.has(id)))).map(ranked)
  const liked = isFirst && !isNeutral ? window.liked.map(ranked) : []
  const unraised = [...new Map([...found, ...liked].map((person) => [person.id, person])).values()]
  const boosted = isFirst ? [...boostOf.values()].map(({ boostId, ...person }) => raise(ranked(person), boostId)) : []
  const merged = [...boosted, ...unraised.filter(({ id }) => !boostOf.has(id))].sort(compareRanks)
  const people = after ? merged.filter((person) => compareRanks(after, person) < 0) : merged
  const cards = { people, wanted: peoplePerPage + 1, next: 0, allowed: [] }
  // A cursor of an earlier version does not say where the order without boosts has come to.
  const isDisplacing = people.some(({ boostId }) => boostId !== null) && (!after || natural !== null)
  return { cards, ...(isDisplacing ? displacedBy(people, unraised, natural) : { order: [], places: none }) }
}

const raise = (person: RankedPerson, boostId: string): RankedPerson => ({ ...person, rank: person.rank + boostRank, boostId })
const none: Choice['places'] = { people: [], wanted: 0, next: 0, allowed: [] }

function displacedBy(people: readonly RankedPerson[], unraised: readonly RankedPerson[], natural: RankKey | null) {
  const order = unraised.filter((person) => !natural || compareRanks(natural, person) < 0).sort(compareRanks)
  // D1 decides about so many cards in any case.
  const first = new Set(people.slice(0, peoplePerPage + 1).map(({ id }) => id))
  const left = order.filter(({ id }) => !first.has(id))
  const displaced = order.slice(0, peoplePerPage).filter(({ id }) => !first.has(id)).length
  return { order, places: { ...none, people: left, wanted: Math.min(peoplePerPage, displaced + sparePlaces) } }
}

/** The people whom the next batch decides about. */
export function portionOf<Row>(queue: Queue<Row>): readonly RankedPerson[] {
  const { people, next } = queue
  return limitOf(queue) === 0 ? [] : people.slice(next, next + portionSize)
}

/** How many of them are still wanted. */
export const limitOf = <Row>({ wanted, allowed }: Queue<Row>): number => Math.max(0, wanted - allowed.length)

/** The choice with what a batch has decided. */
export function decide(choice: Choice, cardRows: readonly VerifiedRow[], placeRows: readonly PlaceRow[]): Choice {
  const decided = {
    ...choice,
    cards: advance(choice.cards, cardRows, ({ id }) => id),
    places: advance(choice.places, placeRows, ({ placeId }) => placeId),
  }
  return { ...decided, places: { ...decided.places, wanted: decided.places.allowed.length + countMissingPlaces(decided) } }
}

/** Whether D1 has to decide about more people. */
export const isShort = ({ cards, places }: Choice): boolean => portionOf(cards).length > 0 || portionOf(places).length > 0

function advance<Row>(queue: Queue<Row>, rows: readonly Row[], idOf: (row: Row) => string): Queue<Row> {
  const portion = portionOf(queue)
  const last = rows.at(-1)
  // A statement that has found enough has not looked at those after the last one.
  const isFull = last !== undefined && rows.length >= limitOf(queue)
  const looked = isFull ? portion.findIndex(({ id }) => id === idOf(last)) + 1 : portion.length
  return { ...queue, allowed: [...queue.allowed, ...rows], next: queue.next + looked }
}

/** How many people of a page without boosts are not known: D1 has decided about those up to its last place, and the first cards. */
function countMissingPlaces({ order, cards, places }: Choice): number {
  if (places.next >= places.people.length) return 0
  const last = places.people[places.next - 1]
  const known = order.slice(0, last ? order.findIndex(({ id }) => id === last.id) + 1 : 0)
  const allowed = new Set([...cards.allowed.map(({ id }) => id), ...places.allowed.map(({ placeId }) => placeId)])
  return Math.max(0, peoplePerPage - known.filter(({ id }) => allowed.has(id)).length)
}

/** The places of people whose cards have not been read. */
export function placesOf({ order, cards, places }: Choice): RankKey[] {
  const shown = new Set(cards.allowed.map(({ id }) => id))
  const ids = new Set(places.allowed.map(({ placeId }) => placeId).filter((id) => !shown.has(id)))
  return order.filter(({ id }) => ids.has(id))
}
