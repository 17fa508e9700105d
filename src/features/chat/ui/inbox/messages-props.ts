import type { FoundMessage } from '#features/member-hub/contract.ts'
import type { HistoryPage } from '#features/chat/contract.ts'
import type { Partner } from './inbox-rows.ts'

/** `inbox`: open conversations and the member's own requests; `requests`: those of others, until they are accepted. */
export type InboxTab = 'inbox' | 'requests'

/**
 * What a search has found, newest first: the late part `found`. `next` goes into the address as `older` for more of it;
 * `isComplete` is false while older conversations are still being made searchable.
 */
export type SearchResults = { results: (FoundMessage & { partner: Partner })[]; next: string | null; isComplete: boolean }

/** The late part `history`. `openings`: of a match without a message, first messages to choose from. */
export type ShownHistory = HistoryPage & { openings?: readonly string[] }

/** Data of the page /messages; inbox rows and history stream in later as its late parts `inbox` and `history`. */
export type MessagesProps = {
  tab: InboxTab
  /** Whose conversations the tab lists. */
  partners: Partner[]
  /** How many requests of others wait. */
  requests: number
  /** What is searched for among one's own messages, at most 100 characters; null without a search. */
  query: string | null
  /** The open conversation, in either tab; its `stage` says what can be done in it. */
  current: Partner | null
  /** The message that the address asks for: shown in the middle and lit up. */
  at: number | null
  /** The address names a message to answer: the late part `reply`. */
  hasReply: boolean
  /** The browser runs no script: messages come with their actions as forms. */
  isNoScript: boolean
  /** Id of the message that the plain form would send. */
  cid: string
  /** What stands in the field from the start: the opening that the address asks for, or ''. */
  say: string
}
