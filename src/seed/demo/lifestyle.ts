import { choices, type ChoiceField } from '#features/profile/contract.ts'
import { keysOf, recordOf } from '#shared/records.ts'
import { createRandom } from './random.ts'

/** How many of the demo's members answer a question of the kind: fewer for more private ones. */
const shares: Record<ChoiceField, number> = {
  body: 0.6,
  drinking: 0.8,
  smoking: 0.8,
  education: 0.7,
  kids: 0.6,
  politics: 0.3,
  religion: 0.35,
  // It would have to match the people they look for.
  orientation: 0,
}

/** Habits, family and beliefs of a member, the same for the same id; missing fields were not answered. */
export function lifestyleOf(id: string): Record<ChoiceField, string | null> {
  const random = createRandom(`lifestyle:${id}`)
  const answer = (field: ChoiceField) => {
    const chosen = random.pick<string>(choices[field])
    return random.chance(shares[field]) ? chosen : null
  }
  return recordOf(keysOf(choices), answer)
}
