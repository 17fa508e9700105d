import type { Partner } from './inbox-rows.ts'

/** `inbox`: open conversations and the member's own requests; `requests`: those of others, until they are accepted. */
export type InboxTab = 'inbox' | 'requests'

/** Data of the page /messages; inbox rows and history stream in later as its late parts `inbox` and `history`. */
export type MessagesProps = {
  tab: InboxTab
  /** Whose conversations the tab lists. */
  partners: Partner[]
  /** How many requests of others wait. */
  requests: number
  /** The open conversation, in either tab; its `stage` says what can be done in it. */
  current: Partner | null
  isArchive: boolean
  /** Id of the message that the plain form would send. */
  cid: string
}
