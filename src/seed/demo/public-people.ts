import type { publicProfiles } from '#db/schema.ts'
import type { DemoMember } from './member.ts'
import { demoLogins } from './named.ts'
import { demoId } from './random.ts'

const dayMs = 24 * 60 * 60_000
export const demoPublicCount = 12

/** Members who show their profile to everyone: at least one of each language. */
export function publicRows(people: readonly DemoMember[], now: number): (typeof publicProfiles.$inferInsert)[] {
  const crowd = people.filter((person) => person.state === 'complete' && person.role === 'member' && !demoLogins.includes(person))
  // The crowd cycles through the languages, so its beginning has them all.
  return crowd.slice(0, demoPublicCount).map(({ id }, index) => ({
    memberId: id,
    publicId: demoId(`public ${id}`),
    since: now - (index + 1) * dayMs,
  }))
}
