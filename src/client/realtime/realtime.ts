import type { ConnectionStatus, Realtime } from '#shared/realtime/realtime.tsx'
import {
  channelName,
  ping,
  socketErrors,
  type ChannelName,
  type ServerEvent,
  type ServerFrame,
  packedParameter,
  readFrames,
} from '#shared/realtime/wire.ts'
import type { PublicConfig } from '#shared/bootstrap.ts'
import { createChannels } from './channels.ts'
import { createHeartbeat } from './heartbeat.ts'
import type { Outbox, OutboxDeps } from './outbox/outbox.ts'
import { createRequests } from './requests.ts'
import type { Announcement } from './reconnect-policy.ts'
import { createSocketClient } from './socket.ts'
import { createTokenSource, type TokenSource } from './token-source.ts'
import { createTransports, type Transports } from './transports.ts'

type RealtimeOptions = {
  memberId: string
  config: Pick<PublicConfig, 'wssURL' | 'textKey' | 'saltLength'>
  /** The outbox of src/client/realtime/outbox/outbox.ts; tests without browser storage pass another. */
  createOutbox: (deps: OutboxDeps) => Outbox
  /** The connection belongs to another member: someone else has signed in in this browser. */
  onStranger: () => void
  transports?: Transports
  tokens?: TokenSource
  random?: () => number
  isOffline?: () => boolean
}

export type RealtimeClient = Realtime & {
  /** The page is frozen or hidden: the connection is closed until the page is active again. */
  sleep(): void
  /** On waking, and when the network comes or goes: pings to check the connection, or connects at once. */
  wake(): void
  stop(): void
}

/** Display time of 'connected again'. */
const reconnectedNoticeMs = 3000

/** The page's one connection, composed of socket, requests, heartbeat, channels and outbox. */
export function createRealtime({
  memberId,
  config,
  createOutbox,
  onStranger,
  transports = createTransports(config),
  tokens = createTokenSource(),
  random = Math.random,
  isOffline = () => !navigator.onLine,
}: RealtimeOptions): RealtimeClient {
  let status: ConnectionStatus = { state: 'opening', notice: null }
  let noticeTimer: ReturnType<typeof setTimeout> | undefined
  /**
   * This connection has joined the member's own channel, so it is theirs. A page left open while someone else signed in
   * reconnects as that other member, who may be in the same conversation. It must not send messages of its own member.
   */
  let isOwn = false
  let isRejoining = false
  const resume = () => {
    if (isOwn) void outbox.resume()
  }
  const statusListeners = new Set<() => void>()
  const eventListeners = new Set<(event: ServerEvent) => void>()
  const joinListeners = new Set<(channel: ChannelName, data: unknown) => void>()

  const setStatus = (next: ConnectionStatus) => {
    clearTimeout(noticeTimer)
    status = next
    for (const listener of statusListeners) listener()
  }

  const onOpen = async () => {
    const wasAway = status.notice !== null
    setStatus({ ...status, state: 'open' })
    heartbeat.start()
    isRejoining = true
    await channels.rejoin()
    isRejoining = false
    resume()
    if (!wasAway || !socket.isOpen()) return
    setStatus({ state: 'open', notice: 'reconnected' })
    noticeTimer = setTimeout(() => setStatus({ state: 'open', notice: null }), reconnectedNoticeMs)
  }
  const onOver = (announce: Announcement) => {
    isOwn = false
    heartbeat.stop()
    requests.abandon()
    channels.onClose()
    if (announce === 'failed') console.error(socketErrors.socket)
    if (announce === 'ended') {
      outbox.giveUp()
      setStatus({ state: 'closed', notice: status.notice && 'failed' })
    } else setStatus({ state: 'opening', notice: announce ?? status.notice })
  }
  const onJoined = (channel: ChannelName, data: unknown) => {
    if (channel === channelName.member(memberId)) isOwn = true
    if (!isRejoining) resume()
    for (const listener of joinListeners) listener(channel, data)
  }
  const onRefused = (channel: ChannelName) => {
    if (channel === channelName.member(memberId)) onStranger()
  }
  const onFrame = (frame: ServerFrame) => {
    if ('id' in frame) return requests.answer(frame)
    channels.onEvent(frame)
    for (const listener of eventListeners) listener(frame)
  }
  const onText = (text: string) => {
    heartbeat.received()
    for (const frame of readFrames(text)) onFrame(frame)
  }

  const requests = createRequests((frame) => socket.send(JSON.stringify(frame)))
  const channels = createChannels({ ask: requests.ask, tokens, isOpen: () => socket.isOpen(), onJoined, onRefused })
  const outbox = createOutbox({
    ask: requests.ask,
    isReady: () => isOwn && socket.isOpen(),
    memberId,
    onSent: (channel, data) => channels.onSent(channel, data),
  })
  const heartbeat = createHeartbeat({ ping: () => void socket.send(ping), onSilence: () => socket.dropSilent() })
  const socket = createSocketClient({
    url: `${config.wssURL}?${packedParameter}`,
    transports,
    tokens,
    random,
    isOffline,
    onText,
    onOver,
    onOpen: () => void onOpen(),
  })

  return {
    getStatus: () => status,
    onStatus: (listener) => subscribe(statusListeners, listener),
    onEvent: (listener) => subscribe(eventListeners, listener),
    onJoined: (listener) => subscribe(joinListeners, listener),
    join: channels.join,
    follow: channels.follow,
    clientEvent(channel, event, data) {
      // Transient events such as typing are not worth a retry.
      if (socket.isOpen()) requests.ask({ type: 'channel:clientEvent', channel, event, data }).catch(() => {})
    },
    outbox,
    sleep: () => socket.sleep(),
    wake() {
      socket.wake()
      if (socket.isOpen()) heartbeat.probe()
    },
    stop() {
      clearTimeout(noticeTimer)
      socket.close()
      outbox.stop()
    },
  }
}

function subscribe<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
