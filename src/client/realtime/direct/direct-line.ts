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

/** After a refusal the conversation stays with the first connection for so long, and after the second one until it is left. */
const restMs = 60_000

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
  page?: EventTarget & { visibilityState?: string }
}

export type DirectLine = ReturnType<typeof createDirectLine>

/** A conversation whose socket was refused. `isLast`: there is no other try. */
type Rest = { name: ConversationChannel; isOver: boolean; isLast: boolean }

type Current = { name: ConversationChannel; line: Line; connection: Connection }

/**
 * The page's second socket, straight to the conversation on screen. The channel is joined over the first connection, moves here
 * when this socket is open, and moves back at once when it is not. A hidden page has none: its member's hub would take the messages
 * for seen, and call for no toast. Strangers talk over the first connection alone.
 */
export function createDirectLine(
  { shared, tab, config, moves, connection: first, events, joins, page = document }: DirectDeps,
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
        if (announce === 'ended') giveUp(line)
      },
      onEvent(event) {
        received()
        shared.onEvent(event)
      },
    })
    const line: Line = {
      closes: 0,
      refused: () => giveUp(line),
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
    dropped?.connection.close()
  }

  /** Without this pause the first connection's next join would open the socket again, and so on without end. */
  function giveUp(line: Line): void {
    if (current?.line !== line) return
    const { name } = current
    const begun: Rest = { name, isOver: false, isLast: rest?.name === name }
    rest = begun
    drop()
    if (begun.isLast) return
    setTimeout(() => {
      begun.isOver = true
      look()
    }, restMs)
  }

  /** The socket is open, or the channel is joined: with both, the channel moves. */
  async function move(): Promise<void> {
    if (isHidden() || !current?.connection.isOpen()) return
    const { name, line } = current
    const hasMoved = await moveTo(moves, shared.tokens, name, line)
    // A socket that has closed meanwhile connects again by itself.
    if (!hasMoved && line.isOpen()) giveUp(line)
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
    rest = null
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
    sleep: () => current?.connection.sleep(),
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
