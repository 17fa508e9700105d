import { warn } from '#server/log.ts'
import type { Inbox } from './inbox/inbox.ts'
import type { LookedUpPeople } from './looked-up-people.ts'
import type { Notifications } from './notifications/notifications.ts'

export type HiddenMembersDeps = { inbox: Inbox; notifications: Notifications; lookedUp: LookedUpPeople }

/**
 * Excludes people who are no longer available from the badges: no list shows them, so the member could never clear such a count.
 */
export class HiddenMembers {
  readonly #deps: HiddenMembersDeps

  constructor(deps: HiddenMembersDeps) {
    this.#deps = deps
  }

  /**
   * Reads from D1 which of the counted people are unavailable, if there are any. Until they are available again, their inbox rows
   * are hidden; their notifications count as read, and likes are forgotten. `peopleRevision`: the member's, just read from D1, or
   * null. Everyone who was looked up at the same revision is still as available as then, so D1 is not asked again.
   */
  async exclude(peopleRevision: number | null): Promise<void> {
    const { inbox, notifications, lookedUp } = this.#deps
    const partners = inbox.listCountedPeople()
    const noticed = notifications.listNewPeople()
    const counted = [...new Set([...partners, ...noticed.map(({ id }) => id)])]
    if (counted.length === 0 || (peopleRevision !== null && lookedUp.includes(counted, peopleRevision))) return
    try {
      const people = await notifications.directory.availability(counted)
      const away = new Set(people.filter(({ isAway }) => isAway).map(({ id }) => id))
      const shown = new Set(people.filter(({ isShown }) => isShown).map(({ id }) => id))
      inbox.hideAbsent(partners, [...away])
      for (const { id, kind } of noticed) {
        const isCounted = kind === 'like' || kind === 'favourite' ? shown.has(id) : !away.has(id)
        if (!isCounted) notifications.leaveOut(id, kind)
      }
      if (peopleRevision !== null) lookedUp.replace(counted, peopleRevision)
    } catch (error) {
      // The next page load retries.
      warn('absent', error)
    }
  }
}
