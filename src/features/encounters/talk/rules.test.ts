import { assert, constantFrom, integer, oneof, property, record, array, tuple, type Arbitrary, constant } from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { dateTimes, graceMs, type EncounterAct } from '#features/encounters/contract.ts'
import {
  arrive,
  beginDecision,
  beginEncounter,
  depart,
  dueAt,
  endEncounter,
  haveBothSaidYes,
  isOver,
  noteCall,
  passTime,
  press,
  settleDecision,
  shownPhase,
  unconnectedMs,
  waitsAgain,
  type EncounterState,
  type Which,
} from './rules.ts'

const start = 1_000_000

function pressAll(
  state: EncounterState,
  presses: readonly [Which, EncounterAct][],
  now = start,
  times = dateTimes,
): EncounterState {
  return presses.reduce((before, [which, act]) => {
    const after = press(before, which, act, now, times)
    if (!after.ok) throw new Error(`Refused: ${after.code}`)
    return after.state
  }, state)
}

const talking = () => {
  const state = beginEncounter('anonymous', start)
  return arrive(arrive(state, 0), 1)
}
const dateTalking = (now = start) => {
  const state = pressAll(beginEncounter('blind', start), [[0, { kind: 'accept' }], [1, { kind: 'accept' }]], now) // prettier-ignore
  return arrive(arrive(state, 0), 1)
}
const voting = () => passTime(dateTalking(), start + dateTimes.talkMs)

describe('an anonymous chat', () => {
  it('begins with the talk, which no clock ends while both are there', () => {
    expect(talking()).toMatchObject({ phase: 'talking', until: null })
    expect(dueAt(talking())).toBeNull()
  })

  it('becomes a match once both have pressed reveal, in either order', () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ] as const) {
      const both = pressAll(talking(), order.map((which) => [which, { kind: 'reveal' }])) // prettier-ignore
      expect([both.phase, haveBothSaidYes(both)]).toEqual(['talking', true])
      const deciding = beginDecision(both, true)
      expect([deciding.phase, shownPhase(deciding)]).toEqual(['deciding', 'talking'])
      expect(settleDecision(deciding, 'conversation', start)).toMatchObject({ phase: 'matched', conversation: 'conversation' })
      for (const barred of [beginDecision(both, false), settleDecision(deciding, null, start)]) {
        expect(barred).toEqual({ ...both, isBarred: true })
        expect(haveBothSaidYes(barred)).toBe(false)
        expect(pressAll(barred, [[0, { kind: 'reveal' }]])).toBe(barred) // prettier-ignore
        expect(pressAll(barred, [[1, { kind: 'leave' }]]).phase).toBe('ended') // prettier-ignore
      }
    }
  })

  it('ends when somebody leaves, or is away for longer than the grace', () => {
    expect(pressAll(talking(), [[1, { kind: 'leave' }]])).toMatchObject({ phase: 'ended', endedAt: start })
    const dropped = depart(talking(), 1, start)
    expect(passTime(dropped, start + graceMs - 1)).toBe(dropped)
    expect(passTime(dropped, start + graceMs).phase).toBe('ended')
    expect(dueAt(arrive(dropped, 1))).toBeNull()
  })

  it('gives somebody without a connection longer, from their last call on', () => {
    const state = arrive(beginEncounter('anonymous', start), 0)
    expect(dueAt(state)).toBe(start + unconnectedMs)
    const called = noteCall(state, 1, start + 60_000)
    expect(dueAt(called)).toBe(start + 60_000 + unconnectedMs)
    expect(passTime(called, start + 60_000 + unconnectedMs).phase).toBe('ended')
  })

  it('knows nothing of accepting, extending and voting', () => {
    for (const act of [{ kind: 'accept' }, { kind: 'extend' }, { kind: 'vote', yes: true }] as const) {
      expect(press(talking(), 0, act, start)).toEqual({ ok: false, code: 'not-now' })
    }
  })
})

describe('a blind date', () => {
  it('waits for both to accept, then talks for five minutes', () => {
    const offered = beginEncounter('blind', start)
    expect(offered).toMatchObject({ phase: 'offered', until: start + dateTimes.acceptMs })
    expect(pressAll(offered, [[0, { kind: 'accept' }]])).toMatchObject({ phase: 'offered', until: start + dateTimes.acceptMs })
    expect(dateTalking(start + 10)).toMatchObject({ phase: 'talking', until: start + 10 + dateTimes.talkMs })
  })

  it('ends when one of them does not accept in time, and nobody may accept afterwards', () => {
    const ended = passTime(pressAll(beginEncounter('blind', start), [[0, { kind: 'accept' }]]), start + dateTimes.acceptMs)
    expect(ended).toMatchObject({ phase: 'ended', endedAt: start + dateTimes.acceptMs })
    expect(press(ended, 1, { kind: 'accept' }, start + dateTimes.acceptMs)).toEqual({ ok: false, code: 'over' })
  })

  it('sends who has accepted alone to wait for another partner, and nobody who has left', () => {
    const accepted = pressAll(beginEncounter('blind', start), [[0, { kind: 'accept' }]])
    const noShow = passTime(accepted, start + dateTimes.acceptMs)
    expect([waitsAgain(noShow, 0), waitsAgain(noShow, 1)]).toEqual([true, false])
    const declined = pressAll(accepted, [[1, { kind: 'leave' }]])
    expect([waitsAgain(declined, 0), waitsAgain(declined, 1)]).toEqual([true, false])
    const voted = passTime(voting(), start + dateTimes.talkMs + dateTimes.voteMs)
    expect([waitsAgain(voted, 0), waitsAgain(voted, 1)]).toEqual([false, false])
  })

  it('takes the offer from nobody who could still have accepted it: when the other one leaves, they wait again', () => {
    const offered = beginEncounter('blind', start)
    const changedMind = pressAll(offered, [[1, { kind: 'accept' }], [1, { kind: 'leave' }]]) // prettier-ignore
    const declined = pressAll(offered, [[1, { kind: 'leave' }]])
    for (const over of [declined, changedMind]) expect([waitsAgain(over, 0), waitsAgain(over, 1)]).toEqual([true, false])
    const bothAway = passTime(offered, start + dateTimes.acceptMs)
    const left = [dateTalking(), talking()].map((state) => pressAll(state, [[1, { kind: 'leave' }]]))
    for (const over of [bothAway, ...left]) expect([waitsAgain(over, 0), waitsAgain(over, 1)]).toEqual([false, false])
  })

  it('goes on for three minutes more when both ask, once', () => {
    const one = pressAll(dateTalking(), [[0, { kind: 'extend' }]])
    expect(one.until).toBe(start + dateTimes.talkMs)
    const both = pressAll(one, [[1, { kind: 'extend' }]])
    expect(both).toMatchObject({ isExtended: true, until: start + dateTimes.talkMs + dateTimes.extendMs })
    expect(pressAll(both, [[0, { kind: 'extend' }], [1, { kind: 'extend' }]])).toBe(both) // prettier-ignore
  })

  it('is voted on for thirty seconds, from when the talk has ended', () => {
    expect(voting()).toMatchObject({ phase: 'voting', until: start + dateTimes.talkMs + dateTimes.voteMs })
    const late = passTime(dateTalking(), start + dateTimes.talkMs + 5_000)
    expect(late.until, 'nobody loses time to a late alarm').toBe(start + dateTimes.talkMs + 5_000 + dateTimes.voteMs)
  })

  it('ends at once when both vote yes, and otherwise not before the time is up', () => {
    const yes = { kind: 'vote', yes: true } as const
    const no = { kind: 'vote', yes: false } as const
    const both = pressAll(voting(), [[0, yes], [1, yes]]) // prettier-ignore
    expect([both.phase, haveBothSaidYes(both)]).toEqual(['voting', true])
    expect(beginDecision(both, true)).toEqual({ ...both, phase: 'deciding' })
    for (const votes of [
      [[0, yes]],
      [
        [0, yes],
        [1, no],
      ],
      [
        [0, no],
        [1, no],
      ],
      [],
    ] as [Which, EncounterAct][][]) {
      // prettier-ignore
      const state = pressAll(voting(), votes)
      expect(state).toMatchObject({ phase: 'voting', until: start + dateTimes.talkMs + dateTimes.voteMs })
      expect(passTime(state, start + dateTimes.talkMs + dateTimes.voteMs).phase).toBe('ended')
    }
  })

  it('lets somebody change their mind until the time is up', () => {
    const changed = pressAll(voting(), [[0, { kind: 'vote', yes: false }], [0, { kind: 'vote', yes: true }]]) // prettier-ignore
    expect(changed.sides[0].voted).toBe(true)
  })

  it('does not end the vote because somebody has lost their connection', () => {
    const away = depart(voting(), 0, start + dateTimes.talkMs)
    expect(dueAt(away)).toBe(start + dateTimes.talkMs + dateTimes.voteMs)
  })

  it('takes no vote before its time, no reveal, and no acceptance or extension after theirs', () => {
    expect(press(dateTalking(), 0, { kind: 'vote', yes: true }, start)).toEqual({ ok: false, code: 'not-now' })
    expect(press(dateTalking(), 0, { kind: 'reveal' }, start)).toEqual({ ok: false, code: 'not-now' })
    expect(press(voting(), 0, { kind: 'extend' }, start)).toEqual({ ok: false, code: 'over' })
    expect(press(beginEncounter('blind', start), 0, { kind: 'extend' }, start)).toEqual({ ok: false, code: 'not-now' })
  })
})

test('what is over stays so, and a decision is only given up by its own outcome', () => {
  const both = pressAll(talking(), [[0, { kind: 'reveal' }], [1, { kind: 'reveal' }]]) // prettier-ignore
  const deciding = beginDecision(both, true)
  expect(endEncounter(deciding, start)).toBe(deciding)
  const matched = settleDecision(deciding, 'conversation', start)
  expect(endEncounter(matched, start)).toBe(matched)
  expect(settleDecision(matched, null, start)).toBe(matched)
})

type Step = { which: Which; afterMs: number; does: EncounterAct | 'arrive' | 'depart' | 'call' | 'nothing' }

const acts: Arbitrary<Step['does']> = oneof(
  constantFrom<Step['does']>(
    { kind: 'accept' },
    { kind: 'reveal' },
    { kind: 'extend' },
    { kind: 'vote', yes: true },
    { kind: 'vote', yes: false },
    'arrive',
    'depart',
    'call',
    'nothing',
  ),
  // Rarely chosen, because otherwise hardly any run would get further.
  constantFrom<Step['does']>('nothing', 'nothing', 'nothing', { kind: 'leave' }),
)
const steps = array(
  record({
    which: constantFrom<Which>(0, 1),
    afterMs: oneof(constant(0), integer({ min: 0, max: 5_000 }), integer({ min: 0, max: 200_000 })),
    does: acts,
  }),
  { maxLength: 40 },
)
const runs = tuple(constantFrom('anonymous', 'blind'), steps)

function run(
  kind: 'anonymous' | 'blind',
  list: readonly Step[],
  look: (before: EncounterState, after: EncounterState, step: Step) => void,
) {
  let now = start
  let state = beginEncounter(kind, now)
  for (const step of list) {
    now += step.afterMs
    state = passTime(state, now)
    const after = take(state, step, now)
    look(state, after, step)
    state = after
  }
  return { state, now }
}

function take(state: EncounterState, { which, does }: Step, now: number): EncounterState {
  if (does === 'arrive') return arrive(state, which)
  if (does === 'depart') return depart(state, which, now)
  if (does === 'call') return noteCall(state, which, now)
  if (does === 'nothing') return state
  const pressed = press(state, which, does, now)
  return pressed.ok ? pressed.state : state
}

/** What the other person can notice. */
const shownOf = ({ phase, until, endedAt, isExtended, conversation }: EncounterState) =>
  JSON.stringify({ phase, until, endedAt, isExtended, conversation })

test('whatever two do, a lone press shows nothing, and only two who say yes are matched', () => {
  assert(
    property(runs, ([kind, list]) => {
      run(kind, list, (before, after, { which, does }) => {
        const [own, other] = [after.sides[which], after.sides[which === 0 ? 1 : 0]]
        const isSealed = typeof does === 'object' && does.kind !== 'leave'
        const isShared =
          (own.accepted && other.accepted) ||
          (own.revealed && other.revealed) ||
          (own.extended && other.extended) ||
          (own.voted === true && other.voted === true)
        if (isSealed && !isShared) expect(shownOf(after)).toBe(shownOf(before))
        if (haveBothSaidYes(after)) {
          const isYes = kind === 'blind' ? ({ voted }: typeof own) => voted === true : ({ revealed }: typeof own) => revealed
          expect(after.sides.every(isYes)).toBe(true)
        }
        if (isOver(before)) expect(shownOf(after)).toBe(shownOf(before))
        // No action changes what the other has pressed.
        const { accepted, revealed, extended, voted } = before.sides[which === 0 ? 1 : 0]
        expect(other).toMatchObject({ accepted, revealed, extended, voted })
      })
    }),
    { numRuns: 2_000 },
  )
})

test('whatever two do, an encounter from which both go away ends within minutes by the clock alone', () => {
  assert(
    property(runs, ([kind, list]) => {
      const { state, now } = run(kind, list, () => {})
      let left = depart(depart(state, 0, now), 1, now)
      for (let rounds = 0; rounds < 10 && !isOver(left) && left.phase !== 'deciding'; rounds++) {
        const due = dueAt(left)
        expect(due).not.toBeNull()
        const next = passTime(left, due ?? 0)
        expect(next, 'a clock that is due changes something').not.toBe(left)
        left = next
      }
      expect(isOver(left) || left.phase === 'deciding').toBe(true)
    }),
    { numRuns: 2_000 },
  )
})
