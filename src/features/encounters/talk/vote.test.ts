import { describe, expect, it, test } from 'vitest'
import { dateTimes, type EncounterAct } from '#features/encounters/contract.ts'
import {
  beginDecision,
  beginEncounter,
  dueAt,
  passTime,
  press,
  settleDecision,
  shownPhase,
  withFasterTalk,
  type EncounterState,
} from './rules.ts'

const start = 1_000_000
const end = start + dateTimes.talkMs + dateTimes.voteMs

function pressBoth(state: EncounterState, act: EncounterAct, now: number, times = dateTimes): EncounterState {
  return ([0, 1] as const).reduce((before, which) => {
    const after = press(before, which, act, now, times)
    if (!after.ok) throw new Error(`Refused: ${after.code}`)
    return after.state
  }, state)
}

/** A date on which both have voted yes, before it is checked whether they may meet. */
const bothSayYes = () => {
  const talking = pressBoth(beginEncounter('blind', start), { kind: 'accept' }, start)
  return pressBoth(passTime(talking, start + dateTimes.talkMs), { kind: 'vote', yes: true }, start + dateTimes.talkMs)
}

describe('a vote', () => {
  it('of two who may not meet ends like any other without two yeses, when the time is up', () => {
    for (const barred of [beginDecision(bothSayYes(), false), settleDecision(beginDecision(bothSayYes(), true), null, start)]) {
      expect([shownPhase(barred), barred.until, dueAt(barred)]).toEqual(['voting', end, end])
      expect(passTime(barred, end - 1)).toBe(barred)
      expect(passTime(barred, end)).toMatchObject({ phase: 'ended', until: null, endedAt: end, conversation: null })
    }
  })

  it('on which both have said yes at the last moment waits for the answer whether they may meet', () => {
    const late = passTime(bothSayYes(), end)
    expect([late.phase, shownPhase(late), dueAt(late)]).toEqual(['deciding', 'voting', null])
    expect(passTime(settleDecision(late, null, end + 50), end + 50)).toMatchObject({ phase: 'ended' })
  })
})

test('a faster talk is shorter, extended or not, and leaves as long to accept and to vote', () => {
  const times = withFasterTalk(dateTimes, 10)
  const talk = pressBoth(beginEncounter('blind', start), { kind: 'accept' }, start, times)
  expect(talk).toMatchObject({ phase: 'talking', until: start + 30_000 })
  expect(pressBoth(talk, { kind: 'extend' }, start, times).until).toBe(start + 48_000)
  expect(times).toMatchObject({ acceptMs: dateTimes.acceptMs, voteMs: dateTimes.voteMs })
})
