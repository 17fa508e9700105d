import ReconnectingWebSocket from 'partysocket/ws'
import { closeCodes, timings } from '#shared/wire.ts'
import { afterClose, afterOpen, delayMs, firstPolicy, type Announcement, type Closing, type Policy } from './reconnect-policy.ts'
import { SignedOutError, type TokenSource } from './token-source.ts'

/** Opens one connection of the transport in use: a WebSocket, or something of its shape. */
export type CreateSocket = (url: string) => WebSocket

type SocketDeps = {
  url: string
  createSocket: CreateSocket
  tokens: TokenSource
  random: () => number
  onOpen: () => void
  onText: (text: string) => void
  /** An open connection or an attempt is over. */
  onOver: (announce: Announcement) => void
}

export type Socket = { send(text: string): boolean; isOpen(): boolean; dropSilent(): void; close(): void }

/** What one attempt came to; read when it is over. */
type Attempt = { hadError: boolean; closeCode: number | null; isSignedOut: boolean; isOver: boolean }

/**
 * partysocket with the phases of spec §9. Its traps: an error becomes a close 1000 of its own making, dispatched before
 * the error, and its event clones lose the code, so the raw socket is watched instead; options are read at each attempt,
 * hence the getters, and a growth factor of 1 leaves the wait to the policy.
 */
export function createSocketClient({ url, createSocket, tokens, random, onOpen, onText, onOver }: SocketDeps): Socket {
  let policy: Policy = firstPolicy
  let attempt = newAttempt()
  let isClosing = false

  function Transport(address: string): WebSocket {
    const raw = createSocket(address)
    const own = attempt
    raw.addEventListener('error', () => void (own.hadError = true))
    raw.addEventListener('close', (event) => void (own.closeCode = event.code))
    return raw
  }

  /** The first attempt needs no token: the page's own request has just proved the session. */
  const nextUrl = async () => {
    attempt = newAttempt()
    if (policy.phase === 'first' && policy.failures === 0) return url
    const own = attempt
    try {
      await tokens.get()
    } catch (error) {
      own.isSignedOut = error instanceof SignedOutError
      throw error
    }
    return url
  }

  /** Called from both of partysocket's paths out of an attempt; counts it once. */
  const settle = () => {
    if (attempt.isOver) return
    attempt.isOver = true
    const after = afterClose(policy, closingOf(attempt, isClosing))
    policy = after.policy
    onOver(after.announce)
  }

  const socket = new ReconnectingWebSocket(nextUrl, undefined, {
    connectionTimeout: timings.connectTimeoutMs,
    maxReconnectionDelay: timings.maxBackoffMs,
    reconnectionDelayGrowFactor: 1,
    maxEnqueuedMessages: 0,
    get minReconnectionDelay() {
      return delayMs(policy, random())
    },
    get WebSocket() {
      return Transport
    },
    shouldReconnectOnClose() {
      settle()
      return policy.phase !== 'ended'
    },
  })
  socket.addEventListener('open', () => {
    policy = afterOpen()
    onOpen()
  })
  socket.addEventListener('message', ({ data }) => {
    if (typeof data === 'string') onText(data)
  })
  socket.addEventListener('error', () => {
    settle()
    if (policy.phase === 'ended') socket.close()
  })

  const isOpen = () => socket.readyState === WebSocket.OPEN
  return {
    isOpen,
    send(text) {
      if (!isOpen()) return false
      socket.send(text)
      return true
    },
    /** The line is dead though nobody closed it: leave it and connect anew at once. */
    dropSilent() {
      if (policy.phase === 'open') socket.reconnect(closeCodes.timeout)
    },
    close() {
      isClosing = true
      socket.close()
      settle()
    },
  }
}

function newAttempt(): Attempt {
  return { hadError: false, closeCode: null, isSignedOut: false, isOver: false }
}

function closingOf(attempt: Attempt, isClosing: boolean): Closing {
  if (isClosing) return { kind: 'ours' }
  if (attempt.isSignedOut) return { kind: 'signed-out' }
  if (attempt.hadError || attempt.closeCode === null) return { kind: 'transport' }
  return { kind: 'server', code: attempt.closeCode }
}
