import type { PortraitOf } from '#shared/photo.ts'
import { ageOn, isIntent, utcDay, visibleFields } from '../rules.ts'

type PersonRow = Parameters<typeof visibleFields>[0] & {
  id: string
  firstName: string
  birthDate: string
  /** `photo:<key>` or `style:seed`. */
  avatar: string | null
  intent: string | null
  interests: string[]
  verified: boolean
  /** The viewer's conversation with a match; null for a stranger. */
  conversationId: string | null
}

/**
 * Returns a person for lists: an age instead of the date of birth, and nothing that they hide from this viewer. `interests` are
 * all that the viewer may see, for comparing.
 */
export function toPersonCard(row: PersonRow, now: number, portraitOf: PortraitOf) {
  const { intent, interests } = visibleFields(row, row.conversationId === null ? 'stranger' : 'match')
  const person = {
    id: row.id,
    firstName: row.firstName,
    age: ageOn(row.birthDate, utcDay(now)),
    avatar: portraitOf(row.avatar),
    intent: intent !== null && isIntent(intent) ? intent : null,
    verified: row.verified,
  }
  return { person, interests }
}
