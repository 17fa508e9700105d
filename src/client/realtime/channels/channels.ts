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

/**
 * The joined channels of one page. It joins requested channels and joins again after a reconnect, each from its cursor. Listeners
 * thus receive every message as soon as it is known, and miss none.
 */
export function createChannels({ ask, tokens, isOpen, onJoined, onRefused }: ChannelDeps) {
  const channels = new Map<ChannelName, JoinedChannel>()
  /** Incremented by every close: answers to requests of an older connection are ignored. */
  let generation = 0

  function add(name: ChannelName, since: Since | null, listener: ConversationListener | null): () => void {
    const channel = new JoinedChannel(name, since, listener)
    channels.set(name, channel)
    if (isOpen()) void sync(channel)
    return () => {
      if (channels.get(name) !== channel) return
      channels.delete(name)
      if (isOpen()) void askToLeave({ ask, tokens }, name)
    }
  }

  /** Joins a channel from its cursor, page by page, until it has everything. */
  async function sync(channel: JoinedChannel): Promise<void> {
    if (!channel.beginJoin()) return
    const { name } = channel
    const born = generation
    const isCurrent = () => born === generation && channels.get(name) === channel
    let answer: JoinAnswer
    do {
      answer = await askToJoin({ ask, tokens }, { name, since: channel.nextRound(), isCurrent })
      if (!isCurrent()) return
      if (answer === 'signed-out') return channel.leave()
      if (answer === 'refused') return refuse(channel)
    } while (channel.takeHistory(answer))
    for (const message of channel.endJoin()) receive(channel, message)
    onJoined(name, answer)
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

    /** Joins everything again, each channel from its own cursor; resolves once all have been tried. */
    async rejoin(): Promise<void> {
      await Promise.all([...channels.values()].map(sync))
    },

    onClose(): void {
      generation++
      for (const channel of channels.values()) channel.reset()
    },
  }
}
