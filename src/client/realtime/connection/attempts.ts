import { afterClose, afterOpen, firstPolicy, type Announcement, type Closing, type Policy } from './reconnect-policy.ts'
import type { SocketLike } from './transports.ts'

/** The result of one attempt; read when it is over. */
type Attempt = { hadError: boolean; close: Pick<CloseEvent, 'code' | 'reason'> | null; isSignedOut: boolean; isOver: boolean }

/** The attempts to connect: the one under way, and the policy that the earlier ones led to. */
export class Attempts {
  #policy = firstPolicy
  #current = newAttempt()

  get policy(): Policy {
    return this.#policy
  }

  begin(): Attempt {
    this.#current = newAttempt()
    return this.#current
  }

  /** Notes how the connection of the current attempt fails or closes. */
  watch(raw: SocketLike): void {
    const attempt = this.#current
    raw.addEventListener('error', () => void (attempt.hadError = true))
    raw.addEventListener('close', ({ code, reason }) => void (attempt.close = { code, reason }))
  }

  onOpen(): void {
    this.#policy = afterOpen(this.#policy)
  }

  /** Counts the end of an attempt; undefined when it has been counted already. */
  end(isClosing: boolean): { announce: Announcement } | undefined {
    const attempt = this.#current
    if (attempt.isOver) return undefined
    attempt.isOver = true
    const after = afterClose(this.#policy, closingOf(attempt, isClosing))
    this.#policy = after.policy
    return after
  }
}

function newAttempt(): Attempt {
  return { hadError: false, close: null, isSignedOut: false, isOver: false }
}

function closingOf(attempt: Attempt, isClosing: boolean): Closing {
  if (isClosing) return { kind: 'ours' }
  if (attempt.isSignedOut) return { kind: 'signed-out' }
  if (attempt.hadError || attempt.close === null) return { kind: 'transport' }
  return { kind: 'server', ...attempt.close }
}
