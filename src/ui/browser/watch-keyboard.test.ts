import { describe, expect, it, test } from 'vitest'
import { heightAboveKeyboard, watchKeyboard } from './watch-keyboard.ts'

describe('the height above a keyboard', () => {
  test.each([
    ['a keyboard over the page', { layout: 844, visual: 508, scale: 1 }, true, false, 508],
    ['its row of suggestions alone', { layout: 844, visual: 789.4, scale: 1 }, true, false, 789],
    ['the focus between two fields', { layout: 844, visual: 508, scale: 1 }, false, true, 508],
    ['no keyboard', { layout: 844, visual: 844, scale: 1 }, true, false, null],
    ['a keyboard that has closed', { layout: 844, visual: 844, scale: 1 }, true, true, null],
    ['a page that shrinks by itself', { layout: 508, visual: 508, scale: 1 }, true, false, null],
    ['a part of a pixel', { layout: 844, visual: 843.6, scale: 1 }, true, false, null],
    ['a pinch', { layout: 844, visual: 422, scale: 2 }, true, false, null],
    ['a pinch over a keyboard', { layout: 844, visual: 254, scale: 2 }, true, true, null],
    ['bars of the browser, and no field', { layout: 844, visual: 760, scale: 1 }, false, false, null],
  ])('%s', (_, heights, isTyping, wasOpen, height) => {
    expect(heightAboveKeyboard(heights, isTyping, wasOpen)).toBe(height)
  })
})

function setUp() {
  const viewport = Object.assign(new EventTarget(), { height: 844, scale: 1 })
  const heights: (number | null)[] = []
  const typing = { is: true }
  const stop = new AbortController()
  const onHeight = (height: number | null) => void heights.push(height)
  watchKeyboard({ viewport, layoutHeight: () => 844, isTyping: () => typing.is, onHeight, signal: stop.signal })
  const resize = (height: number, event = 'resize') => {
    viewport.height = height
    viewport.dispatchEvent(new Event(event))
  }
  return { heights, typing, stop, resize }
}

it('is called once for each change, and not for a scroll that changes nothing', () => {
  const { heights, typing, resize } = setUp()
  resize(508)
  resize(508, 'scroll')
  typing.is = false
  resize(508)
  resize(844)
  resize(760)
  expect(heights).toEqual([508, null])
})

it('is not called after the end', () => {
  const { heights, stop, resize } = setUp()
  stop.abort()
  resize(508)
  expect(heights).toEqual([])
})
