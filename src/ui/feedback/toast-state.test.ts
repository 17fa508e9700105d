import { expect, it } from 'vitest'
import {
  addToast,
  closeToast,
  createToastState,
  holdToasts,
  limitToasts,
  nextToastAt,
  settleToasts,
  toastDefaults,
  type NewToast,
  type ToastState,
} from './toast-state.ts'

const start = 1_000_000
type State = ToastState<null>
const add = (state: State, id: string, at = start, more: Partial<NewToast<null>> = {}) =>
  addToast(state, { id, title: `Title of ${id}`, data: null, ...more }, at)
const statesOf = ({ items }: State) => items.map(({ id, state }) => `${id} ${state}`)

it('has the defaults of spec §9', () => {
  expect(toastDefaults).toEqual({ durationMs: 3000, speedMs: 300, max: Infinity, closeOnClick: true })
  const { items } = add(createToastState(), 'a')
  expect(items).toMatchObject([
    {
      id: 'a',
      title: 'Title of a',
      text: '',
      type: 'default',
      speed: 300,
      length: 3300,
      data: null,
      duplicates: 0,
      state: 'idle',
    },
  ])
})

it('stands for its duration, goes for its speed, and is not there any more', () => {
  const state = add(createToastState(), 'a')
  const at = (ms: number, before = state) => settleToasts(before, start + ms)
  expect(statesOf(at(2999))).toEqual(['a idle'])
  const leaving = at(3000)
  expect(statesOf(leaving)).toEqual(['a destroyed'])
  expect(statesOf(at(3299, leaving))).toEqual(['a destroyed'])
  expect(statesOf(at(3300, leaving))).toEqual([])
})

it('takes a duration and a speed of its own; an endless one stands until it is closed', () => {
  let state = add(createToastState(), 'a', start, { durationMs: 500, speed: 0 })
  state = add(state, 'b', start, { durationMs: Infinity })
  expect(state.items.map(({ length }) => length)).toEqual([500, Infinity])
  state = settleToasts(settleToasts(state, start + 500), start + 500)
  expect(statesOf(state)).toEqual(['b idle'])
  expect(nextToastAt(state)).toBeNull()
  expect(statesOf(closeToast(state, 'b', start + 9e9))).toEqual(['b destroyed'])
})

it('is destroyed by a close command, once, and no other with it', () => {
  const state = add(add(createToastState(), 'a'), 'b')
  const closed = closeToast(state, 'a', start + 100)
  expect(statesOf(closed)).toEqual(['a destroyed', 'b idle'])
  expect(closeToast(closed, 'a', start + 200)).toEqual(closed)
  expect(nextToastAt(closed)).toBe(start + 400)
})

it('is destroyed when newer ones exceed the maximum, the oldest first', () => {
  let state = createToastState<null>(2)
  for (const id of ['a', 'b', 'c', 'd']) state = add(state, id)
  expect(statesOf(state)).toEqual(['a destroyed', 'b destroyed', 'c idle', 'd idle'])
})

it('may stay beside as many others as there may be', () => {
  let state = add(createToastState<null>(1), 'offer', start, { stands: true })
  for (const id of ['a', 'b']) state = add(state, id)
  expect(statesOf(state)).toEqual(['offer idle', 'a destroyed', 'b idle'])
  state = limitToasts(add(state, 'another', start, { stands: true }), 0, start)
  expect(statesOf(state)).toEqual(['offer idle', 'a destroyed', 'b destroyed', 'another idle'])
})

it('may stand without limit, and the same text twice', () => {
  let state = createToastState<null>()
  for (let n = 0; n < 50; n++) state = add(state, `t${n}`, start, { title: 'Same' })
  expect(new Set(statesOf(state)).size).toBe(50)
})

it('counts the same on the one that stands when it is to be folded, and stands for longer', () => {
  const same = { title: 'No connection', text: 'Try again', type: 'error', fold: true } as const
  let state = add(createToastState(), 'a', start, same)
  state = add(state, 'b', start + 1000, same)
  state = add(state, 'c', start + 2000, { ...same, text: 'Something else' })
  expect(state.items.map(({ id, duplicates }) => [id, duplicates])).toEqual([
    ['a', 1],
    ['c', 0],
  ])
  expect(statesOf(settleToasts(state, start + 3999))).toEqual(['a idle', 'c idle'])
  state = closeToast(state, 'a', start + 2000)
  expect(statesOf(add(state, 'd', start + 2001, same)), 'one that goes is not counted on').toContain('d idle')
})

it('replaces the one with its id, in its position, and starts its time again', () => {
  let state = add(add(createToastState(), 'a'), 'b')
  state = add(state, 'a', start + 1000, { title: 'Newer' })
  expect(state.items.map(({ id, title }) => [id, title])).toEqual([
    ['a', 'Newer'],
    ['b', 'Title of b'],
  ])
  expect(statesOf(settleToasts(state, start + 3000))).toEqual(['a idle', 'b destroyed'])
})

it('the one with its id is newer, not counted, though it is to be folded', () => {
  const same = { title: 'Sent', fold: true } as const
  const state = add(add(createToastState(), 'a', start, same), 'a', start + 1000, same)
  expect(state.items.map(({ id, duplicates }) => [id, duplicates])).toEqual([['a', 0]])
})

it('does not age while somebody reads, and has left what it had', () => {
  let state = add(createToastState(), 'a')
  state = holdToasts(state, true, start + 2000)
  state = settleToasts(state, start + 60_000)
  expect(statesOf(state)).toEqual(['a idle'])
  expect(nextToastAt(state)).toBeNull()
  state = add(state, 'late', start + 60_000)
  state = holdToasts(state, false, start + 60_000)
  expect(nextToastAt(state)).toBe(start + 61_000)
  expect(statesOf(settleToasts(state, start + 61_000))).toEqual(['a destroyed', 'late idle'])
})

it('goes on going while others are held', () => {
  let state = closeToast(add(createToastState(), 'a'), 'a', start)
  state = holdToasts(state, true, start + 100)
  expect(statesOf(settleToasts(state, start + 300))).toEqual([])
})
