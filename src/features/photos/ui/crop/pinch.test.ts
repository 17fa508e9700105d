import { expect, test } from 'vitest'
import { mostScale, pan, pinch, settle, swipeOf, wholeView } from './pinch.ts'

test('two fingers that part to twice their distance enlarge twofold, and what lay between them stays there', () => {
  const view = pinch(wholeView, [{ x: 50, y: 0 }, { x: 150, y: 0 }], [{ x: 0, y: 0 }, { x: 200, y: 0 }]) // prettier-ignore
  expect(view).toEqual({ scale: 2, x: -100, y: 0 })
})

test('a photo is never smaller than whole and never larger than the most', () => {
  const near = [{ x: 0, y: 0 }, { x: 10, y: 0 }] as const // prettier-ignore
  const far = [{ x: -200, y: 0 }, { x: 200, y: 0 }] as const // prettier-ignore
  expect(pinch(wholeView, far, near).scale).toBe(1)
  expect(pinch(wholeView, near, far).scale).toBe(mostScale)
})

test('one finger moves what is enlarged, as far as its edge, and nothing else', () => {
  expect(pan(wholeView, { x: 30, y: 30 })).toEqual(wholeView)
  const moved = pan({ scale: 2, x: 0, y: 0 }, { x: 500, y: 20 })
  expect(settle(moved, { width: 400, height: 800 })).toEqual({ scale: 2, x: 200, y: 20 })
  expect(settle({ scale: 1.01, x: 40, y: 40 }, { width: 400, height: 800 })).toEqual(wholeView)
})

test('a swipe to the left turns on, to the right back, up or a little nowhere', () => {
  expect(swipeOf({ x: -90, y: 10 })).toBe(1)
  expect(swipeOf({ x: 90, y: -10 })).toBe(-1)
  expect(swipeOf({ x: -20, y: 0 })).toBe(0)
  expect(swipeOf({ x: -90, y: 200 })).toBe(0)
})
