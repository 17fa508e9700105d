import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { profiles } from '#db/schema.ts'
import { parentOf } from '#features/location/grid.ts'
import { moveToCell } from '#features/location/server/public.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { cellAt, moved, newArea } from '#test/support/worker/places.ts'

const minute = 60_000
const start = Date.UTC(2026, 10, 20, 9)

async function placeOf(id: string) {
  const [row] = await db.select().from(profiles).where(eq(profiles.memberId, id))
  if (!row) throw new Error('no profile')
  const { cellX, cellY, parentX, parentY, cellChanges } = row
  return { cellX, cellY, parentX, parentY, cellChanges }
}

describe('a move to another cell', () => {
  it('stores the cell and its parent, and nothing finer', async () => {
    const { id } = await createMember()
    const cell = cellAt(newArea())
    expect(await moveToCell(db, id, cell, start)).toBe(true)
    const parent = parentOf(cell)
    expect(await placeOf(id)).toEqual({ cellX: cell.x, cellY: cell.y, parentX: parent.x, parentY: parent.y, cellChanges: 1 })
  })

  it('is refused within 15 minutes, and the old cell stays', async () => {
    const { id } = await createMember()
    const home = newArea()
    await moveToCell(db, id, cellAt(home), start)
    const before = await placeOf(id)
    expect(await moveToCell(db, id, cellAt(moved(home, 20)), start + 15 * minute - 1)).toBe(false)
    expect(await placeOf(id)).toEqual(before)
    expect(await moveToCell(db, id, cellAt(moved(home, 20)), start + 15 * minute)).toBe(true)
  })

  it('into the own cell costs nothing', async () => {
    const { id } = await createMember()
    const cell = cellAt(newArea())
    await moveToCell(db, id, cell, start)
    expect(await moveToCell(db, id, cell, start + 1)).toBe(true)
    expect((await placeOf(id)).cellChanges).toBe(1)
  })

  it('is refused the eleventh time within a day', async () => {
    const { id } = await createMember()
    const home = newArea()
    const answers: boolean[] = []
    for (let move = 0; move < 11; move++)
      answers.push(await moveToCell(db, id, cellAt(moved(home, move * 10)), start + move * 20 * minute))
    expect(answers).toEqual([...Array.from({ length: 10 }, () => true), false])
    expect(await moveToCell(db, id, cellAt(moved(home, 300)), start + 24 * 60 * minute)).toBe(true)
  })

  it('succeeds once when 50 are asked for at the same moment', async () => {
    const { id } = await createMember()
    const home = newArea()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => moveToCell(db, id, cellAt(moved(home, (index + 1) * 10)), start)),
    )
    expect(answers.filter(Boolean)).toHaveLength(1)
    expect((await placeOf(id)).cellChanges).toBe(1)
  })
})
