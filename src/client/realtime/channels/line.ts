import type { Requests } from '../requests.ts'

/** A way to the server: the page's first connection, or a socket straight to a conversation. */
export type Line = {
  ask: Requests['ask']
  isOpen: () => boolean
  /** Counts its closes: answers to requests of an older connection are ignored. */
  closes: number
  /** It has refused a join that the first line accepts, or may: its owner moves the channel back. */
  refused?: (isUnauthorized: boolean) => void
}
