import ReconnectingWebSocket from 'partysocket/ws'
import { closeCodes, timings } from '#shared/realtime/wire.ts'
import { AttemptClock } from './attempt-clock.ts'
import { Attempts } from './attempts.ts'
import { delayMs, type Announcement, type Transport } from './reconnect-policy.ts'
import { SignedOutError, type TokenSource } from './token-source.ts'
import { openOrFail, type SocketLike, type Transports } from './transports.ts'

export type SocketDeps = {
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
  /** The transport of the connection, or of the next attempt. */
  transport(): Transport
  /** The connection is dead without a close: abandons it and reconnects at once. */
  dropSilent(): void
  /** The page is frozen or hidden: closes the connection; no attempt until the page is active again. */
  sleep(): void
  /** The page is visible again, or the network came or went: no attempt without a network, an immediate one with it. */
  wake(): void
  close(): void
}

/**
 * partysocket with the phases of spec §9. Its traps: it turns an error into a close 1000 of its own, dispatched before the error.
 * Its event clones lose the code, so the raw socket is watched instead. A constructor that throws leaves it without a socket,
 * hence `openOrFail`. Options are read at each attempt, hence the getter. Its waits cannot be shortened, so the waiting happens
 * while it asks for the URL.
 */
export function createSocketClient(deps: SocketDeps): Socket {
  const { url, transports, isOffline, onOpen, onText, onOver } = deps
  const attempts = new Attempts()
  const clock = new AttemptClock(isOffline)
  let isClosing = false

  function OpenedSocket(address: string): SocketLike {
    const raw = openOrFail(() => transports.open(attempts.policy, address))
    attempts.watch(raw)
    return raw
  }

  const nextUrl = async () => {
    await prepareAttempt(deps, attempts, clock)
    return url
  }

  /** Called from both of partysocket's ways to end an attempt, and counted once. */
  const endAttempt = () => {
    const end = attempts.end(isClosing)
    if (end) onOver(end.announce)
    return attempts.policy.phase === 'ended'
  }

  const socket = new ReconnectingWebSocket(nextUrl, undefined, {
    connectionTimeout: timings.connectTimeoutMs,
    minReconnectionDelay: 0,
    maxEnqueuedMessages: 0,
    get WebSocket() {
      return OpenedSocket
    },
    shouldReconnectOnClose: () => !endAttempt(),
  })
  socket.addEventListener('open', () => {
    attempts.onOpen()
    clock.onOpen()
    onOpen()
  })
  socket.addEventListener('message', ({ data }) => {
    if (typeof data === 'string') onText(data)
  })
  socket.addEventListener('error', () => {
    if (endAttempt()) socket.close()
  })

  const isOpen = () => socket.readyState === ReconnectingWebSocket.OPEN
  const drop = (code?: number) => {
    if (attempts.policy.phase !== 'open') return
    clock.hurry()
    socket.reconnect(code)
  }
  return {
    isOpen,
    transport: () => attempts.policy.transport,
    send(text) {
      if (!isOpen()) return false
      socket.send(text)
      return true
    },
    dropSilent: () => drop(closeCodes.timeout),
    sleep() {
      clock.sleep()
      drop()
    },
    wake() {
      clock.wake()
      if (clock.isHeld) drop()
    },
    close() {
      isClosing = true
      socket.close()
      endAttempt()
    },
  }
}

/** Waits for the attempt's turn, then for its transport and for the session. Rejects where there is none. */
async function prepareAttempt(
  { transports, tokens, random }: Pick<SocketDeps, 'transports' | 'tokens' | 'random'>,
  attempts: Attempts,
  clock: AttemptClock,
): Promise<void> {
  const attempt = attempts.begin()
  const { phase, failures } = attempts.policy
  // The first attempt needs no token: the page's own request has just proved the session.
  if (phase === 'first' && failures === 0) return clock.skip()
  await clock.wait(() => delayMs(attempts.policy, random()))
  try {
    await transports.load(attempts.policy.transport)
    await tokens.get()
  } catch (error) {
    attempt.isSignedOut = error instanceof SignedOutError
    throw error
  }
}
