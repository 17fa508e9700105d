import { directSocketURL, tabParameter } from '#shared/realtime/direct/direct-socket.ts'
import { isEvent, packedParameter, readFrames } from '#shared/realtime/wire.ts'
import type { WebSocketOptions } from './web-socket.ts'

/** One participant of a conversation of two. `token` and `channelToken` are Kismet's; the other servers need none. */
export type Member = { id: string; conversation: string; token: string; channelToken: string }

/** The protocol of one server. `beside`: another connection of the same page, opened first, and what it sends then. */
export type Dialect = {
  beside?: (port: number, member: Member) => { address: WebSocketOptions; greet: string[] }
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

/** A connection to the member's own object alone. */
const hub: Dialect = {
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
  isReady: (frame) => /^\[?\{"id":2,"status":"success"/.test(frame),
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

/** A page of today: the conversation on screen has a connection of its own. */
const kismet: Dialect = {
  ...hub,
  beside(port, member) {
    const [joinMember = ''] = hub.greet('', member)
    const { path, ...address } = hub.address(port, member)
    return { address: { ...address, path: `${path}&${tabParameter}=${tabOf(member)}` }, greet: [joinMember] }
  },
  address(port, member) {
    const path = `${directSocketURL('/realtime', member.conversation, member.id)}&${tabParameter}=${tabOf(member)}`
    return { ...hub.address(port, member), path }
  },
  greet: (frame, member) => hub.greet(frame, member).slice(1),
}

const tabOf = ({ id }: Member) => `tab-${id}`

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

export const dialects: Record<DialectName, Dialect> = { kismet, hub, bare, 'socket.io': socketIo }
export type DialectName = 'kismet' | 'hub' | 'bare' | 'socket.io'
