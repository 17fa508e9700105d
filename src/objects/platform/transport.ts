import type { ChannelName } from '#shared/realtime/wire.ts'

/**
 * A connection's data as its transport stores it. A socket's survives hibernation (at most 16 KB). `tab`: the page that it belongs
 * to, if it names one. `directUntil`: the time until which that page had a direct socket, in ms.
 */
export type Attachment = {
  id: string
  sid: string
  acceptedAt: number
  joined: ChannelName[]
  tab?: string
  directUntil?: number
  isPacked?: boolean
}

/** Carries a connection's frames: a WebSocket or a poll queue. */
export type Transport = {
  /** False from the first step of closing: nothing is sent once access has ended. */
  readonly isOpen: boolean
  /** Time of the client's last frame, in ms. */
  readonly lastActiveAt: number
  /** Records that the client has sent something. */
  touch(now: number): void
  /** True if silence must be noticed even outside conversations, because nothing else would end the transport. */
  readonly isWatched: boolean
  save(attachment: Attachment): void
  send(text: string): void
  close(code: number, reason: string): void
  /** False for a request already received on this transport, which must not run twice. */
  takes(requestId: number): boolean
}
