import type { ConversationListener } from '#shared/realtime/realtime.tsx'
import {
  isEvent,
  type ChannelName,
  type ConversationChannel,
  type ServerEvent,
  type Since,
  type WireMessage,
} from '#shared/realtime/wire.ts'
import { askToJoin, askToLeave, type JoinAnswer } from './ask-channel.ts'
import { JoinedChannel } from './joined-channel.ts'
import type { Requests } from '../requests.ts'
import type { TokenSource } from '../connection/token-source.ts'

type ChannelDeps = {
  ask: Requests['ask']
  tokens: TokenSource
  isOpen: () => boolean
  onJoined: (name: ChannelName, data: unknown) => void
  onRefused: (name: ChannelName) => void
}

/** A way to the server: the page's first connection, or a socket straight to a conversation. */
export type Line = { ask: Requests['ask']; isOpen: () => boolean }

/**
 * The joined channels of one page. It joins requested channels and joins again after a reconnect, each from its cursor. Listeners
 * thus receive every message as soon as it is known, and miss none. A channel may move to another line and back; its cursor
 * goes along.
 */
export function createChannels({ tokens, onJoined, onRefused, ...first }: ChannelDeps) {
  const channels = new Map<string, JoinedChannel>()
  /** Channels that are not on the first line. */
  const moved = new WeakMap<JoinedChannel, Line>()
  /** Incremented by every close of the line: answers to requests of an older connection are ignored. */
  const generations = new WeakMap<Line, number>()
  const lineOf = (channel: JoinedChannel): Line => moved.get(channel) ?? first
  const generationOf = (line: Line): number => generations.get(line) ?? 0

  function add(name: ChannelName, since: Since | null, listener: ConversationListener | null): () => void {
    const channel = new JoinedChannel(name, since, listener)
    channels.set(name, channel)
    if (first.isOpen()) void sync(channel)
    return () => {
      if (channels.get(name) !== channel) return
      channels.delete(name)
      leave(name, lineOf(channel))
    }
  }

  function leave(name: ChannelName, { ask, isOpen }: Line): void {
    if (isOpen()) void askToLeave({ ask, tokens }, name)
  }

  /** Joins a channel from its cursor, page by page, until it has everything. */
  async function sync(channel: JoinedChannel): Promise<void> {
    if (!channel.beginJoin()) return
    const { name } = channel
    let answer: JoinAnswer
    do {
      const line = lineOf(channel)
      const born = generationOf(line)
      const isAlive = () => born === generationOf(line) && channels.get(name) === channel
      const isCurrent = () => isAlive() && lineOf(channel) === line
      answer = await askToJoin({ ask: line.ask, tokens }, { name, since: channel.nextRound(), isCurrent })
      if (!isAlive()) return
      if (!isCurrent()) {
        // It has moved meanwhile: the other line is asked in its place.
        channel.beginJoin()
        answer = {}
      } else if (line !== first && typeof answer === 'string') {
        // The first line decides.
        moved.delete(channel)
        channel.beginJoin()
        answer = {}
      }
      if (answer === 'signed-out') return channel.leave()
      if (answer === 'refused') return refuse(channel)
    } while (channel.takeHistory(answer))
    for (const message of channel.endJoin()) receive(channel, message)
    onJoined(name, answer)
  }

  function close(line: Line): JoinedChannel[] {
    generations.set(line, generationOf(line) + 1)
    const onLine = [...channels.values()].filter((channel) => lineOf(channel) === line)
    for (const channel of onLine) channel.reset()
    return onLine
  }

  function receive(channel: JoinedChannel, message: WireMessage): void {
    if (channel.receive(message)) void sync(channel)
  }

  function refuse(channel: JoinedChannel): void {
    channels.delete(channel.name)
    channel.onRefused()
    onRefused(channel.name)
  }

  return {
    join: (name: ChannelName) => add(name, null, null),
    follow: (name: ConversationChannel, since: Since | null, listener: ConversationListener) => add(name, since, listener),

    onSent: (name: ConversationChannel, message: WireMessage) => channels.get(name)?.showSent(message),

    onEvent(event: ServerEvent): void {
      if (isEvent(event, 'pong')) {
        for (const channel of channels.values()) if (channel.isBehind(event.data[channel.name])) void sync(channel)
        return
      }
      const channel = channels.get(event.channel)
      if (!channel) return
      if (isEvent(event, 'message')) receive(channel, event.data)
      else if (isEvent(event, 'closed')) refuse(channel)
      else channel.onEvent(event)
    },

    /** Joins everything on the first line again, each channel from its own cursor; resolves once all have been tried. */
    async rejoin(): Promise<void> {
      await Promise.all([...channels.values()].filter((channel) => lineOf(channel) === first).map(sync))
    },

    /** The first line has closed. */
    onClose(): void {
      close(first)
    },

    /** Joins a joined channel over another line, which is open, and then leaves it on the first one. */
    async moveTo(name: ChannelName, line: Line): Promise<void> {
      const channel = channels.get(name)
      if (!channel?.isJoined || lineOf(channel) === line) return
      moved.set(channel, line)
      await sync(channel)
      if (channels.get(name) === channel && lineOf(channel) === line && channel.isJoined) leave(name, first)
    },

    /** That line has closed: its channels go on over the first one at once. */
    moveBack(line: Line): void {
      for (const channel of close(line)) {
        moved.delete(channel)
        if (first.isOpen()) void sync(channel)
      }
    },

    /** The line over which requests about the channel go. */
    lineFor(name: string): Line {
      const channel = channels.get(name)
      return channel?.isJoined ? lineOf(channel) : first
    },

    isJoined: (name: ChannelName): boolean => channels.get(name)?.isJoined ?? false,
  }
}
