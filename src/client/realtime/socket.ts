import ReconnectingWebSocket from 'partysocket/ws'
import { closeCodes, timings } from '#shared/realtime/wire.ts'
import { afterClose, afterOpen, delayMs, firstPolicy, type Announcement, type Closing, type Policy } from './reconnect-policy.ts'
import { SignedOutError, type TokenSource } from './token-source.ts'
import { openOrFail, type SocketLike, type Transports } from './transports.ts'

type SocketDeps = {
  url: string
  transports: Transports
  tokens: TokenSource
  random: () => number
  /** True when the browser reports that there is no network. */
  isOffline: () => boolean
  onOpen: () => void
  onText: (text: string) => void
  /** An open connection or an attempt is over. */
  onOver: (announce: Announcement) => void
}

export type Socket = {
  send(text: string): boolean
  isOpen(): boolean
  /** The connection is dead without a close: abandons it and reconnects at once. */
  dropSilent(): void
  /** The page is frozen or hidden: closes the connection; no attempt until the page is active again. */
  sleep(): void
  /** The page is visible again, or the network came or went: no attempt without a network, an immediate one with it. */
  wake(): void
  close(): void
}

/** The result of one attempt; read when it is over. */
type Attempt = { hadError: boolean; close: Pick<CloseEvent, 'code' | 'reason'> | null; isSignedOut: boolean; isOver: boolean }

/**
 * partysocket with the phases of spec §9. Its traps: it turns an error into a close 1000 of its own, dispatched before the error.
 * Its event clones lose the code, so the raw socket is watched instead. A constructor that throws leaves it without a socket,
 * hence `openOrFail`. Options are read at each attempt, hence the getter. Its waits cannot be shortened, so the waiting happens
 * while it asks for the URL.
 */
export function createSocketClient(deps: SocketDeps): Socket {
  const { url, transports, tokens, random, isOffline, onOpen, onText, onOver } = deps
  let policy: Policy = firstPolicy
  let attempt = newAttempt()
  let isClosing = false
  let isAsleep = false
  /** True until a connection opened while the browser reported offline: a local server is reachable without a network. */
  let isBrowserBelieved = true
  let isUrgent = true
  let stir = () => {}

  const isHeld = () => isAsleep || (isBrowserBelieved && isOffline())

  /** Waits for the policy's delay, and while the connection is held; `stir` ends a wait. */
  const rest = async () => {
    const ms = isUrgent ? 0 : delayMs(policy, random())
    isUrgent = false
    if (ms > 0)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        stir = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    while (isHeld()) await new Promise<void>((resolve) => (stir = resolve))
  }

  function Transport(address: string): SocketLike {
    const raw = openOrFail(() => transports.open(policy, address))
    const own = attempt
    raw.addEventListener('error', () => void (own.hadError = true))
    raw.addEventListener('close', ({ code, reason }) => void (own.close = { code, reason }))
    return raw
  }

  /** The first attempt needs no token: the page's own request has just proved the session. */
  const nextUrl = async () => {
    attempt = newAttempt()
    if (policy.phase === 'first' && policy.failures === 0) {
      isUrgent = false
      return url
    }
    const own = attempt
    await rest()
    try {
      await transports.load(policy.transport)
      await tokens.get()
    } catch (error) {
      own.isSignedOut = error instanceof SignedOutError
      throw error
    }
    return url
  }

  /** Called from both of partysocket's ways to end an attempt; counts it once. */
  const settle = () => {
    if (attempt.isOver) return
    attempt.isOver = true
    const after = afterClose(policy, closingOf(attempt, isClosing))
    policy = after.policy
    onOver(after.announce)
  }

  const socket = new ReconnectingWebSocket(nextUrl, undefined, {
    connectionTimeout: timings.connectTimeoutMs,
    minReconnectionDelay: 0,
    maxEnqueuedMessages: 0,
    get WebSocket() {
      return Transport
    },
    shouldReconnectOnClose() {
      settle()
      return policy.phase !== 'ended'
    },
  })
  socket.addEventListener('open', () => {
    policy = afterOpen(policy)
    if (isOffline()) isBrowserBelieved = false
    onOpen()
  })
  socket.addEventListener('message', ({ data }) => {
    if (typeof data === 'string') onText(data)
  })
  socket.addEventListener('error', () => {
    settle()
    if (policy.phase === 'ended') socket.close()
  })

  const isOpen = () => socket.readyState === ReconnectingWebSocket.OPEN
  const drop = (code?: number) => {
    if (policy.phase !== 'open') return
    isUrgent = true
    socket.reconnect(code)
  }
  return {
    isOpen,
    send(text) {
      if (!isOpen()) return false
      socket.send(text)
      return true
    },
    dropSilent: () => drop(closeCodes.timeout),
    sleep() {
      isAsleep = true
      drop()
    },
    wake() {
      isAsleep = false
      if (isHeld()) drop()
      else stir()
    },
    close() {
      isClosing = true
      socket.close()
      settle()
    },
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
