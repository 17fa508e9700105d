import type { Partner } from './inbox-rows.ts'

/** Data of the page /messages; inbox rows and history stream in later as its late parts `inbox` and `history`. */
export type MessagesProps = {
  partners: Partner[]
  /** The open conversation, one of `partners`. */
  current: Partner | null
  isArchive: boolean
  /** Id of the message that the plain form would send. */
  cid: string
}
