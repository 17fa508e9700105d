import type { HistoryPage, FoundMessage } from '#features/chat/contract.ts'
import type { Partner } from './inbox-rows.ts'

/** `inbox`: open conversations and the member's own requests; `requests`: those of others, until they are accepted. */
export type InboxTab = 'inbox' | 'requests'

/**
 * Search results, newest first: the deferred value `found`. `next` becomes the parameter `older` of the next page's URL.
 * `isComplete` is false while older conversations are still being indexed.
 */
export type SearchResults = { results: (FoundMessage & { partner: Partner })[]; next: string | null; isComplete: boolean }

/** The deferred value `history`. `openings`: suggested first messages, for a match without a message. */
export type ShownHistory = HistoryPage & { openings?: readonly string[] }

/** Props of the page /messages; inbox rows and history are streamed later as its deferred values `inbox` and `history`. */
export type MessagesProps = {
  tab: InboxTab
  /** The partners of the tab's conversations. */
  partners: Partner[]
  /** Number of pending requests of others. */
  requests: number
  /** The search text for the member's own messages, at most 100 characters; null without a search. */
  query: string | null
  /** The partner in the open conversation, of either tab; its `stage` decides which actions it has. */
  current: Partner | null
  /** The seq of the message named in the URL: shown in the middle and highlighted. */
  at: number | null
  /** The URL names a message to answer: the deferred value `reply`. */
  hasReply: boolean
  /** Order key of a gift that was just paid for: it is sent from here. */
  gift: string | null
  /** The browser runs no scripts: messages have their actions as forms. */
  isNoScript: boolean
  /** Id of the message that the form would send without a script. */
  cid: string
  /** The field's initial text: an opening from the URL, or ''. */
  say: string
}
