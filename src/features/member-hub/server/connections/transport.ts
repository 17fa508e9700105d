import type { ChannelName } from '#shared/realtime/wire.ts'

/** What a transport stores for a connection. A socket's survives hibernation (at most 16 KB). */
export type Attachment = { id: string; sid: string; acceptedAt: number; joined: ChannelName[]; isPacked?: boolean }

/** What carries a connection's frames: a WebSocket or a poll queue. */
export type Transport = {
  /** False from the first step of closing: nothing is sent to someone whose access has ended. */
  readonly isOpen: boolean
  /** When the other side last sent anything, ms. */
  readonly lastActiveAt: number
  /** The other side has sent something. */
  touch(now: number): void
  /** True when silence must be noticed even outside of conversations: nothing else would ever end the transport. */
  readonly isWatched: boolean
  save(attachment: Attachment): void
  send(text: string): void
  close(code: number, reason: string): void
  /** False for a request that came before on this transport and must not be run again. */
  takes(requestId: number): boolean
}
