import { describe, expect, test } from 'vitest'
import { columns, middleOf, moveBy, ontoMap, rows, squareOf } from './map.ts'

const squares = Array.from({ length: columns * rows }, (_, square) => square)

describe('the squares of the map', () => {
  test('have their middle in themselves', () => {
    expect(squares.map((square) => squareOf(middleOf(square)))).toEqual(squares)
  })

  test('contain every point that is brought onto the map, however far away it was', () => {
    for (const x of [-1e6, -0.1, 0, 3.5, columns, 1e6])
      for (const y of [-1e6, -0.1, 0, 3.5, rows, 1e6]) expect(squares).toContain(squareOf(ontoMap({ x, y })))
    expect(squareOf(ontoMap({ x: 1e6, y: 1e6 }))).toBe(squares.at(-1))
    expect(squareOf(ontoMap({ x: -1, y: -1 }))).toBe(0)
  })
})

describe('an arrow key', () => {
  test('moves the pin within its square, and only after several presses out of it', () => {
    let at = middleOf(29)
    const visited = [1, 2, 3, 4].map(() => squareOf((at = moveBy(at, 'ArrowRight') ?? at)))
    expect(visited).toEqual([29, 30, 30, 30])
    expect(at.x - middleOf(29).x).toBe(1)
  })

  test('leads in its own direction, and not over an edge', () => {
    const { x, y } = middleOf(29)
    expect(moveBy({ x, y }, 'ArrowLeft')).toEqual({ x: x - 0.25, y })
    expect(moveBy({ x, y }, 'ArrowUp')).toEqual({ x, y: y - 0.25 })
    expect(moveBy({ x, y }, 'ArrowDown')).toEqual({ x, y: y + 0.25 })
    expect(moveBy({ x: 0.1, y }, 'ArrowLeft')).toEqual({ x: 0, y })
  })

  test('is no other key', () => {
    expect(moveBy(middleOf(0), 'Tab')).toBeNull()
    expect(moveBy(middleOf(0), 'a')).toBeNull()
  })
})
