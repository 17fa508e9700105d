import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { chat, newBrowser, refuse, until } from '#test/support/fixtures/outbox-browser.ts'
import { openOutboxStore } from './outbox-store.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const full = async () => {
  throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
}

it('keeps what a full storage did not take in memory: as failed when it could not be sent, and as refused', async () => {
  for (const code of ['timeout', 'conflict'] as const) {
    const { openTab, send } = newBrowser({ keeping: { add: full } })
    const { outbox, statuses } = openTab()
    send.mockImplementation(() => refuse(code))
    await outbox.add(chat, { text: 'one' })
    await until(() => expect(statuses()).toEqual(['one failed']))
    await outbox.resume()
    await until(() => expect(statuses()).toEqual(['one failed']))
    send.mockReset()
    send.mockResolvedValue({ epoch: 'e', seq: 1, sentAt: 1 })
    outbox.retry(outbox.items(chat)[0]!.cid)
    await until(() => expect(statuses()).toEqual([]))
    expect(send).toHaveBeenCalledOnce()
  }
})

it('sends a photo that a full storage did not take although the connection was lost between its upload and its sending', async () => {
  const { openTab, send, upload } = newBrowser({ keeping: { add: full } })
  const { outbox, line, statuses } = openTab()
  send.mockImplementationOnce(() => {
    line.isReady = false
    return refuse('closed')
  })
  await outbox.add(chat, { text: 'look', photo: new Blob(['bytes']) })
  await until(() => expect(line.isReady).toBe(false))
  expect(statuses()).toEqual(['look pending'])
  line.isReady = true
  await outbox.resume()
  await until(() => expect(statuses()).toEqual([]))
  expect(send.mock.calls.map(([{ text, uploaded }]) => `${text} ${uploaded?.id}`)).toEqual(Array(2).fill('look photo-id'))
  expect(upload).toHaveBeenCalledOnce()
})

it('loses nothing where it cannot be noted that something is kept, and keeps it once that can be done', async () => {
  const factory = new IDBFactory()
  const { openTab, send } = newBrowser({ factory })
  const noteKept = vi.fn().mockImplementationOnce(() => {
    throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
  })
  const stored = async () => (await openOutboxStore('me', factory).list()).map(({ text, status }) => `${text} ${status}`)
  const { outbox, statuses } = openTab({ noteKept })
  send.mockImplementation(() => refuse('timeout'))
  await outbox.add(chat, { text: 'one' })
  expect(await stored()).toEqual([])
  await until(() => expect(statuses()).toEqual(['one failed']))
  expect(await stored()).toEqual(['one failed'])
})

it('discards what was never kept', async () => {
  const { openTab } = newBrowser({ keeping: { add: full } })
  const { outbox, statuses } = openTab({ isReady: false })
  const { cid } = await outbox.add(chat, { text: 'one' })
  outbox.discard(cid)
  await outbox.resume()
  expect(statuses()).toEqual([])
})

it('does not forget what was kept when it cannot be read back', async () => {
  const list = vi.fn(async () => [])
  list.mockRejectedValue(new Error('The storage gave up'))
  const { openTab } = newBrowser({ keeping: { list } })
  const { outbox, statuses } = openTab({ isReady: false })
  await outbox.add(chat, { text: 'one' })
  expect(statuses()).toEqual(['one pending'])
})
