import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { channelName, type WireMessage } from '#shared/wire.ts'
import { createOutbox } from './outbox.ts'
import { RequestError, type RequestBody } from './requests.ts'

const chat = channelName.conversation('c1')

function setUp() {
  const state = { isOpen: true }
  const sent: WireMessage[] = []
  const asked: string[] = []
  let seq = 0
  const ask = vi.fn(async (body: RequestBody): Promise<unknown> => {
    if (body.type === 'message:send') asked.push(body.cid)
    return { epoch: 'e', seq: ++seq, sentAt: 1 }
  })
  const outbox = createOutbox({
    ask,
    isOpen: () => state.isOpen,
    memberId: 'me',
    now: () => 0,
    onSent: (_, message) => sent.push(message),
  })
  const statuses = () => outbox.items(chat).map(({ text, status }) => `${text} ${status}`)
  return { state, sent, asked, ask, outbox, statuses }
}

const settled = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('sends one after the other and forgets each when it is acknowledged', async () => {
  const { outbox, sent, statuses } = setUp()
  outbox.add(chat, { text: 'one' })
  outbox.add(chat, { text: 'two' })
  expect(statuses()).toEqual(['one pending', 'two pending'])
  await settled()
  expect(sent.map(({ text, seq, from }) => `${seq} ${text} ${from}`)).toEqual(['1 one me', '2 two me'])
  expect(statuses()).toEqual([])
})

it('keeps what was written offline and sends it in order on reconnect', async () => {
  const { outbox, state, sent, statuses } = setUp()
  state.isOpen = false
  outbox.add(chat, { text: 'one' })
  outbox.add(chat, { text: 'two' })
  await settled()
  expect(statuses()).toEqual(['one pending', 'two pending'])
  state.isOpen = true
  outbox.resume()
  await settled()
  expect(sent.map(({ text }) => text)).toEqual(['one', 'two'])
})

it('repeats under the same cid when the connection went before the answer', async () => {
  const { outbox, ask, asked, state } = setUp()
  ask.mockImplementationOnce(async (body) => {
    if (body.type === 'message:send') asked.push(body.cid)
    state.isOpen = false
    throw new RequestError('closed')
  })
  const item = outbox.add(chat, { text: 'one' })
  await settled()
  state.isOpen = true
  outbox.resume()
  await settled()
  expect(asked).toEqual([item.cid, item.cid])
})

it('marks a message failed after a timeout, and a retry sends the same one', async () => {
  const { outbox, ask, statuses, sent } = setUp()
  ask.mockRejectedValueOnce(new RequestError('timeout'))
  const item = outbox.add(chat, { text: 'one' })
  await settled()
  expect(statuses()).toEqual(['one failed'])
  outbox.retry(item.cid)
  await settled()
  expect(sent.map(({ cid }) => cid)).toEqual([item.cid])
})

it('tries three times while the server is busy, then lets the writer decide', async () => {
  const { outbox, ask, statuses } = setUp()
  ask.mockRejectedValue(new RequestError('unavailable'))
  outbox.add(chat, { text: 'one' })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(ask).toHaveBeenCalledTimes(3)
  expect(statuses()).toEqual(['one failed'])
})

it('does not send a refused message again by itself', async () => {
  const { outbox, ask, statuses } = setUp()
  ask.mockRejectedValueOnce(new RequestError('forbidden'))
  outbox.add(chat, { text: 'one' })
  await settled()
  outbox.resume()
  await settled()
  expect(ask).toHaveBeenCalledOnce()
  expect(statuses()).toEqual(['one failed'])
})

it('says at once that nothing goes out any more once the connection has ended', () => {
  const { outbox, state, statuses } = setUp()
  state.isOpen = false
  const { cid } = outbox.add(chat, { text: 'before' })
  outbox.giveUp()
  outbox.add(chat, { text: 'after' })
  outbox.retry(cid)
  expect(statuses()).toEqual(['before failed', 'after failed'])
})

it('gives the same list until something changes', () => {
  const { outbox, state } = setUp()
  state.isOpen = false
  outbox.add(chat, { text: 'one' })
  expect(outbox.items(chat)).toBe(outbox.items(chat))
})
