import { maySpeakOf } from '#features/notifications/server/public.ts'
import { warn } from '#server/log.ts'
import type { Inbox } from './inbox/inbox.ts'
import type { Notifications } from './notifications/notifications.ts'

export type HiddenMembersDeps = { inbox: Inbox; notifications: Notifications }

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
   * are hidden; their notifications count as read, and likes are forgotten.
   */
  async exclude(): Promise<void> {
    const { inbox, notifications } = this.#deps
    const { directory } = notifications
    try {
      const partners = inbox.listCountedPeople()
      const noticed = notifications.listNewPeople()
      const sought = noticed.filter(({ kind }) => kind === 'like' || kind === 'favourite').map(({ id }) => id)
      const [away, people] = await Promise.all([
        directory.away([...new Set([...partners, ...noticed.map(({ id }) => id)])]),
        sought.length === 0 ? new Map<string, never>() : directory.people(sought, Date.now()),
      ])
      inbox.hideAbsent(partners, away)
      const isAbsent = new Set(away)
      for (const { id, kind } of noticed) {
        const person = people.get(id)
        const isShown = sought.includes(id) ? person && maySpeakOf(person, kind) : !isAbsent.has(id)
        if (!isShown) notifications.leaveOut(id, kind)
      }
    } catch (error) {
      // The next page load retries.
      warn('absent', error)
    }
  }
}
