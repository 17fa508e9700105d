import { describe, expect, it } from 'vitest'
import { dateTimes, type EncounterAct, type EncounterKind } from '#features/encounters/contract.ts'
import {
  beginDecision,
  beginEncounter,
  depart,
  dueAt,
  isOver,
  leaveEncounter,
  passTime,
  phaseFor,
  press,
  settleDecision,
  shownPhase,
  type EncounterState,
} from './rules.ts'

const start = 1_000_000
const voteAt = start + dateTimes.talkMs

function pressBoth(state: EncounterState, act: EncounterAct, now: number): EncounterState {
  return ([0, 1] as const).reduce((before, which) => {
    const after = press(before, which, act, now)
    if (!after.ok) throw new Error(`Refused: ${after.code}`)
    return after.state
  }, state)
}

/** Both have said yes, and their match is being written. */
function deciding(kind: EncounterKind): EncounterState {
  const begun = beginEncounter(kind, start)
  if (kind === 'anonymous') return beginDecision(pressBoth(begun, { kind: 'reveal' }, start), true)
  const voting = passTime(pressBoth(begun, { kind: 'accept' }, start), voteAt)
  return beginDecision(pressBoth(voting, { kind: 'vote', yes: true }, voteAt), true)
}

const acts: EncounterAct[] = [
  { kind: 'accept' },
  { kind: 'reveal' },
  { kind: 'extend' },
  { kind: 'vote', yes: true },
  { kind: 'vote', yes: false },
]

describe.each(['anonymous', 'blind'] as const)('while the match of two is being written, in the kind %s', (kind) => {
  const left = () => leaveEncounter(deciding(kind), 0, voteAt + 1)

  it('somebody who leaves, or has reported, sees the end, and the other one nothing', () => {
    const [before, after] = [deciding(kind), left()]
    expect(after).toEqual({ ...before, sides: [{ ...before.sides[0], hasLeft: true }, before.sides[1]] })
    expect([phaseFor(after, 0), phaseFor(after, 1)]).toEqual(['ended', shownPhase(before)])
    expect(press(before, 0, { kind: 'leave' }, voteAt + 1)).toEqual({ ok: true, state: after })
  })

  it('who has left is answered as after any end', () => {
    const gone = left()
    expect(leaveEncounter(gone, 0, voteAt + 2)).toBe(gone)
    const ended = leaveEncounter({ ...deciding(kind), phase: shownPhase(deciding(kind)) }, 0, voteAt + 1)
    for (const act of [...acts, { kind: 'leave' } as const])
      expect(press(gone, 0, act, voteAt + 2), act.kind).toEqual(press(ended, 0, act, voteAt + 2))
  })

  it('every action is answered as it would be while the other one has not said yes', () => {
    const both = deciding(kind)
    const { phase, sides } = both
    const alone = { ...both, phase: shownPhase(both), sides: [sides[0], { ...sides[1], revealed: false, voted: null }] } as const
    for (const act of acts) {
      const [answer, usual] = [press(both, 0, act, voteAt + 1), press(alone, 0, act, voteAt + 1)]
      const own = (pressed: typeof answer) => (pressed.ok ? pressed.state.sides[0] : pressed)
      expect(own(answer), act.kind).toEqual(own(usual))
      if (answer.ok) expect(answer.state.phase).toBe(phase)
    }
  })

  it('it ends for both when one has left and nothing was written', () => {
    for (const gone of [left(), leaveEncounter(left(), 1, voteAt + 2)]) {
      const settled = settleDecision(gone, null, voteAt + 5)
      expect(settled).toMatchObject({ phase: 'ended', until: null, endedAt: voteAt + 5, conversation: null })
      expect([phaseFor(settled, 0), phaseFor(settled, 1)]).toEqual(['ended', 'ended'])
    }
  })

  it('what was written stands, and who has left is not led into it', () => {
    const settled = settleDecision(left(), 'conversation', voteAt + 5)
    expect(settled).toMatchObject({ phase: 'matched', conversation: 'conversation' })
    expect([phaseFor(settled, 0), phaseFor(settled, 1)]).toEqual(['ended', 'matched'])
    expect(isOver(leaveEncounter(settled, 1, voteAt + 6))).toBe(true)
  })

  it('it goes on as before for two of whom nobody has left', () => {
    const settled = settleDecision(depart(deciding(kind), 0, voteAt + 1), null, voteAt + 5)
    expect(settled).toMatchObject({ phase: shownPhase(deciding(kind)), isBarred: true })
    expect(dueAt(settled), 'a clock ends it').not.toBeNull()
  })
})
