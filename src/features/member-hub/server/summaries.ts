import type { Notifications } from '#features/notifications/server/public.ts'
import type { MemberJoinData, Summary } from '../contract.ts'
import type { HiddenMembers } from './hidden-members.ts'
import type { Inbox } from './inbox/inbox.ts'

export type SummariesDeps = { inbox: Inbox; notifications: Notifications; hiddenMembers: HiddenMembers }

/** Rows of the inbox that a page, or a join of the member's channel, gets. */
export const inboxPage = 50

/** What a page, or a device that has just come, needs to show of the member. */
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
    }
  }

  /** The same without people who cannot be met any more. */
  async readFresh(): Promise<Summary> {
    await this.#deps.hiddenMembers.exclude()
    return this.read()
  }

  joinData(): MemberJoinData {
    return { summary: this.read(), inbox: this.#deps.inbox.list(inboxPage) }
  }
}
