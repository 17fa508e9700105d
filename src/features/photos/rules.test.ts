import { describe, expect, test } from 'vitest'
import { cutOf, orderAfter, placedAt, refuseSize, scaledTo, shapeOf, within } from './rules.ts'

describe('the order of photos', () => {
  const ids = ['a', 'b', 'c']

  test('takes one step at a time and stops at the ends', () => {
    expect(orderAfter(ids, 'b', 'earlier')).toEqual(['b', 'a', 'c'])
    expect(orderAfter(ids, 'b', 'later')).toEqual(['a', 'c', 'b'])
    expect(orderAfter(ids, 'c', 'first')).toEqual(['c', 'a', 'b'])
    expect(orderAfter(ids, 'a', 'earlier')).toEqual(ids)
    expect(orderAfter(ids, 'c', 'later')).toEqual(ids)
    expect(orderAfter(ids, 'x', 'first')).toEqual(ids)
  })

  test('takes a photo to any place', () => {
    expect(placedAt(ids, 'a', 2)).toEqual(['b', 'c', 'a'])
    expect(placedAt(ids, 'a', 99)).toEqual(['b', 'c', 'a'])
    expect(placedAt(ids, 'x', 0)).toEqual(ids)
  })
})

describe('the size of a picture', () => {
  test.each([
    [12_000, 3333, null],
    [12_001, 300, 'photo-pixels'],
    [8000, 5000, null],
    [8000, 5001, 'photo-pixels'],
    [20_000, 20_000, 'photo-pixels'],
    [200, 200, null],
    [199, 4000, 'photo-small'],
    [0, 0, 'photo-small'],
  ])('%i × %i: %s', (width, height, refused) => {
    expect(refuseSize({ width, height })).toBe(refused)
  })

  test('what is about square stays square, all else becomes tall', () => {
    expect(shapeOf({ width: 1000, height: 1010 })).toBe('square')
    expect(shapeOf({ width: 800, height: 1000 })).toBe('tall')
    expect(shapeOf({ width: 1000, height: 800 })).toBe('tall')
  })

  test('the cut is the largest of its shape, and is never enlarged', () => {
    expect(cutOf({ width: 800, height: 500 }, 'tall')).toEqual({ width: 400, height: 500 })
    expect(cutOf({ width: 800, height: 2000 }, 'tall')).toEqual({ width: 800, height: 1000 })
    expect(cutOf({ width: 801, height: 1001 }, 'tall')).toEqual({ width: 800, height: 1000 })
    expect(scaledTo({ width: 400, height: 500 }, 1280)).toEqual({ width: 400, height: 500 })
    expect(scaledTo({ width: 1600, height: 2000 }, 320)).toEqual({ width: 320, height: 400 })
  })
})

test('fits a picture into a square whole, and never makes it larger', () => {
  expect(within({ width: 4000, height: 3000 }, 1280)).toEqual({ width: 1280, height: 960 })
  expect(within({ width: 200, height: 12_000 }, 1280)).toEqual({ width: 21, height: 1280 })
  expect(within({ width: 300, height: 400 }, 1280)).toEqual({ width: 300, height: 400 })
})
