import type { AreaRow } from '#features/nearby/server/areas/contract.ts'
import { parseList, parseVisibility, type Assessed } from '#features/nearby/server/public.ts'
import { choices, intents, interests as interestList } from '#features/profile/contract.ts'
import { dayNumber, languageMask, visibleFields } from '#features/profile/server/public.ts'

/** Bits of `flags`. */
export const flagBits = { showsOnline: 1, verified: 2, hasPhoto: 4, hasPromptAnswers: 8 } as const

/** Lists of profiles grow; a mask has 32 bits. */
const interestBits = new Map<string, { word: 0 | 1; bit: number }>(
  interestList.map((name, index) => [name, { word: index < 32 ? 0 : 1, bit: 1 << (index % 32) }]),
)

/** One bit of an answer by its position in the list; 0 for an unanswered, hidden or unknown one. */
export function bitIn(list: readonly string[], value: string | null): number {
  const index = value === null ? -1 : list.indexOf(value)
  return index < 0 ? 0 : 1 << index
}

export const maskIn = (list: readonly string[], values: readonly string[]): number =>
  values.reduce((mask, value) => mask | bitIn(list, value), 0)

/** Two masks, because there are more than 32 interests. */
export function interestMasks(values: readonly string[]): [low: number, high: number] {
  const masks: [number, number] = [0, 0]
  for (const value of values) {
    const found = interestBits.get(value)
    if (found) masks[found.word] |= found.bit
  }
  return masks
}

type Boost = { id: string; startsAt: number; endsAt: number }

/** A row as numbers, with what a score needs. Answers that strangers do not see are absent. */
export function toEntry(row: AreaRow) {
  const shown = visibleFields(
    {
      intent: row.intent,
      interests: parseList(row.interests),
      languages: parseList(row.languages ?? '[]'),
      heightCm: row.heightCm,
      drinking: row.drinking,
      smoking: row.smoking,
      education: row.education,
      kids: row.kids,
      visibility: parseVisibility(row.visibility),
    },
    'stranger',
  )
  const facts: Assessed = {
    interests: shown.interests,
    intent: shown.intent,
    languages: languageMask(shown.languages),
    showsOnline: row.showsOnline === 1,
    activeAt: row.activeAt,
    quiz: row.quiz,
    completeness: row.completeness,
  }
  return {
    birth: dayNumber(row.birthDate),
    intent: bitIn(intents, shown.intent),
    height: shown.heightCm ?? 0,
    drinking: bitIn(choices.drinking, shown.drinking),
    smoking: bitIn(choices.smoking, shown.smoking),
    education: bitIn(choices.education, shown.education),
    kids: bitIn(choices.kids, shown.kids),
    interests: interestMasks(shown.interests),
    languages: facts.languages,
    flags:
      (row.showsOnline * flagBits.showsOnline) |
      (row.verified * flagBits.verified) |
      (row.hasPhoto * flagBits.hasPhoto) |
      ((row.hasPromptAnswers ?? 0) * flagBits.hasPromptAnswers),
    boosts: parseBoosts(row.boosts),
    facts,
  }
}

function parseBoosts(json: string): Boost[] {
  const value: unknown = JSON.parse(json)
  if (!Array.isArray(value)) return []
  return value.flatMap((entry: unknown) => {
    const [id, startsAt, endsAt]: unknown[] = Array.isArray(entry) ? entry : []
    return typeof id === 'string' && typeof startsAt === 'number' && typeof endsAt === 'number' ? [{ id, startsAt, endsAt }] : []
  })
}

export type Entry = ReturnType<typeof toEntry>
