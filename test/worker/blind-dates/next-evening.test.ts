import { describe, expect, it, vi } from 'vitest'
import type { NextEvening } from '#features/encounters/dates/contract.ts'
import { upcomingSlots } from '#features/encounters/pairing/server/public.ts'
import { datesBy, minuteMs } from '#test/support/worker/dates.ts'
import { createMember, type TestMember } from '#test/support/worker/members.ts'
import { inHub } from '#test/support/worker/objects.ts'
import { readPayload } from '#test/support/worker/pages.ts'
import { eventually } from '#test/support/worker/realtime-client.ts'
import { choiceIn } from '#test/support/worker/waiting.ts'

vi.setConfig({ testTimeout: 60_000 })

const hour = 60 * minuteMs
function nextTwo(zone: string): [first: number, second: number] {
  const [first = 0, second = 0] = upcomingSlots(Date.now(), zone)
  return [first, second]
}
const isEarly = (zone: string) => nextTwo(zone)[1] - nextTwo(zone)[0] === hour
/** In these zones slots start at a quarter past, so that no other test books them. In one of them no evening has begun. */
const timeZone = isEarly('Asia/Kathmandu') ? 'Asia/Kathmandu' : 'Australia/Eucla'

const eveningFor = async (reader: TestMember, path: string) =>
  (await readPayload<{ evening: NextEvening | null }>(reader, path)).props.evening

async function coming(slot: number, count: number): Promise<void> {
  const people = await Promise.all(Array.from({ length: count }, () => createMember()))
  for (const member of people) {
    await datesBy(member).bookDate(slot, choiceIn('tr'))
    await eventually(async () => {
      const [row] = await inHub(member.id, 'SELECT due_at FROM attendance')
      return Number(row?.['due_at'] ?? 0) > Date.now() + hour
    }, `a report of ${member.id}`)
  }
}

describe('the page after the questionnaire', () => {
  it('names the next evening, and from five on how many come to its fuller slot', async () => {
    const [first, second] = nextTwo(timeZone)
    const reader = await createMember({ member: { timeZone } })
    expect(await eveningFor(reader, '/tr/profile?arrived=1')).toEqual({ slot: first, people: null, timeZone })
    await coming(first, 5)
    expect(await eveningFor(reader, '/tr/profile?arrived=1')).toEqual({ slot: first, people: 5, timeZone })
    await coming(second, 6)
    expect(await eveningFor(reader, '/tr/profile?arrived=1')).toEqual({ slot: second, people: 6, timeZone })
    expect(await eveningFor(reader, '/de/profile?arrived=1'), 'nobody speaks German').toEqual({
      slot: first,
      people: null,
      timeZone,
    })
    expect(await eveningFor(reader, '/tr/profile')).toBeNull()
  })
})
