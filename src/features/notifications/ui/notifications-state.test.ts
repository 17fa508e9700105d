import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { NotificationPayload } from '#shared/realtime/wire.ts'
import { createNotifications as create } from './notifications-state.ts'

let isHidden = false
const createNotifications = () => create({ isHidden: () => isHidden })
const payload: NotificationPayload = { id: 'from-server', kind: 'message', title: 'Anna', message: 'Hello' }

beforeEach(() => {
  vi.useFakeTimers()
  isHidden = false
})
afterEach(() => void vi.useRealTimers())

it('shows a notification for three seconds, counting them', () => {
  const notifications = createNotifications()
  notifications.add(payload)
  const seconds = () => notifications.list().map((entry) => entry.seconds)
  expect(seconds()).toEqual([0])
  vi.advanceTimersByTime(2000)
  expect(seconds()).toEqual([2])
  vi.advanceTimersByTime(1000)
  expect(notifications.list()).toEqual([])
})

it('gives each its own id, so that the same event twice is two entries', () => {
  const notifications = createNotifications()
  const first = notifications.add(payload)
  const second = notifications.add(payload)
  expect(first.id).not.toBe(second.id)
  notifications.remove(first.id)
  expect(notifications.list().map(({ id }) => id)).toEqual([second.id])
})

it('lets one with a timer stand until that ends, whether somebody reads it or is away', () => {
  const notifications = createNotifications()
  const { id } = notifications.add({ ...payload, id: 'offer', timer_on: true, timer: 10 })
  notifications.add(payload)
  notifications.hold(id, true)
  turn(notifications, true)
  turn(notifications, false)
  vi.advanceTimersByTime(9999)
  expect(notifications.list()).toMatchObject([{ id, seconds: 9 }])
  vi.advanceTimersByTime(1)
  expect(notifications.list()).toHaveLength(0)
})

it('shows one with a timer once, and ends it when asked to', () => {
  const notifications = createNotifications()
  const timed = { ...payload, timer_on: true, timer: 30 }
  notifications.add(payload)
  notifications.add(timed)
  notifications.add({ ...timed, timer: 20 })
  expect(notifications.list()).toMatchObject([{ title: 'Anna' }, { timer: 20 }])
  notifications.endTimers('from-server')
  expect(notifications.list()).toHaveLength(2)
  notifications.endTimers(null)
  expect(notifications.list()).toMatchObject([{ title: 'Anna' }])
})

it('stops counting what is gone', () => {
  const notifications = createNotifications()
  const { id } = notifications.add(payload)
  const heard = vi.fn()
  notifications.remove(id)
  notifications.subscribe(heard)
  vi.advanceTimersByTime(10_000)
  expect(heard).not.toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
})

it('stands while somebody reads it, and then for as long as it had left', () => {
  const notifications = createNotifications()
  const { id } = notifications.add(payload)
  vi.advanceTimersByTime(1000)
  notifications.hold(id, true)
  vi.advanceTimersByTime(60_000)
  notifications.hold(id, true)
  expect(notifications.list()).toMatchObject([{ id, seconds: 61 }])
  notifications.hold(id, false)
  vi.advanceTimersByTime(1999)
  expect(notifications.list()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect([notifications.list(), vi.getTimerCount()]).toEqual([[], 0])
  notifications.hold(id, false)
  expect(vi.getTimerCount(), 'what has gone stays away').toBe(0)
})

it('remembers the id that the server knows it by', () => {
  const { id, sourceId } = createNotifications().add(payload)
  expect([sourceId, id === sourceId]).toEqual(['from-server', false])
})

/** Does what the presenter does when the window is hidden or shown again. */
function turn(notifications: ReturnType<typeof create>, hidden: boolean) {
  isHidden = hidden
  for (const { id } of notifications.list()) notifications.hold(id, hidden)
  if (!hidden) notifications.comeBack()
}

it('of what came to a hidden window the newest stands at the return, for its own three seconds', () => {
  const notifications = createNotifications()
  turn(notifications, true)
  for (const title of ['one', 'two', 'three']) {
    const { id } = notifications.add({ ...payload, title })
    notifications.hold(id, true)
    vi.advanceTimersByTime(60_000)
  }
  expect(notifications.list()).toMatchObject([{ title: 'three' }])
  turn(notifications, false)
  vi.advanceTimersByTime(2999)
  expect(notifications.list()).toMatchObject([{ title: 'three' }])
  vi.advanceTimersByTime(1)
  expect([notifications.list(), vi.getTimerCount()]).toEqual([[], 0])
})

it('in a hidden window each but the newest goes when its three seconds have passed', () => {
  const notifications = createNotifications()
  turn(notifications, true)
  const add = (title: string) => notifications.hold(notifications.add({ ...payload, title }).id, true)
  add('one')
  vi.advanceTimersByTime(1000)
  add('two')
  vi.advanceTimersByTime(2999)
  expect(notifications.list().map(({ title }) => title)).toEqual(['one', 'two'])
  vi.advanceTimersByTime(1)
  expect(notifications.list().map(({ title }) => title)).toEqual(['two'])
})

it('who comes back at once sees the newest alone', () => {
  const notifications = createNotifications()
  for (const title of ['one', 'two']) notifications.add({ ...payload, title })
  turn(notifications, true)
  turn(notifications, false)
  expect(notifications.list()).toMatchObject([{ title: 'two' }])
})
