import { isEncounterId } from '#shared/realtime/encounter-id.ts'
import {
  channelName,
  isEvent,
  parseChannel,
  type ChannelName,
  type ConversationChannel,
  type ServerEvent,
} from '#shared/realtime/wire.ts'
import type { Line } from '../channels/channels.ts'
import type { Connection } from '../connection/connection.ts'

/** What follows from a direct socket's life. */
export type DirectHandlers = {
  onOpen(): void
  /** It is closed, or an attempt has failed. */
  onOver(): void
  onEvent(event: ServerEvent): void
}

type DirectDeps = {
  /** Opens a socket to a conversation, which reconnects by itself. */
  connect(conversation: string, handlers: DirectHandlers): Connection
  channels: {
    isJoined(name: ChannelName): boolean
    moveTo(name: ChannelName, line: Line): Promise<void>
    moveBack(line: Line): void
  }
  /** True while the first connection is open over a WebSocket and known to be this member's. */
  isReady(): boolean
  onEvent(event: ServerEvent): void
}

type Current = { name: ConversationChannel; line: Line; connection: Connection }

/**
 * The page's second socket, straight to the conversation on screen. The channel is joined over the first connection, moves here
 * when this socket is open, and moves back at once when it is not. Strangers talk over the first connection alone.
 */
export function createDirectLine({ connect, channels, isReady, onEvent }: DirectDeps) {
  /** Followed conversations; the last one is on screen. */
  const followed: ConversationChannel[] = []
  let current: Current | null = null

  function start(name: ConversationChannel): void {
    const connection = connect(parseChannel(name)?.id ?? '', {
      onOpen: move,
      onOver: () => channels.moveBack(line),
      onEvent,
    })
    const line: Line = {
      isOpen: connection.isOpen,
      ask(body) {
        connection.expectAnswer()
        return connection.ask(body)
      },
    }
    current = { name, line, connection }
  }

  function stop(): void {
    const stopped = current
    current = null
    stopped?.connection.close()
  }

  /** The socket is open, or the channel is joined: with both, the channel moves. */
  function move(): void {
    if (current?.connection.isOpen() && channels.isJoined(current.name)) void channels.moveTo(current.name, current.line)
  }

  /** Opens the socket that is wanted now. One that is open stays, whatever happens to the first connection. */
  function look(): void {
    const wanted = followed.at(-1)
    if (current && current.name !== wanted) stop()
    if (wanted && !current && isReady() && channels.isJoined(wanted)) start(wanted)
  }

  return {
    /** The page shows this conversation; returns the function for when it no longer does. */
    follow(name: ConversationChannel): () => void {
      if (isEncounterId(parseChannel(name)?.id ?? '')) return () => {}
      followed.push(name)
      look()
      return () => {
        followed.splice(followed.lastIndexOf(name), 1)
        look()
      }
    },
    onJoined(name: ChannelName): void {
      look()
      if (current?.name === name) move()
    },
    /** The row of the conversation has changed: its messages should have come here before. */
    onFirstEvent(event: ServerEvent): void {
      if (isEvent(event, 'inbox') && current?.name === channelName.conversation(event.data.conversation))
        current.connection.probe()
    },
    sleep: () => current?.connection.sleep(),
    wake: () => current?.connection.wake(),
    stop,
  }
}
