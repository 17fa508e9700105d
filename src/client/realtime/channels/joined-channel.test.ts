import type { ConversationListener } from '#shared/realtime/realtime.tsx'
import { expect, it, vi } from 'vitest'
import { channelName, type JoinData, type WireMessage } from '#shared/realtime/wire.ts'
import { JoinedChannel } from './joined-channel.ts'
import type { Line } from './line.ts'

const chat = channelName.conversation('c1')
const message = (seq: number, epoch = 'e'): WireMessage => ({
  epoch,
  seq,
  cid: `cid-${seq}`,
  from: 'anna',
  text: '',
  sentAt: seq,
})
const answer = (facts: Partial<JoinData> = {}): Partial<JoinData> => ({ epoch: 'e', head: 3, recovered: true, ...facts })

const line: Line = { ask: async () => undefined, isOpen: () => true, closes: 0 }

function setUp(since: { epoch: string; seq: number } | null = { epoch: 'e', seq: 3 }) {
  const shown: string[] = []
  const seqs = (messages: readonly WireMessage[]) => messages.map(({ seq }) => seq).join()
  const listener: ConversationListener = {
    onMessages: (messages) => shown.push(`more ${seqs(messages)}`),
    onReset: (messages, { seq }) => shown.push(`reset ${seqs(messages)} up to ${seq}`),
    onEvent: vi.fn(),
    onRefused: vi.fn(),
  }
  const channel = new JoinedChannel(chat, since, listener, line)
  const join = (data = answer()) => {
    channel.beginJoin()
    channel.nextRound()
    channel.takeHistory(data)
    return channel.endJoin()
  }
  return { channel, shown, join }
}

it('asks from its cursor, and a channel without a log as a page that comes back once it was joined', () => {
  const { channel } = setUp()
  expect(channel.nextRound()).toEqual({ epoch: 'e', seq: 3 })
  const member = new JoinedChannel(channelName.member('anna'), null, null, line)
  expect(member.nextRound()).toBeUndefined()
  member.endJoin()
  expect(member.nextRound()).toEqual({ epoch: '', seq: 0 })
})

it('takes another round for more history, and for a join that was wanted meanwhile', () => {
  const { channel } = setUp()
  expect(channel.beginJoin()).toBe(true)
  channel.nextRound()
  expect(channel.takeHistory(answer({ head: 9, more: true, messages: [message(4)] }))).toBe(true)
  expect(channel.nextRound()).toEqual({ epoch: 'e', seq: 4 })
  expect(channel.beginJoin(), 'one join at a time').toBe(false)
  expect(channel.takeHistory(answer())).toBe(true)
  channel.nextRound()
  expect(channel.takeHistory(answer())).toBe(false)
})

it('holds back what overtakes the answer of a join, and forgets it with the connection', () => {
  const { channel, join, shown } = setUp()
  channel.beginJoin()
  expect(channel.receive(message(4))).toBe(false)
  expect(shown).toEqual([])
  expect(join().map(({ seq }) => seq)).toEqual([4])
  channel.beginJoin()
  channel.receive(message(5))
  channel.reset()
  expect(join()).toEqual([])
})

it('shows the next message, drops what it has, and wants a join for a gap or another epoch', () => {
  const { channel, join, shown } = setUp()
  join()
  expect(shown.splice(0)).toEqual(['more '])
  expect([message(4), message(4), message(6)].map((one) => channel.receive(one))).toEqual([false, false, true])
  expect(shown).toEqual(['more 4'])
  expect(channel.nextRound()).toEqual({ epoch: 'e', seq: 4 })
  expect(channel.receive(message(1, 'later'))).toBe(true)
  expect(channel.nextRound(), 'the old cursor is void').toBeUndefined()
})

it('starts again where the log cannot be continued', () => {
  const { join, shown } = setUp()
  join(answer({ epoch: 'later', head: 8, messages: [message(7, 'later'), message(8, 'later')], recovered: false }))
  expect(shown).toEqual(['reset 7,8 up to 8'])
})

it('shows an acknowledged message at once, and its cursor passes no message that is not there', () => {
  const { channel, join, shown } = setUp()
  join()
  channel.showSent(message(5))
  expect(channel.nextRound()?.seq).toBe(3)
  channel.showSent(message(4))
  expect(channel.nextRound()?.seq).toBe(4)
  expect(shown.slice(1)).toEqual(['more 5', 'more 4'])
})

it('notices by the heartbeat that a frame was lost, but only once it is joined', () => {
  const { channel, join } = setUp()
  expect(channel.isBehind(9)).toBe(false)
  join()
  expect([channel.isBehind(9), channel.isBehind(3), channel.isBehind(undefined)]).toEqual([true, false, false])
})
