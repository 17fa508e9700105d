import { expect, it, vi } from 'vitest'
import { channelName } from '#shared/realtime/wire.ts'
import { KnownItems, mergeItems } from './known-items.ts'
import type { StoredItem } from './outbox-store.ts'

const chat = channelName.conversation('c1')
const other = channelName.conversation('c2')
const item = (cid: string, facts: Partial<StoredItem> = {}): StoredItem => ({
  channel: chat,
  cid,
  text: cid,
  createdAt: 0,
  status: 'pending',
  ...facts,
})

it("puts this tab's changes before what the storage has, in the order of writing", () => {
  const [one, two, three] = [item('one'), item('two'), item('three')]
  const failed = item('one', { status: 'failed' })
  const ahead = new Map([
    ['one', failed],
    ['two', null],
    ['three', three],
  ])
  expect(mergeItems([one, two], ahead, [], false)).toEqual([failed, three])
})

it('keeps the object of an item that looks as before, and takes a new one for each visible change', () => {
  const before = item('one')
  const photo = { id: 'p1', width: 1, height: 1 }
  expect(mergeItems([item('one')], new Map(), [before], false)[0]).toBe(before)
  for (const change of [{ status: 'failed' }, { isRefused: true }, { uploaded: photo }] as const)
    expect(mergeItems([item('one', change)], new Map(), [before], false)).toEqual([item('one', change)])
})

it('counts every message as failed once the connection is over, also one that comes later', () => {
  const items = new KnownItems()
  items.change('one', item('one'))
  items.giveUp()
  items.change('two', item('two'))
  expect(items.isOver).toBe(true)
  expect(items.all.map(({ cid, status }) => `${cid} ${status}`)).toEqual(['one failed', 'two failed'])
})

it('tells its listeners of changes alone, and of none after they have left', () => {
  const items = new KnownItems()
  const listener = vi.fn()
  const leave = items.onChange(listener)
  items.read([item('one')])
  items.read([item('one')])
  expect(listener).toHaveBeenCalledOnce()
  leave()
  items.read([])
  expect(listener).toHaveBeenCalledOnce()
})

it('forgets a change that the storage has, but not a later one of the same message', () => {
  const items = new KnownItems()
  const [first, second] = [item('one'), item('one', { status: 'failed' })]
  items.change('one', first)
  items.change('one', second)
  items.read([first])
  items.confirm('one', first)
  expect(items.find('one')?.status).toBe('failed')
  items.read([second])
  items.confirm('one', second)
  items.read([])
  expect(items.all).toEqual([])
})

it('lists each conversation by itself, as the same list until something changes', () => {
  const items = new KnownItems()
  items.read([item('one'), item('two', { channel: other })])
  const list = items.in(chat)
  expect([list, items.in(other)].map((each) => each.map(({ cid }) => cid))).toEqual([['one'], ['two']])
  items.read([item('one'), item('two', { channel: other })])
  expect(items.in(chat)).toBe(list)
})

it('skips what was refused when it looks for the next message of a conversation', () => {
  const items = new KnownItems()
  items.read([item('one', { status: 'failed', isRefused: true }), item('two', { channel: other }), item('three')])
  expect(items.findNext(chat)?.cid).toBe('three')
})
