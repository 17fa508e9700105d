import { afterEach, expect, it, vi } from 'vitest'
import type { DatesProps } from '#features/encounters/dates/contract.ts'
import { drawAlias } from '#features/encounters/talk/ui/draw-alias.ts'
import { datesBy, meet, minuteMs, stopClock } from '#test/support/worker/dates.ts'
import { viewBy } from '#test/support/worker/encounter.ts'
import { createMember, type TestMember } from '#test/support/worker/members.ts'
import { readPayload } from '#test/support/worker/pages.ts'
import { openPlain } from '#test/support/worker/plain-forms.ts'
import { choiceIn, newLanguage } from '#test/support/worker/waiting.ts'

vi.setConfig({ testTimeout: 60_000 })
afterEach(() => void vi.useRealTimers())

async function lobbyOf(member: TestMember) {
  const { props } = await readPayload<DatesProps>(member, '/blind-dates')
  return props.kind === 'open' ? { seat: props.seat, lobby: props.lobby } : null
}

it('the lobby says by the server’s clock when it closes, and shows the drawing of the date to come', async () => {
  const clock = stopClock()
  const slot = clock.now() + 3 * minuteMs
  const language = newLanguage()
  const [anna, ben] = [await createMember(), await createMember()]
  expect((await lobbyOf(anna))?.lobby).toBeNull()
  for (const member of [anna, ben]) await datesBy(member).bookDate(slot, choiceIn(language))
  const shown = await lobbyOf(anna)
  expect(shown).toMatchObject({ seat: { state: 'waiting', slot }, lobby: { slot, closesAt: slot + 15 * minuteMs } })
  expect(shown?.lobby?.prompts).toHaveLength(3)
  expect((await lobbyOf(anna))?.lobby, 'the same questions on every reading').toEqual(shown?.lobby)
  const other = await lobbyOf(ben)
  await clock.to(slot, [anna, ben])
  const { id } = await meet([anna, ben])
  for (const [member, { seat }] of [
    [anna, shown ?? { seat: null }],
    [ben, other ?? { seat: null }],
  ] as const)
    expect((await viewBy(id, member.id)).self.seed).toBe(seat?.state === 'waiting' ? seat.seed : '')
})

it('without a script the lobby is a page to read again: when, how, what if late, and a drawing', async () => {
  const clock = stopClock()
  const slot = clock.now() + 3 * minuteMs
  const anna = await createMember({ member: { timeZone: 'UTC' } })
  await datesBy(anna).bookDate(slot, choiceIn(newLanguage()))
  const html = await openPlain(anna, '/blind-dates')
  const time = (at: number) => new Date(at).toISOString().slice(11, 16)
  expect(html).toContain(`Your date starts at ${time(slot)}`)
  expect(html).toContain(`At ${time(slot)}, we look for someone who suits you.`)
  expect(html).toContain(`be back by ${time(slot + 15 * minuteMs)}`)
  const seat = (await lobbyOf(anna))?.seat
  expect(html).toContain(drawAlias(seat?.state === 'waiting' ? seat.seed : '').line)
  for (const text of (await lobbyOf(anna))?.lobby?.prompts ?? ['no questions']) expect(html).toContain(text)
  expect(html).toMatch(/<noscript>.*href="\/blind-dates".*<\/noscript>/s)
})
