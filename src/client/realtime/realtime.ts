import type { Realtime } from '#shared/realtime/realtime.tsx'
import { channelName, packedParameter, socketErrors, type ChannelName, type ServerEvent } from '#shared/realtime/wire.ts'
import type { PublicConfig } from '#shared/bootstrap.ts'
import { tabParameter } from '#shared/realtime/direct/direct-socket.ts'
import { newId } from '#ui/browser/new-id.ts'
import { withoutReload } from '../navigation/stale-chunk.ts'
import { createChannels } from './channels/channels.ts'
import { createConnection } from './connection/connection.ts'
import { createConnectionStatus } from './connection/connection-status.ts'
import type { DirectLine } from './direct/direct-line.ts'
import { createListeners } from './listeners.ts'
import type { Outbox, OutboxDeps } from './outbox/outbox.ts'
import type { Announcement } from './connection/reconnect-policy.ts'
import { createTokenSource, type TokenSource } from './connection/token-source.ts'
import { createTransports, type Transports } from './connection/transports.ts'

type RealtimeOptions = {
  memberId: string
  config: Pick<PublicConfig, 'wssURL' | 'textKey' | 'saltLength'>
  /** The token that came with the document. */
  firstToken?: string | undefined
  /** The outbox of src/client/realtime/outbox/outbox.ts; tests without browser storage pass another. */
  createOutbox: (deps: OutboxDeps) => Outbox
  /** The connection belongs to another member: someone else has signed in in this browser. */
  onStranger: () => void
  transports?: Transports
  tokens?: TokenSource
  random?: () => number
  isOffline?: () => boolean
  /** How long the second socket is left alone after it has ended, in ms, if another time than usual. */
  restMs?: number
  /** The document, if it is another one. */
  page?: EventTarget & { visibilityState?: string }
}

export type RealtimeClient = Realtime & {
  /** The page is frozen or hidden: the connection is closed until the page is active again. */
  sleep(): void
  /** On waking, and when the network comes or goes: pings to check the connection, or connects at once. */
  wake(): void
  stop(): void
}

/**
 * The page's connections, composed of socket, requests, heartbeat, channels and outbox: one to the member's own object, and one
 * straight to the conversation on screen.
 */
export function createRealtime(options: RealtimeOptions): RealtimeClient {
  const { memberId, config, firstToken, createOutbox, onStranger } = options
  const tokens = options.tokens ?? createTokenSource({ firstToken })
  const ownChannel = channelName.member(memberId)
  const status = createConnectionStatus()
  const events = createListeners<[event: ServerEvent]>()
  const joins = createListeners<[channel: ChannelName, data: unknown]>()
  /**
   * This connection has joined the member's own channel, so it is theirs. A page left open while someone else signed in
   * reconnects as that other member, who may be in the same conversation. It must not send messages of its own member.
   */
  let isOwn = false
  let isRejoining = false
  const resume = () => {
    if (isOwn) void outbox.resume()
  }

  const onOpen = async () => {
    const wasAway = status.get().notice !== null
    status.opened()
    isRejoining = true
    await channels.rejoin()
    isRejoining = false
    resume()
    if (wasAway && connection.isOpen()) status.recovered()
  }
  const onOver = (announce: Announcement) => {
    isOwn = false
    channels.onClose()
    if (announce === 'failed') console.error(socketErrors.socket)
    if (announce === 'ended') outbox.giveUp()
    status.over(announce)
  }
  const onJoined = (channel: ChannelName, data: unknown) => {
    if (channel === ownChannel) isOwn = true
    if (!isRejoining) resume()
    joins.call(channel, data)
  }
  const onRefused = (channel: ChannelName) => {
    if (channel === ownChannel) onStranger()
    // What waited for this join is to be answered some other way.
    else resume()
  }
  const onEvent = (event: ServerEvent) => {
    channels.onEvent(event)
    events.call(event)
  }

  const tab = newId()
  const shared = {
    transports: options.transports ?? createTransports(config),
    tokens,
    random: options.random ?? Math.random,
    isOffline: options.isOffline ?? (() => !navigator.onLine),
    onEvent,
  }
  const connection = createConnection({
    ...shared,
    url: `${config.wssURL}?${packedParameter}&${tabParameter}=${tab}`,
    onOpen: () => void onOpen(),
    onOver,
  })
  const { ask, isOpen } = connection
  const channels = createChannels({ ask, tokens, isOpen, onJoined, onRefused })
  let direct: Promise<DirectLine> | undefined
  /** Without its code the first connection does. */
  const toDirect = (act: keyof DirectLine) =>
    void direct?.then(
      (line) => line[act](),
      () => {},
    )
  const onBoth = (act: 'sleep' | 'wake') => {
    connection[act]()
    toDirect(act)
  }
  const outbox = createOutbox({ ask: channels.ask, isReady: () => isOwn && isOpen(), memberId, onSent: channels.onSent })

  return {
    getStatus: status.get,
    onStatus: status.onChange,
    onEvent: events.add,
    onJoined: joins.add,
    join: channels.join,
    follow(channel, since, listener) {
      const leave = channels.follow(channel, since, listener)
      // The first conversation on screen brings the code for its own socket.
      direct ??= withoutReload(() => import('./direct/direct-line.ts')).then((part) =>
        part.createDirectLine({
          moves: channels,
          config,
          connection,
          events,
          joins,
          shared,
          tab,
          resume,
          restMs: options.restMs,
          ...(options.page ? { page: options.page } : {}),
        }),
      )
      direct.catch(() => {})
      return () => {
        leave()
        toDirect('look')
      }
    },
    clientEvent(channel, event, data) {
      // Transient events such as typing are not worth a retry.
      channels.ask({ type: 'channel:clientEvent', channel, event, data }).catch(() => {})
    },
    markRead: (channel, seq) =>
      channels.ask({ type: 'message:read', channel, seq }).then(
        () => true,
        () => false,
      ),
    outbox,
    sleep: () => onBoth('sleep'),
    wake: () => onBoth('wake'),
    stop() {
      status.stop()
      toDirect('stop')
      connection.close()
      outbox.stop()
    },
  }
}
