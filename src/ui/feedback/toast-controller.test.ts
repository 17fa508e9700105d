import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createToastController } from './toast-controller.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function keep(max?: number) {
  const drawn: string[] = []
  const keeper = createToastController({
    draw: ({ id, state, duplicates }) => drawn.push(`${id} ${state}${duplicates ? ` ×${duplicates + 1}` : ''}`),
    erase: (id) => drawn.push(`${id} gone`),
    ...(max === undefined ? {} : { max }),
  })
  return { keeper, drawn, show: (id: string, more = {}) => keeper.take({ show: { id, title: id, ...more } }) }
}

it('draws a toast, destroys it after three seconds, and erases it when it has gone', () => {
  const { drawn, show } = keep()
  const onEnd = vi.fn()
  show('a', { onEnd })
  vi.advanceTimersByTime(2999)
  expect(drawn).toEqual(['a idle'])
  vi.advanceTimersByTime(1)
  expect(drawn).toEqual(['a idle', 'a destroyed'])
  expect(onEnd).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(300)
  expect(drawn.at(-1)).toBe('a gone')
  expect(vi.getTimerCount()).toBe(0)
})

it('a press does what the toast is for and destroys it', () => {
  const { keeper, drawn, show } = keep()
  const [onPress, onEnd] = [vi.fn(), vi.fn()]
  show('a', { onPress, onEnd })
  keeper.press('a')
  expect([onPress.mock.calls.length, onEnd.mock.calls.length, drawn]).toEqual([1, 1, ['a idle', 'a destroyed']])
})

it('a close command destroys an endless one', () => {
  const { keeper, drawn, show } = keep()
  show('a', { durationMs: Infinity })
  vi.advanceTimersByTime(60_000)
  keeper.take({ close: 'a' })
  vi.advanceTimersByTime(300)
  expect(drawn).toEqual(['a idle', 'a destroyed', 'a gone'])
})

it('the maximum destroys the oldest', () => {
  const { drawn, show } = keep(1)
  const onEnd = vi.fn()
  show('a', { onEnd })
  show('b')
  expect(drawn).toEqual(['a idle', 'a destroyed', 'b idle'])
  expect(onEnd).toHaveBeenCalledOnce()
})

it('a smaller maximum destroys the oldest of those that stand', () => {
  const { keeper, drawn, show } = keep()
  show('a')
  show('b')
  keeper.limit(1)
  expect(drawn).toEqual(['a idle', 'b idle', 'a destroyed'])
  show('c')
  expect(drawn.slice(3)).toEqual(['b destroyed', 'c idle'])
})

it('nothing ages while it is held, and toasts with a timer of their own are notified', () => {
  const { keeper, drawn, show } = keep()
  const onHold = vi.fn()
  show('a', { onHold })
  vi.advanceTimersByTime(1000)
  keeper.hold(true)
  keeper.hold(true)
  vi.advanceTimersByTime(60_000)
  expect(drawn).toEqual(['a idle'])
  keeper.hold(false)
  expect(onHold.mock.calls).toEqual([[true], [false]])
  vi.advanceTimersByTime(2000)
  expect(drawn).toEqual(['a idle', 'a destroyed'])
})

it('a toast that comes while others are held is notified, too', () => {
  const { keeper, show } = keep()
  const onHold = vi.fn()
  keeper.hold(true)
  show('late', { durationMs: Infinity, onHold })
  expect(onHold.mock.calls).toEqual([[true]])
  keeper.hold(false)
  expect(onHold.mock.calls).toEqual([[true], [false]])
})

it('counts the same words on the toast that stands', () => {
  const { drawn, show } = keep()
  for (const id of ['a', 'b', 'c']) show(id, { title: 'Offline', type: 'warn', fold: true })
  show('d', { title: 'Offline', type: 'error', fold: true })
  expect(drawn).toEqual(['a idle', 'a idle ×2', 'a idle ×3', 'd idle'])
})

it('what leads somewhere, does something or is waited for stands for itself, though its words are the same', () => {
  const { drawn, show } = keep()
  for (const more of [{ href: '/likes' }, { onPress: () => {} }, { onEnd: () => {} }])
    for (const id of ['a', 'b']) show(`${id} ${Object.keys(more)}`, { title: 'Anna', fold: true, ...more })
  expect(drawn).toHaveLength(6)
  expect(drawn.join()).not.toContain('×')
})

describe('a refusal', () => {
  const typeOf = (code: string) => {
    const types: string[] = []
    createToastController({ draw: ({ type }) => types.push(type), erase: () => {} }).take({
      show: { id: 'a', title: 'No', code },
    })
    return types
  }

  it.each(['unavailable', 'too-many', 'quota', 'request-quota', 'report-quota', 'undo-used', 'favourites-full'])(
    'for now (%s) is a warning',
    (code) => expect(typeOf(code)).toEqual(['warn']),
  )

  it.each(['invalid', 'forbidden', 'conflict', 'not-found', 'internal'])('for good (%s) is an error', (code) =>
    expect(typeOf(code)).toEqual(['error']),
  )
})
