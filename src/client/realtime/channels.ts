import type { ConversationListener } from '#shared/realtime/realtime.tsx'
import {
  isEvent,
  positionOf,
  socketErrors,
  timings,
  type ChannelName,
  type ConversationChannel,
  type JoinData,
  type ServerEvent,
  type Since,
  type WireMessage,
} from '#shared/realtime/wire.ts'
import { isBehind, judgeMessage } from './cursor.ts'
import { RequestError, type Requests } from './requests.ts'
import { SignedOutError, type TokenSource } from './token-source.ts'

type Channel = {
  name: ChannelName
  listener: ConversationListener | null
  cursor: Since | null
  phase: 'away' | 'joining' | 'joined'
  /** It was already joined on this page. */
  isBack: boolean
  /** Messages were missed while joining: join once more. */
  again: boolean
  /** Messages that arrived before the join's answer. */
  early: WireMessage[]
}

/**
 * The data of the join, or 'refused' for this channel, or 'signed-out' for all. After a reconnect the answer of an older
 * connection is ignored.
 */
type JoinAnswer = Partial<JoinData> | 'refused' | 'signed-out'

/** The member's own channel has no log; this asks for the answer of a returning page. */
const noCursor: Since = { epoch: '', seq: 0 }

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
  const channels = new Map<ChannelName, Channel>()
  /** Incremented by every close: answers to requests of an older connection are ignored. */
  let generation = 0

  function add(name: ChannelName, since: Since | null, listener: ConversationListener | null): () => void {
    const channel: Channel = {
      name,
      listener,
      cursor: since && { ...since },
      phase: 'away',
      isBack: false,
      again: false,
      early: [],
    }
    channels.set(name, channel)
    if (isOpen()) void sync(channel)
    return () => {
      if (channels.get(name) !== channel) return
      channels.delete(name)
      if (isOpen()) void leave(name)
    }
  }

  const isCurrent = (channel: Channel, born: number) => born === generation && channels.get(channel.name) === channel

  async function sync(channel: Channel): Promise<void> {
    if (channel.phase === 'joining') {
      channel.again = true
      return
    }
    const born = generation
    channel.phase = 'joining'
    let answer: JoinAnswer = {}
    let more = true
    while (more || channel.again) {
      channel.again = false
      answer = await join(channel, born)
      if (!isCurrent(channel, born)) return
      if (answer === 'signed-out') {
        channel.phase = 'away'
        return
      }
      if (answer === 'refused') {
        refuse(channel)
        return
      }
      more = accept(channel, answer)
    }
    channel.phase = 'joined'
    channel.isBack = true
    for (const message of channel.early.splice(0)) receive(channel, message)
    onJoined(channel.name, answer)
  }

  /** Retries until there is an answer, access is refused, or the connection was replaced. */
  async function join(channel: Channel, born: number): Promise<JoinAnswer> {
    let refusals = 0
    for (;;) {
      let token = ''
      try {
        token = await tokens.get()
        const auth = { token }
        const since = channel.cursor ?? (channel.isBack && !channel.listener ? noCursor : undefined)
        return ((await ask({ type: 'channel:join', channel: channel.name, auth, since })) ?? {}) as Partial<JoinData>
      } catch (error) {
        if (!isCurrent(channel, born)) return 'signed-out'
        const code = error instanceof RequestError ? error.code : null
        if (code !== 'closed') console.error(socketErrors.join(channel.name))
        if (code === 'forbidden' || code === 'bad-frame') return 'refused'
        if (error instanceof SignedOutError) return 'signed-out'
        if (code === 'unauthorized') {
          tokens.drop(token)
          if (++refusals > 1) return 'signed-out'
          continue
        }
        await new Promise((resolve) => setTimeout(resolve, timings.minBackoffMs))
        if (!isCurrent(channel, born)) return 'signed-out'
      }
    }
  }

  async function leave(name: ChannelName): Promise<void> {
    try {
      await ask({ type: 'channel:leave', channel: name, auth: { token: await tokens.get() } })
    } catch (error) {
      // The connection has closed, or the conversation has ended and the event about it is still on its way.
      const code = error instanceof RequestError ? error.code : null
      if (code !== 'closed' && code !== 'not-joined') console.error(socketErrors.leave(name))
    }
  }

  function refuse(channel: Channel): void {
    channels.delete(channel.name)
    channel.listener?.onRefused()
    onRefused(channel.name)
  }

  /** Takes a page of history; true if there is more. */
  function accept(channel: Channel, data: Partial<JoinData>): boolean {
    const { listener, cursor } = channel
    if (!listener || data.epoch === undefined) return false
    const { epoch, head = 0, messages = [], more = false } = data
    const last = Math.max(0, ...messages.map(positionOf))
    const continues = cursor !== null && cursor.epoch === epoch && data.recovered === true
    channel.cursor = { epoch, seq: Math.max(continues ? cursor.seq : 0, more ? last : Math.max(last, head)) }
    if (continues) listener.onMessages(messages)
    else listener.onReset(messages, { ...channel.cursor })
    const name = channel.name as ConversationChannel // Only conversations have listeners.
    for (const marks of data.marks ?? []) listener.onEvent({ event: 'marks', channel: name, data: marks })
    return more && messages.length > 0
  }

  function receive(channel: Channel, message: WireMessage): void {
    if (channel.phase === 'joining' || channel.cursor === null) {
      channel.early.push(message)
      return
    }
    switch (judgeMessage(channel.cursor, message)) {
      case 'deliver':
        channel.cursor.seq = positionOf(message)
        return channel.listener?.onMessages([message])
      case 'drop':
        return
      case 'reload':
        channel.cursor = null
        return void sync(channel)
      case 'resume':
        return void sync(channel)
    }
  }

  return {
    join: (name: ChannelName) => add(name, null, null),
    follow: (name: ConversationChannel, since: Since | null, listener: ConversationListener) => add(name, since, listener),

    /**
     * Shows an acknowledged message of the viewer's own at once; the cursor only moves when its turn comes in the conversation.
     */
    onSent(name: ConversationChannel, message: WireMessage): void {
      const channel = channels.get(name)
      if (!channel) return
      if (channel.phase === 'joined' && channel.cursor && judgeMessage(channel.cursor, message) === 'deliver')
        channel.cursor.seq = positionOf(message)
      channel.listener?.onMessages([message])
    },

    onEvent(event: ServerEvent): void {
      if (isEvent(event, 'pong')) {
        const heads = event.data
        for (const channel of channels.values()) {
          if (channel.phase === 'joined' && channel.cursor && isBehind(channel.cursor, heads[channel.name])) void sync(channel)
        }
        return
      }
      const channel = channels.get(event.channel)
      if (!channel) return
      if (isEvent(event, 'message')) receive(channel, event.data)
      else if (isEvent(event, 'closed')) refuse(channel)
      else channel.listener?.onEvent(event)
    },

    /** Joins everything again, each channel from its own cursor; resolves once all have been tried. */
    async rejoin(): Promise<void> {
      await Promise.all([...channels.values()].map(sync))
    },

    onClose(): void {
      generation++
      for (const channel of channels.values()) Object.assign(channel, { phase: 'away', again: false, early: [] })
    },
  }
}
