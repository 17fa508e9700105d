import type { PageRead } from '#features/member-hub/contract.ts'
import type { AccessEnd } from './access-end.ts'
import type { EndedSessions } from './connections/ended-sessions.ts'

/** A page's scripts open its socket within this time, also on a slow phone. */
export const pageReadMs = 10_000
/** Clocks of the machines that read pages may differ by this much from the hub's. */
const clockMs = 1000

type Noted = Omit<PageRead, 'photoKeys'> & { peopleRevision: number | null }

/**
 * What the newest page of each session has just read from D1: that the member may act, and their revision of people. The page's socket
 * needs no other question. An end that has reached this hub since, even before a restart, makes it ask; until one reaches it, this socket
 * stays open like one that was opened with the page. Lost with the hub's memory, which only means that D1 is asked.
 */
export class PageReads {
  readonly #accessEnd: AccessEnd
  readonly #endedSessions: EndedSessions
  readonly #reads = new Map<string, Noted>()

  constructor(accessEnd: AccessEnd, endedSessions: EndedSessions) {
    this.#accessEnd = accessEnd
    this.#endedSessions = endedSessions
  }

  note(read: Noted, now: number): void {
    for (const [sid, { readAt }] of this.#reads) if (readAt + pageReadMs <= now) this.#reads.delete(sid)
    this.#reads.set(read.sid, read)
  }

  /** Null if there is none of this session, or if it may not hold any more. */
  find(sid: string, now: number): Noted | null {
    const read = this.#reads.get(sid)
    if (!read || read.readAt + pageReadMs <= now || this.#endedSessions.has(sid)) return null
    return read.readAt > this.#accessEnd.last(now) + clockMs ? read : null
  }
}
