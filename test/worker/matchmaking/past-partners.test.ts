import { describe, expect, it } from 'vitest'
import { createMember } from '#test/support/worker/members.ts'
import { inHub } from '#test/support/worker/objects.ts'
import { inMatchmaker, newLanguage, seatBy, start, wishFor } from '#test/support/worker/waiting.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The past partners that a wait enters its queue with, by name, for a member who met `p0`, `p1` … so long ago (ms). */
async function sentAlong(ages: readonly number[]): Promise<string[]> {
  const member = await createMember()
  const language = newLanguage()
  const now = Date.now()
  await seatBy(member).read()
  for (const [index, age] of ages.entries())
    await inHub(member.id, 'INSERT INTO past_partners (token, at) VALUES (?, ?)', `p${index}`, now - age)
  await start(member, wishFor(language))
  const [row] = await inMatchmaker('SELECT entry FROM waiting WHERE member = ?', member.id)
  return JSON.parse(String(row?.['entry'])).past
}

const firstOnes = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`)

describe('who is not met again', () => {
  it('everyone of this evening and the last twenty of thirty days', async () => {
    const evening = Array.from({ length: 25 }, (_, index) => hourMs + index)
    expect(await sentAlong([...evening, 2 * dayMs])).toEqual(firstOnes(25))
    const days = Array.from({ length: 25 }, (_, index) => 2 * dayMs + index)
    expect(await sentAlong(days)).toEqual(firstOnes(20))
    expect(await sentAlong([hourMs, 29 * dayMs, 31 * dayMs])).toEqual(firstOnes(2))
  })
})
