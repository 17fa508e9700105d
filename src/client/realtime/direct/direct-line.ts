import type { PublicConfig } from '#shared/bootstrap.ts'
import { directSocketURL, tabParameter } from '#shared/realtime/direct/direct-socket.ts'
import { isEncounterId } from '#shared/realtime/encounter-id.ts'
import {
  channelName,
  isEvent,
  parseChannel,
  type ChannelName,
  type ConversationChannel,
  type ServerEvent,
} from '#shared/realtime/wire.ts'
import type { Line } from '../channels/line.ts'
import { moveBack, moveTo, type Moves } from '../channels/moved-channel.ts'
import type { Listeners } from '../listeners.ts'
import { createConnection, type Connection, type ConnectionDeps } from '../connection/connection.ts'
import { firstPolicy } from '../connection/reconnect-policy.ts'

/** A socket that has not answered for so long is given up: the first connection is there. */
const answerMs = 5_000

/**
 * After any end of the socket that is not the page's own the conversation stays with the first connection for this time, and up to
 * twice as long: a server that is slow, or has just restarted, must not get all its pages at once, each with a question to D1.
 */
const defaultRestMs = 60_000

type DirectDeps = {
  /** What both connections of the page share. */
  shared: Pick<ConnectionDeps, 'transports' | 'tokens' | 'random' | 'isOffline' | 'onEvent'>
  tab: string
  config: Pick<PublicConfig, 'wssURL'>
  moves: Moves
  connection: Pick<Connection, 'transport'>
  /** All events, and all answers to joins. */
  events: Pick<Listeners<[event: ServerEvent]>, 'add'>
  joins: Pick<Listeners<[channel: ChannelName, data: unknown]>, 'add'>
  /** Sends again what was under way on a line that is not the channel's any more. */
  resume: () => void
  restMs?: number | undefined
  page?: EventTarget & { visibilityState?: string }
}

export type DirectLine = ReturnType<typeof createDirectLine>

/** A conversation whose socket has ended. `isLast`: its access was refused for the second time, so there is no other try. */
type Rest = { name: ConversationChannel; isOver: boolean; isRefused: boolean; isLast: boolean }

type Current = { name: ConversationChannel; line: Line; connection: Connection }

/**
 * The page's second socket, straight to the conversation on screen. The channel is joined over the first connection, moves here
 * when this socket is open, and moves back at once when it is not. A hidden page has none: its member's hub would take the messages
 * for seen, and call for no toast. Strangers talk over the first connection alone.
 */
export function createDirectLine(
  { shared, tab, config, moves, connection: first, events, joins, resume, restMs = defaultRestMs, page = document }: DirectDeps,
  connect = createConnection,
) {
  let current: Current | null = null
  let rest: Rest | null = null
  let isOver = false
  let deadline: ReturnType<typeof setTimeout> | undefined
  const isHidden = () => page.visibilityState === 'hidden'
  const isJoined = (name: ChannelName) => moves.channels.get(name)?.isJoined ?? false
  /** The member's own channel. */
  const own = () => [...moves.channels.values()].find(({ name }) => parseChannel(name)?.kind === 'member')
  /** The first connection is open over a WebSocket, and known to be this member's. */
  const isReady = () => moves.first.isOpen() && first.transport() === 'websocket' && own()?.isJoined === true

  function start(name: ConversationChannel): void {
    const connection = connect({
      ...shared,
      url: `${directSocketURL(config.wssURL, conversationOf(name), parseChannel(own()?.name ?? '')?.id ?? '')}&${tabParameter}=${tab}`,
      // Where only polling gets through, there is no second connection.
      transports: { load: async () => {}, open: (_, url) => shared.transports.open(firstPolicy, url) },
      onOpen: () => void move(),
      onOver(announce) {
        received()
        moveBack(moves, line)
        // Ended for good by the server, or with the session; anything else may pass.
        giveUp(line, announce === 'ended')
      },
      onEvent(event) {
        received()
        shared.onEvent(event)
      },
    })
    const line: Line = {
      closes: 0,
      refused: (isUnauthorized) => giveUp(line, isUnauthorized),
      isOpen: connection.isOpen,
      ask(body) {
        expectAnswer()
        return connection.ask(body).finally(received)
      },
    }
    current = { name, line, connection }
  }

  /** Something was sent that has an answer: without one in time, the channel goes back. */
  function expectAnswer(): void {
    deadline ??= setTimeout(() => current?.connection.dropSilent(), answerMs)
  }

  function received(): void {
    clearTimeout(deadline)
    deadline = undefined
  }

  function drop(): void {
    received()
    const dropped = current
    current = null
    if (!dropped) return
    dropped.connection.close()
    resume()
  }

  /** Without this pause the first connection's next join would open the socket again, and so on without end. */
  function giveUp(line: Line, isRefused: boolean): void {
    if (current?.line !== line) return
    const { name } = current
    const isLast = isRefused && rest?.name === name && rest.isRefused
    const begun: Rest = { name, isOver: false, isRefused, isLast }
    rest = begun
    drop()
    if (isLast) return
    setTimeout(
      () => {
        begun.isOver = true
        look()
      },
      restMs * (1 + shared.random()),
    )
  }

  /** The socket is open, or the channel is joined: with both, the channel moves. */
  async function move(): Promise<void> {
    if (isHidden() || !current?.connection.isOpen()) return
    const { name, line } = current
    const outcome = await moveTo(moves, shared.tokens, name, line)
    if (outcome !== 'moved') giveUp(line, outcome === 'unauthorized')
  }

  /** Opens the socket that is wanted now. One that is open stays, whatever happens to the first connection. */
  function look(): void {
    const wanted = isOver ? undefined : [...moves.channels.values()].map(({ name }) => name).findLast(isOrdinary)
    if (current && current.name !== wanted) drop()
    if (rest?.name !== wanted) rest = null
    if (wanted && !current && !isHidden() && rest?.isOver !== false && isReady() && isJoined(wanted)) start(wanted)
  }

  /** The first connection joins before this one closes: no message falls between, and the member stays present. */
  async function hide(): Promise<void> {
    // A reader who comes back gets another try.
    if (rest?.isLast) rest = null
    if (!current) return
    const { name, line } = current
    await moveTo(moves, shared.tokens, name, moves.first)
    if (current?.line !== line) return
    if (isHidden()) drop()
    else await move()
  }

  function show(): void {
    look()
    void move()
  }

  const onVisibility = () => (isHidden() ? void hide() : show())
  page.addEventListener('visibilitychange', onVisibility)

  look()
  joins.add((name) => {
    look()
    if (current?.name === name) void move()
  })
  // The row of the conversation has changed: its messages should have come here before.
  events.add((event) => {
    if (!isEvent(event, 'inbox') || current?.name !== channelName.conversation(event.data.conversation)) return
    if (!current.connection.isOpen()) return
    expectAnswer()
    current.connection.wake()
  })

  return {
    look,
    /** When the page is back, the first connection joins, and another socket is opened. */
    sleep: drop,
    wake: () => current?.connection.wake(),
    stop(): void {
      isOver = true
      page.removeEventListener('visibilitychange', onVisibility)
      look()
    },
  }
}

function conversationOf(name: ConversationChannel): string {
  return parseChannel(name)?.id ?? ''
}

/** True for conversations but those with strangers. */
function isOrdinary(name: ChannelName): name is ConversationChannel {
  const channel = parseChannel(name)
  return channel?.kind === 'conversation' && !isEncounterId(channel.id)
}
