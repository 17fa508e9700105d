import { describe, expect, test } from 'vitest'
import { canChangeCell, countCellChange, type CellHistory } from './rules.ts'

const minute = 60_000
const day = 24 * 60 * minute
const start = Date.UTC(2026, 10, 20, 9)
const fresh: CellHistory = { cellChangedAt: null, cellChanges: 0, cellDayStart: null }

describe('changes of the cell', () => {
  test('the first place is always free', () => {
    expect(canChangeCell(fresh, start)).toBe(true)
  })

  test('a second change has to wait for 15 minutes', () => {
    const row = countCellChange(fresh, start)
    expect(canChangeCell(row, start + 15 * minute - 1)).toBe(false)
    expect(canChangeCell(row, start + 15 * minute)).toBe(true)
  })

  test('the eleventh change within a day is refused, and allowed when the day is over', () => {
    let row = fresh
    for (let change = 0; change < 10; change++) {
      const now = start + change * 20 * minute
      expect(canChangeCell(row, now)).toBe(true)
      row = countCellChange(row, now)
    }
    expect(canChangeCell(row, start + 20 * 60 * minute)).toBe(false)
    expect(canChangeCell(row, start + day)).toBe(true)
    expect(countCellChange(row, start + day).cellChanges).toBe(1)
  })
})
