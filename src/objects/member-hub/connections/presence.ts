import { isGone } from '../rules.ts'
import type { Visibility } from '../conversations/visibility.ts'
import type { Connections } from './connections.ts'
import type { MemberPresence } from '../notifications/devices.ts'

export type PresenceDeps = { connections: Connections; visibility: Visibility }

/** The member's presence, by their open connections. */
export class Presence implements MemberPresence {
  readonly #deps: PresenceDeps

  constructor(deps: PresenceDeps) {
    this.#deps = deps
  }

  get isVisible(): boolean {
    const { connections, visibility } = this.#deps
    return !visibility.isHidden && connections.open().length > 0
  }

  /** True while some connection is open and has not been silent for too long. */
  isConnected(now: number): boolean {
    return this.#deps.connections.open().some(({ transport }) => !isGone(transport.lastActiveAt, now))
  }

  wasActiveAfter(since: number): boolean {
    return this.#deps.connections.open().some(({ transport }) => transport.lastActiveAt > since)
  }
}
