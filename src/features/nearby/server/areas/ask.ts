import { warn } from '#server/log.ts'
import type { Env } from '#server/env.ts'
import { withTimeout } from '#server/objects/with-timeout.ts'
import { areaObject } from '#server/objects/stubs.ts'
import { windowSize } from '#features/nearby/contract.ts'
import type { NearArea } from './basis.ts'
import {
  areaNames,
  compareBoosts,
  mostBoosts,
  type ActivityKey,
  type AreaAnswer,
  type AreaQuery,
  type BoostedPerson,
  type FoundPerson,
} from './contract.ts'

/** How long an area may take, in ms; tests on busy machines wait longer. */
export const areaLimits = { answerMs: 500 }

/** A person with the area that has chosen them. */
export type PlacedPerson = FoundPerson & { x: number; y: number }

/** The window of all areas together. `end`: where the next one begins; null if no one is left. */
export type AreaWindow = { found: PlacedPerson[]; boosted: (PlacedPerson & BoostedPerson)[]; end: ActivityKey | null }

/** `away`: how many objects did not answer; `building`: how many have not been built. `window`: of those that answered. */
export type Answers = { window: AreaWindow; answered: number; away: number; building: number }

/** Asks all areas for their part of a window. Never rejects. */
export async function askAreas(env: Pick<Env, 'AREA'>, near: readonly NearArea[], query: AreaQuery): Promise<Answers> {
  const asked = near.flatMap((area) => areaNames(area, area.parts).map((name) => ({ name, area })))
  const answers = await Promise.all(asked.map(async ({ name, area }) => placedIn(area, await askArea(env, name, query))))
  const given = answers.filter((answer) => answer !== null && answer !== 'away')
  return {
    window: mergeAnswers(given, query.to),
    answered: given.length,
    away: answers.filter((answer) => answer === 'away').length,
    building: answers.filter((answer) => answer === null).length,
  }
}

type PlacedAnswer = { [Name in keyof AreaAnswer]: (AreaAnswer[Name][number] & { x: number; y: number })[] }

function placedIn({ x, y }: NearArea, answer: AreaAnswer | null | 'away'): PlacedAnswer | null | 'away' {
  if (answer === null || answer === 'away') return answer
  const { found, boosted } = answer
  return { found: found.map((person) => ({ ...person, x, y })), boosted: boosted.map((person) => ({ ...person, x, y })) }
}

async function askArea(env: Pick<Env, 'AREA'>, name: string, query: AreaQuery): Promise<AreaAnswer | null | 'away'> {
  try {
    return await withTimeout(areaLimits.answerMs, areaObject(env, name).findCandidates(query))
  } catch (error) {
    warn('area', error)
    return 'away'
  }
}

/** `to`: the end of a window that is known from an earlier page. */
export function mergeAnswers(answers: readonly PlacedAnswer[], to: ActivityKey | null): AreaWindow {
  // A member who moves may be in two areas for a moment.
  const all = [...new Map(answers.flatMap(({ found }) => found).map((person) => [person.id, person])).values()].sort(
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
  return { found, boosted: [...boosted.values()], end }
}
