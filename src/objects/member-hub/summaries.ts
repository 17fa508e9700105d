import type { Summary } from '#features/member-hub/contract.ts'
import type { HiddenMembers } from './hidden-members.ts'
import type { Inbox } from './inbox/inbox.ts'
import type { Notifications } from './notifications/notifications.ts'
import type { MemberJoinData } from '#features/chat/contract.ts'

export type SummariesDeps = { inbox: Inbox; notifications: Notifications; hiddenMembers: HiddenMembers }

/** Inbox rows of a page, or of a join of the member's channel. */
export const inboxPage = 50

/** The member's summary and inbox, as shown by a page or by a device that has just connected. */
export class Summaries {
  readonly #deps: SummariesDeps

  constructor(deps: SummariesDeps) {
    this.#deps = deps
  }

  read(): Summary {
    const { inbox, notifications } = this.#deps
    return {
      ...notifications.badges(),
      unread: inbox.countUnread(),
      requests: inbox.countRequests(),
      conversations: inbox.listUnread(),
      match: notifications.newestMatch(Date.now()),
    }
  }

  /** The same, without people who are no longer available. `peopleRevision`: see `HiddenMembers.exclude`. */
  async readFresh(peopleRevision: number | null): Promise<Summary> {
    await this.#deps.hiddenMembers.exclude(peopleRevision)
    return this.read()
  }

  joinData(): MemberJoinData {
    return { summary: this.read(), inbox: this.#deps.inbox.list(inboxPage) }
  }
}
