import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { chat, newBrowser, refuse, until } from '#test/support/fixtures/outbox-browser.ts'
import { openOutboxStore } from './outbox-store.ts'

// The storage works in macrotasks of its own, which stay real.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())
const pass = (ms: number) => (vi.advanceTimersByTime(ms), new Promise(setImmediate))

it('sends one after the other and forgets each when it is acknowledged', async () => {
  const { openTab, sent } = newBrowser()
  const { outbox, shown, statuses } = openTab()
  void outbox.add(chat, { text: 'one' })
  void outbox.add(chat, { text: 'two' })
  expect(statuses()).toEqual(['one pending', 'two pending'])
  await until(() => expect(statuses()).toEqual([]))
  expect(shown.map(({ text, seq, from }) => `${seq} ${text} ${from}`)).toEqual(['1 one me', '2 two me'])
  expect(sent()).toEqual(['one', 'two'])
})

it('stores a message before it resolves, and leaves a mark for the end of the session', async () => {
  const factory = new IDBFactory()
  const { openTab } = newBrowser({ factory })
  const { outbox, noteKept } = openTab({ isReady: false })
  await outbox.add(chat, { text: 'one' })
  expect((await openOutboxStore('me', factory).list()).map(({ text }) => text)).toEqual(['one'])
  expect(noteKept).toHaveBeenCalled()
})

it('sends what was written offline in order after a reload, each once', async () => {
  const { openTab, sent } = newBrowser()
  const before = openTab({ isReady: false })
  for (const text of ['one', 'two', 'three']) await before.outbox.add(chat, { text })
  before.close()
  const after = openTab({ isReady: false })
  await until(() => expect(after.statuses()).toEqual(['one pending', 'two pending', 'three pending']))
  after.line.isReady = true
  await after.outbox.resume()
  await until(() => expect(after.statuses()).toEqual([]))
  expect(sent()).toEqual(['one', 'two', 'three'])
})

it('repeats under the same cid when the connection went before the answer', async () => {
  const { openTab, send } = newBrowser()
  const { outbox, line, statuses } = openTab()
  send.mockImplementationOnce(() => {
    line.isReady = false
    return refuse('closed')
  })
  const { cid } = await outbox.add(chat, { text: 'one' })
  await until(() => expect(line.isReady).toBe(false))
  expect(statuses()).toEqual(['one pending'])
  line.isReady = true
  await outbox.resume()
  await until(() => expect(statuses()).toEqual([]))
  expect(send.mock.calls.map(([item]) => item.cid)).toEqual([cid, cid])
})

it('holds up what was written later while a message could not be sent, so that the order stays', async () => {
  const { openTab, send, sent } = newBrowser()
  const { outbox, statuses } = openTab()
  send.mockImplementationOnce(() => refuse('timeout'))
  void outbox.add(chat, { text: 'one' })
  const second = outbox.add(chat, { text: 'two' })
  const { cid } = outbox.items(chat)[0]!
  await until(() => expect(statuses()).toEqual(['one failed', 'two pending']))
  await second
  outbox.retry(cid)
  await until(() => expect(statuses()).toEqual([]))
  expect(sent()).toEqual(['one', 'one', 'two'])
})

it('lets the writer decide about a message that the server could not take for a quarter of an hour', async () => {
  const { openTab, send } = newBrowser()
  const { outbox, statuses } = openTab()
  send.mockImplementation(() => refuse('unavailable'))
  await outbox.add(chat, { text: 'one' })
  let passedMs = 0
  for (; statuses()[0] === 'one pending' && passedMs < 20 * 60_000; passedMs += 1_000) await pass(1_000)
  expect(statuses()).toEqual(['one failed'])
  expect(passedMs).toBeGreaterThan(10 * 60_000)
})

it('keeps messages waiting while a store of the server is away for five minutes, then sends each once, in order', async () => {
  const { openTab, send, sent } = newBrowser()
  const { outbox, shown, statuses } = openTab()
  send.mockImplementation(() => refuse('unavailable'))
  await outbox.add(chat, { text: 'one' })
  await outbox.add(chat, { text: 'two' })
  for (let passedMs = 0; passedMs < 5 * 60_000; passedMs += 500) {
    await pass(500)
    expect(statuses()).toEqual(['one pending', 'two pending'])
  }
  expect(send.mock.calls.length).toBeGreaterThan(20)
  expect(send.mock.calls.length).toBeLessThan(60)
  send.mockReset()
  await until(() => expect(statuses()).toEqual([]))
  expect(sent()).toEqual(['one', 'two'])
  expect(shown.map(({ seq, text }) => `${seq} ${text}`)).toEqual(['1 one', '2 two'])
})

it('waits for Retry-After when it was too much at once, without losing an attempt, and keeps the order', async () => {
  const { openTab, send, sent } = newBrowser()
  const { outbox, shown, statuses } = openTab()
  for (let n = 0; n < 5; n += 1) send.mockImplementationOnce(() => refuse('too-many', 3))
  void outbox.add(chat, { text: 'one' })
  void outbox.add(chat, { text: 'two' })
  await until(() => expect(sent()).toEqual(['one']))
  // The connection returns meanwhile, and the writer goes on: neither makes a retry come sooner.
  await outbox.resume()
  void outbox.add(chat, { text: 'three' })
  let askedAt = 0
  for (let asked = 2; asked <= 6; asked += 1) {
    let waitedMs = 0
    for (; sent().length < asked; waitedMs += 10) {
      expect(statuses().every((status) => status.endsWith('pending'))).toBe(true)
      vi.advanceTimersByTime(10)
      await new Promise(setImmediate)
    }
    askedAt += waitedMs
    expect(waitedMs).toBeGreaterThan(2_500)
  }
  expect(askedAt).toBeGreaterThan(14_000)
  await until(() => expect(statuses()).toEqual([]))
  expect(sent()).toEqual(['one', 'one', 'one', 'one', 'one', 'one', 'two', 'three'])
  expect(shown.map(({ text, seq }) => `${seq} ${text}`)).toEqual(['1 one', '2 two', '3 three'])
})

it('leaves a photo to its writer when it would have to wait for long, and sends those behind it', async () => {
  const { openTab, upload, sent } = newBrowser()
  const { outbox, statuses } = openTab()
  upload.mockImplementationOnce(() => refuse('too-many', 1_800))
  void outbox.add(chat, { text: 'look', photo: new Blob(['bytes']) })
  void outbox.add(chat, { text: 'two' })
  await until(() => expect(statuses()).toEqual(['look failed']))
  expect(sent()).toEqual(['two'])
  await outbox.resume()
  expect(upload).toHaveBeenCalledOnce()
  outbox.retry(outbox.items(chat)[0]!.cid)
  await until(() => expect(statuses()).toEqual([]))
})

it('tries what is stuck again when its writer goes on writing', async () => {
  const { openTab, send, sent } = newBrowser()
  const { outbox, statuses } = openTab()
  send.mockImplementationOnce(() => refuse('timeout'))
  await outbox.add(chat, { text: 'one' })
  await until(() => expect(statuses()).toEqual(['one failed']))
  await outbox.add(chat, { text: 'two' })
  await until(() => expect(statuses()).toEqual([]))
  expect(sent()).toEqual(['one', 'one', 'two'])
})

it('does not send a refused message again by itself, also after a reload, and sends those behind it', async () => {
  const { openTab, send, sent } = newBrowser()
  send.mockImplementationOnce(() => refuse('forbidden'))
  const before = openTab()
  await before.outbox.add(chat, { text: 'one' })
  await until(() => expect(before.statuses()).toEqual(['one failed']))
  before.close()
  const { outbox, statuses } = openTab()
  await outbox.resume()
  await outbox.add(chat, { text: 'two' })
  await until(() => expect(statuses()).toEqual(['one failed']))
  expect(sent()).toEqual(['one', 'two'])
  outbox.retry(outbox.items(chat)[0]!.cid)
  await until(() => expect(statuses()).toEqual([]))
})

it('says of each message why it was refused', async () => {
  const { openTab, send, sent } = newBrowser()
  const { outbox, statuses } = openTab()
  send.mockImplementationOnce(() => refuse('contact-details')).mockImplementationOnce(() => refuse('conflict'))
  await outbox.add(chat, { text: 'one' })
  await outbox.add(chat, { text: 'two' })
  await until(() => expect(statuses()).toEqual(['one failed', 'two failed']))
  expect(outbox.items(chat).map(({ reason }) => reason)).toEqual(['contact-details', 'conflict'])
  await outbox.resume()
  expect(sent(), 'neither is sent again by itself').toEqual(['one', 'two'])
})

it('forgets a discarded message, in every tab, and goes on with the next', async () => {
  const { openTab, send, sent } = newBrowser()
  const [one, other] = [openTab(), openTab({ isReady: false })]
  send.mockImplementationOnce(() => refuse('timeout'))
  void one.outbox.add(chat, { text: 'one' })
  await one.outbox.add(chat, { text: 'two' })
  await until(() => expect(other.statuses()[0]).toBe('one failed'))
  other.outbox.discard(other.outbox.items(chat)[0]!.cid)
  await until(() => expect([...one.statuses(), ...other.statuses()]).toEqual([]))
  expect(sent()).toEqual(['one', 'two'])
})

it('puts what two tabs write offline into one order, and sends each once', async () => {
  const { openTab, sent } = newBrowser()
  const [one, other] = [openTab({ isReady: false }), openTab({ isReady: false })]
  const texts = ['a', 'b', 'c', 'd', 'e', 'f']
  for (const [index, text] of texts.entries()) await (index % 2 ? other : one).outbox.add(chat, { text })
  await until(() => expect(one.statuses()).toEqual(other.statuses()))
  for (const tab of [other, one]) {
    tab.line.isReady = true
    void tab.outbox.resume()
  }
  await until(() => expect([...one.statuses(), ...other.statuses()]).toEqual([]))
  expect(sent()).toEqual(texts)
  for (const { shown } of [one, other]) expect(new Set(shown.map(({ seq }) => seq)).size).toBe(texts.length)
})

it('takes over when a tab closes in the middle of sending', async () => {
  const { openTab, send, sent } = newBrowser()
  const [one, other] = [openTab(), openTab()]
  send.mockImplementationOnce(() => new Promise(() => {}))
  await one.outbox.add(chat, { text: 'one' })
  await one.outbox.add(chat, { text: 'two' })
  await until(() => expect(sent()).toEqual(['one']))
  one.close()
  await until(() => expect(other.statuses()).toEqual([]))
  expect(sent()).toEqual(['one', 'one', 'two'])
})

it('sends by a tab that has a connection what was written in one that has none', async () => {
  const { openTab } = newBrowser()
  const [one, other] = [openTab({ isReady: false }), openTab()]
  await one.outbox.add(chat, { text: 'one' })
  await until(() => expect(one.statuses()).toEqual([]))
  expect(one.shown.map(({ text }) => text)).toEqual(['one'])
  expect(other.shown.map(({ text }) => text)).toEqual(['one'])
})

it('neither shows nor sends what another member of this browser wrote', async () => {
  const { openTab, sent } = newBrowser()
  const anna = openTab({ isReady: false, member: 'anna' })
  await anna.outbox.add(chat, { text: 'secret' })
  anna.close()
  const ben = openTab({ member: 'ben' })
  await ben.outbox.resume()
  await ben.outbox.add(chat, { text: 'mine' })
  await until(() => expect(ben.statuses()).toEqual([]))
  expect(sent()).toEqual(['mine'])
})

it('goes on in memory where the browser keeps nothing', async () => {
  const open = () => {
    throw new Error('private mode')
  }
  const { openTab, sent } = newBrowser({ factory: { open } as unknown as IDBFactory })
  const { outbox, line, statuses } = openTab({ isReady: false })
  await outbox.add(chat, { text: 'one' })
  await outbox.add(chat, { text: 'two' })
  expect(statuses()).toEqual(['one pending', 'two pending'])
  line.isReady = true
  await outbox.resume()
  await until(() => expect(statuses()).toEqual([]))
  expect(sent()).toEqual(['one', 'two'])
})

it('does not wait for a storage that hangs', async () => {
  const open = () => new EventTarget()
  const { openTab, sent } = newBrowser({ factory: { open } as unknown as IDBFactory })
  const { outbox, statuses } = openTab()
  void outbox.add(chat, { text: 'one' })
  await until(() => expect(sent()).toEqual(['one']))
  await until(() => expect(statuses()).toEqual([]))
})

it('brings a photo up once, then sends the message with it', async () => {
  const { openTab, send, upload } = newBrowser()
  const { outbox, shown, statuses } = openTab()
  send.mockImplementationOnce(() => refuse('timeout'))
  await outbox.add(chat, { text: '', photo: new Blob(['bytes']) })
  await until(() => expect(statuses()).toEqual([' failed']))
  outbox.retry(outbox.items(chat)[0]!.cid)
  await until(() => expect(statuses()).toEqual([]))
  expect(upload).toHaveBeenCalledOnce()
  expect(send.mock.calls.map(([{ uploaded }]) => uploaded?.id)).toEqual(['photo-id', 'photo-id'])
  expect(shown.map(({ photo }) => photo?.width)).toEqual([2])
})

it('says at once that nothing goes out any more once the connection has ended', async () => {
  const { openTab } = newBrowser()
  const { outbox, line, statuses } = openTab({ isReady: false })
  const { cid } = await outbox.add(chat, { text: 'before' })
  outbox.giveUp()
  line.isReady = true
  await outbox.add(chat, { text: 'after' })
  outbox.retry(cid)
  expect(statuses()).toEqual(['before failed', 'after failed'])
})

it('gives the same list until something changes', async () => {
  const { openTab } = newBrowser()
  const { outbox } = openTab({ isReady: false })
  await outbox.add(chat, { text: 'one' })
  const before = outbox.items(chat)
  await outbox.resume()
  expect(outbox.items(chat)).toBe(before)
})
