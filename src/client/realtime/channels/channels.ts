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
import type { Line } from './line.ts'
import { RequestError, type RequestBody, type Requests } from '../requests.ts'
import type { TokenSource } from '../connection/token-source.ts'

type ChannelDeps = {
  ask: Requests['ask']
  tokens: TokenSource
  isOpen: () => boolean
  onJoined: (name: ChannelName, data: unknown) => void
  onRefused: (name: ChannelName) => void
}

/**
 * The joined channels of one page. It joins requested channels and joins again after a reconnect, each from its cursor. Listeners
 * thus receive every message as soon as it is known, and miss none. A channel may move to another line and back; its cursor
 * goes along.
 */
export function createChannels({ ask, tokens, isOpen, onJoined, onRefused }: ChannelDeps) {
  const channels = new Map<string, JoinedChannel>()
  const first: Line = { ask, isOpen, closes: 0 }

  function add(name: ChannelName, since: Since | null, listener: ConversationListener | null): () => void {
    const channel = new JoinedChannel(name, since, listener, first)
    channels.set(name, channel)
    if (isOpen()) void sync(channel)
    return () => {
      if (channels.get(name) !== channel) return
      channels.delete(name)
      leave(channel, channel.line)
    }
  }

  function leave({ name }: JoinedChannel, line: Line): void {
    if (line.isOpen()) void askToLeave({ ask: line.ask, tokens }, name)
  }

  /** Joins a channel from its cursor, page by page, until it has everything. */
  async function sync(channel: JoinedChannel): Promise<void> {
    if (!channel.beginJoin()) return
    const { name } = channel
    let answer: JoinAnswer
    do {
      const { line } = channel
      const { closes } = line
      const isCurrent = () => closes === line.closes && channels.get(name) === channel
      answer = await askToJoin({ ask: line.ask, tokens }, { name, since: channel.nextRound(), isCurrent })
      if (!isCurrent()) return
      if (typeof answer === 'string' && line.refused) return line.refused(answer === 'signed-out')
      if (answer === 'signed-out') return channel.leave()
      if (answer === 'refused') return refuse(channel)
    } while (channel.takeHistory(answer))
    for (const message of channel.endJoin()) receive(channel, message)
    onJoined(name, answer)
  }

  function listOn(line: Line): JoinedChannel[] {
    return [...channels.values()].filter((channel) => channel.line === line)
  }

  function close(line: Line): JoinedChannel[] {
    line.closes++
    const onLine = listOn(line)
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
      await Promise.all(listOn(first).map(sync))
    },

    /** The first line has closed. */
    onClose(): void {
      close(first)
    },

    /**
     * Asks over the line that the channel is on. While it is being joined again, nothing is asked: it would be refused, and the
     * caller would go another way. What waits is asked again when it is joined.
     */
    ask: (body: RequestBody): Promise<unknown> => {
      const channel = channels.get(body.channel)
      if (channel?.isLost) return Promise.reject(new RequestError('closed'))
      return (channel?.isOnLine ? channel.line : first).ask(body)
    },

    // For the move to another line and back (`moved-channel.ts`).
    channels,
    first,
    sync,
    leave,
    close,
  }
}
