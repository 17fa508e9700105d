import { isEvent, packedParameter, readFrames } from '#shared/realtime/wire.ts'
import type { WebSocketOptions } from './web-socket.ts'

/** One participant of a conversation of two. `token` and `channelToken` are Kismet's; the other servers need none. */
export type Member = { id: string; conversation: string; token: string; channelToken: string }

/** The protocol of one server. */
export type Dialect = {
  address(port: number, member: Member): WebSocketOptions
  /** The answer to a frame, if any; '' represents the opened connection. */
  greet(frame: string, member: Member): string[]
  /** True for the frame that completes the join. */
  isReady(frame: string): boolean
  say(n: number, text: string, member: Member): string
  /** The `cid`s of the other member's messages in it. */
  heard(frame: string, member: Member): string[]
}

export const cidOf = (n: number, member: Member) => `${member.id.slice(0, 12)}-${n}`

const kismet: Dialect = {
  address: (port, { token }) => ({
    port,
    path: `/realtime?${packedParameter}`,
    headers: { Authorization: `Bearer ${token}`, Origin: `http://127.0.0.1:${port}` },
  }),
  greet(frame, { id, conversation, channelToken }) {
    const join = (n: number, channel: string) =>
      JSON.stringify({ id: n, type: 'channel:join', channel, auth: { token: channelToken } })
    return frame === '' ? [join(1, `private-member.${id}`), join(2, `presence-conversation.${conversation}`)] : []
  },
  isReady: (frame) => frame.startsWith('[{"id":2,"status":"success"'),
  say: (n, text, member) =>
    JSON.stringify({
      id: 10 + n,
      type: 'message:send',
      channel: `presence-conversation.${member.conversation}`,
      cid: cidOf(n, member),
      text,
    }),
  heard(frame, { id }) {
    if (!frame.includes('{"event":"message"')) return []
    return readFrames(frame).flatMap((each) =>
      'event' in each && isEvent(each, 'message') && each.data.from !== id ? [each.data.cid] : [],
    )
  },
}

const bare: Dialect = {
  address: (port, { id, conversation }) => ({ port, path: `/?room=${conversation}&member=${id}` }),
  greet: () => [],
  isReady: () => true,
  say: (n, text, member) => JSON.stringify({ cid: cidOf(n, member), text }),
  heard(frame, { id }) {
    if (frame === '') return []
    const { cid, from }: { cid: string; from: string } = JSON.parse(frame)
    return from === id ? [] : [cid]
  },
}

/** Engine.IO 4 and Socket.IO 5 as text frames: `0` opens, `40` connects, `2` and `3` are ping and pong, `42` is an event. */
const socketIo: Dialect = {
  address: (port, { id, conversation }) => ({
    port,
    path: `/socket.io/?EIO=4&transport=websocket&room=${conversation}&member=${id}`,
  }),
  greet: (frame) => (frame.startsWith('0') ? ['40'] : frame === '2' ? ['3'] : []),
  isReady: (frame) => frame.startsWith('40'),
  say: (n, text, member) => `42${n}${JSON.stringify(['say', { cid: cidOf(n, member), text }])}`,
  heard(frame) {
    if (!frame.startsWith('42["message"')) return []
    const [, { cid }]: [string, { cid: string }] = JSON.parse(frame.slice(2))
    return [cid]
  },
}

export const dialects = { kismet, bare, 'socket.io': socketIo }
export type DialectName = keyof typeof dialects
