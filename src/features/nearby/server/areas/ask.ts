import { warn } from '#server/log.ts'
import type { Env } from '#server/env.ts'
import { withTimeout } from '#server/objects/with-timeout.ts'
import { areaObject } from '#server/objects/stubs.ts'
import { windowSize } from '#features/nearby/contract.ts'
import type { NearArea } from './basis.ts'
import { areaLimits, isAway, noteAway } from './away.ts'
import {
  areaName,
  areaNames,
  compareBoosts,
  mostBoosts,
  type ActivityKey,
  type AreaAnswer,
  type AreaQuery,
  type BoostedPerson,
  type FoundPerson,
} from './contract.ts'

/** Calls an object within the limit. If it is away, pages leave it alone for some seconds. */
export async function callArea<Value>(
  env: Pick<Env, 'AREA'>,
  name: string,
  call: (area: ReturnType<typeof areaObject>) => Promise<Value>,
): Promise<Value> {
  try {
    return await withTimeout(areaLimits.answerMs, call(areaObject(env, name)))
  } catch (error) {
    noteAway(name, Date.now())
    throw error
  }
}

/** A person with the area that has chosen them. */
export type PlacedPerson = FoundPerson & { x: number; y: number }

/** Such a person with their rank on the page. `boostId`: the boost that raises them. */
export type RankedPerson = PlacedPerson & { boostId: string | null }

/** The window of all areas together. `end`: where the next one begins; null if no one is left. */
export type AreaWindow = {
  found: PlacedPerson[]
  boosted: (PlacedPerson & BoostedPerson)[]
  liked: PlacedPerson[]
  end: ActivityKey | null
}

export const emptyWindow: AreaWindow = { found: [], boosted: [], liked: [], end: null }

/** `missed`: the objects that did not answer; `building`: how many have not been built. `window`: of those that answered. */
export type Answers = { window: AreaWindow; answered: number; missed: ReadonlySet<string>; building: number }

/** Asks all areas for their part of a window. Never rejects. */
export async function askAreas(env: Pick<Env, 'AREA'>, near: readonly NearArea[], query: AreaQuery): Promise<Answers> {
  const asked = near.flatMap((area) => areaNames(area, area.parts).map((name) => ({ name, area })))
  const answers = await Promise.all(asked.map(async ({ name, area }) => placedIn(area, await askArea(env, name, query))))
  const given = answers.filter((answer) => answer !== null && answer !== 'away')
  return {
    window: mergeAnswers(given, query.to),
    answered: given.length,
    missed: new Set(asked.flatMap(({ name }, index) => (answers[index] === 'away' ? [name] : []))),
    building: answers.filter((answer) => answer === null).length,
  }
}

/** Whether the object that lists this member is among them. */
export function isMissed(row: { x: number; y: number; parts: number; memberId: string }, missed: ReadonlySet<string>): boolean {
  return missed.size > 0 && missed.has(areaName(row, row.parts, row.memberId))
}

type PlacedAnswer = { [Name in keyof AreaAnswer]: (AreaAnswer[Name][number] & { x: number; y: number })[] }

function placedIn({ x, y }: NearArea, answer: AreaAnswer | null | 'away'): PlacedAnswer | null | 'away' {
  if (answer === null || answer === 'away') return answer
  const placed = <Person extends FoundPerson>(people: readonly Person[]) => people.map((person) => ({ ...person, x, y }))
  return { found: placed(answer.found), boosted: placed(answer.boosted), liked: placed(answer.liked) }
}

async function askArea(env: Pick<Env, 'AREA'>, name: string, query: AreaQuery): Promise<AreaAnswer | null | 'away'> {
  if (isAway(name, Date.now())) return 'away'
  try {
    return await callArea(env, name, (area) => area.findCandidates(query))
  } catch (error) {
    warn('area', error)
    return 'away'
  }
}

/** `to`: the end of a window that is known from an earlier page. */
export function mergeAnswers(answers: readonly PlacedAnswer[], to: ActivityKey | null): AreaWindow {
  // A member who moves may be in two areas for a moment.
  const all = once(answers.flatMap(({ found }) => found)).sort(
    (a, b) => b.activeAt - a.activeAt || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0),
  )
  const found = to ? all : all.slice(0, windowSize)
  const last = found.at(-1)
  const end = to ?? (last && found.length >= windowSize ? { activeAt: last.activeAt, id: last.id } : null)
  const first = answers
    .flatMap(({ boosted }) => boosted)
    .sort(compareBoosts)
    .slice(0, mostBoosts)
  const boosted = new Map<string, PlacedPerson & BoostedPerson>()
  for (const { fits, ...person } of first) {
    const other = boosted.get(person.id)
    // As in SQL, the smaller id of somebody's several boosts.
    if (fits && (!other || person.boostId < other.boostId)) boosted.set(person.id, person)
  }
  return { found, boosted: [...boosted.values()], liked: once(answers.flatMap(({ liked }) => liked)), end }
}

const once = (people: readonly PlacedPerson[]) => [...new Map(people.map((person) => [person.id, person])).values()]
