import { describe, expect, test } from 'vitest'
import { movedBy, scaledToShare, shareOf, smallestShare, startCrop } from './crop.ts'

const wide = { width: 1000, height: 500 }

describe('the part of a picture to show', () => {
  test('starts as the largest of its shape, in the middle', () => {
    expect(startCrop(wide, 'tall')).toEqual({ shape: 'tall', width: 400, height: 500, x: 300, y: 0 })
    expect(startCrop(wide, 'square')).toEqual({ shape: 'square', width: 500, height: 500, x: 250, y: 0 })
  })

  test('never leaves the picture', () => {
    const crop = startCrop(wide, 'tall')
    expect(movedBy(crop, { x: -9999, y: -9999 }, wide)).toMatchObject({ x: 0, y: 0 })
    expect(movedBy(crop, { x: 9999, y: 9999 }, wide)).toMatchObject({ x: 600, y: 0 })
  })

  test('shrinks around its middle, keeps its shape and stays large enough for a photo', () => {
    const crop = scaledToShare(startCrop(wide, 'tall'), 0.75, wide)
    expect(crop).toMatchObject({ width: 300, height: 375, x: 350, y: 63 })
    expect(shareOf(crop, wide)).toBe(0.75)
    expect(scaledToShare(crop, 0, wide).width).toBe(200)
    expect(smallestShare({ width: 100, height: 100 }, 'square')).toBe(1)
  })

  test('grown at the edge, it is pushed back inside', () => {
    const corner = movedBy(scaledToShare(startCrop(wide, 'square'), 0.5, wide), { x: 9999, y: 9999 }, wide)
    expect(corner).toMatchObject({ x: 750, y: 250 })
    expect(scaledToShare(corner, 1, wide)).toMatchObject({ x: 500, y: 0, width: 500, height: 500 })
  })
})
