import { array, assert, boolean, constant, constantFrom, integer, oneof, property, record, tuple, uniqueArray } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { againMs, latestMs, mostTimes, placeLength, soonestMs, type PlanOffer } from './contract.ts'
import {
  actOnPlan,
  cleanOffer,
  endPlan,
  haveBothSaidAgain,
  isOpen,
  passPlanTime,
  planDueAt,
  proposePlan,
  settleAgain,
  takeReminder,
  viewPlan,
  type Plan,
  type PlanAct,
  type Which,
} from './rules.ts'

const at = (iso: string) => Date.parse(iso)
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const now = at('2026-11-20T12:00:00Z')
const friday = at('2026-11-27T18:00:00Z')
const saturday = at('2026-11-28T11:00:00Z')
const offer: PlanOffer = { times: [friday, saturday], kind: 'cafe', place: null }
const kyiv = { now, zone: 'Europe/Kyiv' }
const lisbon = { now, zone: 'Europe/Lisbon' }

const proposed = proposePlan(0, offer, kyiv.zone)

/** Applies an act that must succeed. */
function act(plan: Plan, which: Which, done: PlanAct, context = which === 0 ? kyiv : lisbon): Plan {
  const result = actOnPlan(plan, which, done, context)
  if (!result.ok) throw new Error(result.code)
  return result.plan
}
const agreed = act(proposed, 1, { kind: 'pick', time: friday })
const morning = { kyiv: at('2026-11-28T07:00:00Z'), lisbon: at('2026-11-28T09:00:00Z') }

describe('an offer', () => {
  const clean = (times: number[], kind: PlanOffer['kind'] = 'walk', place?: string) =>
    cleanOffer({ times, kind, ...(place === undefined ? {} : { place }) }, now)

  it('is stored with its times in order and its place on one line', () => {
    expect(clean([saturday, friday], 'other', '  The pier,\n by the  clock ')).toEqual({
      ok: true,
      offer: { times: [friday, saturday], kind: 'other', place: 'The pier, by the clock' },
    })
  })

  it('has one to three different times in whole minutes, soon enough and not too soon', () => {
    const soonest = now + soonestMs
    expect(clean([soonest, now + latestMs])).toMatchObject({ ok: true })
    const refused = (times: number[]) => {
      const result = clean(times)
      return result.ok ? null : [result.field, result.code]
    }
    expect(refused([])).toEqual(['times', 'required'])
    expect(refused(Array.from({ length: mostTimes + 1 }, (_, index) => friday + index * minute))).toEqual(['times', 'too-many'])
    expect(refused([friday, friday])).toEqual(['times', 'invalid'])
    expect(refused([friday + 1])).toEqual(['times', 'invalid'])
    expect(refused([Number.NaN])).toEqual(['times', 'invalid'])
    expect(refused([soonest - minute, friday])).toEqual(['times', 'too-soon'])
    expect(refused([now + latestMs + minute])).toEqual(['times', 'too-late'])
  })

  it('of something else says what it is; the other kinds need not', () => {
    expect(clean([friday], 'other', ' \u200b ')).toEqual({ ok: false, field: 'place', code: 'required' })
    expect(clean([friday], 'call', ' ')).toMatchObject({ ok: true, offer: { place: null } })
    expect(clean([friday], 'meal', '🍲'.repeat(placeLength))).toMatchObject({ ok: true })
    expect(clean([friday], 'meal', '🍲'.repeat(placeLength + 1))).toEqual({ ok: false, field: 'place', code: 'too-long' })
  })
})

describe('an open offer', () => {
  it('is answered by the other one alone, and withdrawn by its own alone', () => {
    for (const done of [{ kind: 'pick', time: friday }, { kind: 'decline' }, { kind: 'counter', offer }] as const) {
      expect(actOnPlan(proposed, 0, done, kyiv)).toEqual({ ok: false, code: 'not-now' })
      expect(actOnPlan(proposed, 1, done, lisbon)).toMatchObject({ ok: true })
    }
    expect(actOnPlan(proposed, 1, { kind: 'cancel' }, lisbon)).toEqual({ ok: false, code: 'not-now' })
    expect(act(proposed, 0, { kind: 'cancel' }).phase).toBe('cancelled')
  })

  it('is replaced by a counter, whose times alone can be picked then, by the first one', () => {
    const other = { ...offer, times: [saturday + hour] }
    const countered = act(proposed, 1, { kind: 'counter', offer: other })
    expect(countered).toMatchObject({ phase: 'countered', by: 1, offer: other, zones: ['Europe/Kyiv', 'Europe/Lisbon'] })
    expect(actOnPlan(countered, 0, { kind: 'pick', time: friday }, kyiv)).toEqual({ ok: false, code: 'time' })
    expect(actOnPlan(countered, 1, { kind: 'pick', time: saturday + hour }, lisbon)).toEqual({ ok: false, code: 'not-now' })
    expect(act(countered, 0, { kind: 'pick', time: saturday + hour })).toMatchObject({ phase: 'agreed', time: saturday + hour })
  })

  it('lets a time be picked until it comes, and lapses with its last one', () => {
    const picked = (time: number, when: number) => actOnPlan(proposed, 1, { kind: 'pick', time }, { ...lisbon, now: when })
    expect(picked(friday, friday - 1)).toMatchObject({ ok: true })
    expect(picked(friday, friday)).toEqual({ ok: false, code: 'time' })
    expect(picked(saturday, saturday - 1)).toMatchObject({ ok: true })
    expect(picked(saturday, saturday)).toEqual({ ok: false, code: 'over' })
    expect(passPlanTime(proposed, saturday).phase).toBe('lapsed')
    expect(planDueAt(proposed)).toBe(saturday)
  })

  it('gives a repeat the first answer, and an act that came too late a refusal', () => {
    expect(act(agreed, 1, { kind: 'pick', time: friday })).toBe(agreed)
    expect(actOnPlan(agreed, 1, { kind: 'pick', time: saturday }, lisbon)).toEqual({ ok: false, code: 'not-now' })
    const declined = act(proposed, 1, { kind: 'decline' })
    expect(act(declined, 1, { kind: 'decline' })).toBe(declined)
    expect(actOnPlan(declined, 0, { kind: 'cancel' }, kyiv)).toEqual({ ok: false, code: 'over' })
    const cancelled = act(proposed, 0, { kind: 'cancel' })
    expect(act(cancelled, 0, { kind: 'cancel' })).toBe(cancelled)
    expect(actOnPlan(cancelled, 1, { kind: 'pick', time: friday }, lisbon)).toEqual({ ok: false, code: 'over' })
  })
})

it('a counter whose times have passed on the way is refused', () => {
  const late = { ...lisbon, now: friday }
  expect(actOnPlan(proposed, 1, { kind: 'counter', offer: { ...offer, times: [friday] } }, late)).toEqual({
    ok: false,
    code: 'time',
  })
})

describe('an agreed plan', () => {
  it('reminds a day and two hours before, as far as that is still ahead', () => {
    expect(agreed.reminders).toEqual([friday - day, friday - 2 * hour])
    const late = act(proposed, 1, { kind: 'pick', time: friday }, { ...lisbon, now: friday - 3 * hour })
    expect(late.reminders).toEqual([friday - 2 * hour])
    expect(act(proposed, 1, { kind: 'pick', time: friday }, { ...lisbon, now: friday - hour }).reminders).toEqual([])
  })

  it('reminds once for each, and once for both after an outage', () => {
    expect(takeReminder(agreed, friday - day - 1)).toEqual({ plan: agreed, isDue: false })
    const first = takeReminder(agreed, friday - day)
    expect(first.isDue).toBe(true)
    expect(takeReminder(first.plan, friday - day)).toEqual({ plan: first.plan, isDue: false })
    expect(planDueAt(first.plan)).toBe(friday - 2 * hour)
    expect(takeReminder(agreed, friday - hour)).toMatchObject({ isDue: true, plan: { reminders: [] } })
  })

  it('can be cancelled by each of the two until its time comes, and then reminds no more', () => {
    for (const which of [0, 1] as const) {
      const cancelled = act(agreed, which, { kind: 'cancel' })
      expect(cancelled).toMatchObject({ phase: 'cancelled', reminders: [], cancelledBy: which })
      expect(planDueAt(cancelled)).toBeNull()
      expect(actOnPlan(agreed, which, { kind: 'cancel' }, { ...kyiv, now: friday })).toEqual({ ok: false, code: 'over' })
    }
  })

  it('leaves room for the next one as soon as its time has come', () => {
    expect(isOpen(passPlanTime(agreed, friday - 1))).toBe(true)
    expect(isOpen(passPlanTime(agreed, friday))).toBe(false)
  })

  it('shows the zones where clocks differ, also before the reader has answered', () => {
    const [zones, other] = [
      { own: 'Europe/Kyiv', other: 'Europe/Lisbon' },
      { own: 'Europe/Lisbon', other: 'Europe/Kyiv' },
    ]
    expect(viewPlan(agreed, 0, kyiv).zones).toEqual(zones)
    expect(viewPlan(proposed, 1, lisbon).zones).toEqual(other)
    expect(viewPlan(proposed, 1, { now, zone: 'Europe/Bucharest' }).zones).toBeNull()
    expect(viewPlan(proposed, 0, kyiv).zones).toBeNull()
  })
})

describe('the question whether to meet again', () => {
  const answer = (plan: Plan, which: Which, yes: boolean, when: number) =>
    actOnPlan(plan, which, { kind: 'again', yes }, { ...(which === 0 ? kyiv : lisbon), now: when })

  it('opens for each at nine on their own morning after, for 48 hours', () => {
    expect(agreed.againFrom).toEqual([morning.kyiv, morning.lisbon])
    expect(answer(agreed, 0, true, morning.kyiv - 1)).toEqual({ ok: false, code: 'not-now' })
    expect(answer(agreed, 1, true, morning.kyiv)).toEqual({ ok: false, code: 'not-now' })
    expect(answer(agreed, 0, true, morning.kyiv)).toMatchObject({ ok: true })
    expect(answer(agreed, 0, true, morning.kyiv + againMs - 1)).toMatchObject({ ok: true })
    expect(answer(agreed, 0, true, morning.kyiv + againMs)).toEqual({ ok: false, code: 'not-now' })
    expect(answer(agreed, 1, true, morning.lisbon + againMs)).toEqual({ ok: false, code: 'over' })
  })

  it('comes on the same date after an evening that began past midnight, and by the clock after a change of it', () => {
    const night = at('2026-11-28T01:30:00Z')
    const late = act(proposePlan(0, { ...offer, times: [night] }, kyiv.zone), 1, { kind: 'pick', time: night })
    expect(late.againFrom?.[0]).toBe(morning.kyiv)
    const [spring, evening] = [at('2026-03-20T12:00:00Z'), at('2026-03-28T19:00:00Z')]
    const first = proposePlan(0, { ...offer, times: [evening] }, 'Europe/London')
    const picked = act(first, 1, { kind: 'pick', time: evening }, { now: spring, zone: 'Europe/London' })
    expect(picked.againFrom).toEqual([at('2026-03-29T08:00:00Z'), at('2026-03-29T08:00:00Z')])
  })

  it('is answered to both by two times yes, and to neither by anything else', () => {
    const when = morning.lisbon
    const one = act(agreed, 0, { kind: 'again', yes: true }, { ...kyiv, now: when })
    expect(haveBothSaidAgain(one)).toBe(false)
    expect(settleAgain(one)).toBe(one)
    const both = act(one, 1, { kind: 'again', yes: true }, { ...lisbon, now: when })
    expect(haveBothSaidAgain(both)).toBe(true)
    const settled = settleAgain(both)
    expect(settled).toMatchObject({ phase: 'over', isAgain: true, again: [null, null] })
    for (const which of [0, 1] as const) {
      const context = { ...(which === 0 ? kyiv : lisbon), now: when }
      expect(viewPlan(both, which, context).isAgain).toBe(false)
      expect(viewPlan(settled, which, context)).toMatchObject({ isAgain: true, again: null })
    }
    const changed = act(one, 0, { kind: 'again', yes: false }, { ...kyiv, now: when })
    expect(haveBothSaidAgain(act(changed, 1, { kind: 'again', yes: true }, { ...lisbon, now: when }))).toBe(false)
  })

  it('takes its answers along when it closes', () => {
    const one = act(agreed, 1, { kind: 'again', yes: true }, { ...lisbon, now: morning.lisbon })
    expect(planDueAt(one)).toBe(morning.lisbon + againMs)
    expect(passPlanTime(one, morning.lisbon + againMs)).toMatchObject({ phase: 'over', again: [null, null], isAgain: false })
    expect(endPlan(one, morning.lisbon)).toMatchObject({ phase: 'over', again: [null, null], isAgain: false })
  })
})

describe('the end of what the two have', () => {
  it('looks like a cancelled plan, and says no reason', () => {
    for (const plan of [proposed, agreed]) {
      const ended = endPlan(plan, now)
      expect(ended).toMatchObject({ phase: 'ended', reminders: [] })
      expect(planDueAt(ended)).toBeNull()
      const canceller = plan.by
      const cancelled = act(plan, canceller, { kind: 'cancel' })
      const reader = canceller === 0 ? 1 : 0
      expect(viewPlan(ended, reader, lisbon)).toEqual(viewPlan(cancelled, reader, lisbon))
      for (const done of [{ kind: 'pick', time: friday }, { kind: 'cancel' }, { kind: 'again', yes: true }] as const) {
        expect(actOnPlan(ended, reader, done, lisbon)).toEqual(actOnPlan(cancelled, reader, done, lisbon))
      }
    }
  })

  it('leaves what is over as it is', () => {
    const declined = act(proposed, 1, { kind: 'decline' })
    expect(endPlan(declined, now)).toBe(declined)
  })
})

describe('whatever the two do', () => {
  const times = uniqueArray(
    integer({ min: 31, max: 20 * 24 * 60 }).map((minutes) => now + minutes * minute),
    { minLength: 1, maxLength: mostTimes },
  ).map((some) => some.toSorted((a, b) => a - b))
  const offers = record({ times, kind: constantFrom('walk', 'call'), place: constant(null) })
  const done = oneof(
    offers.map((next) => ({ kind: 'counter' as const, offer: next })),
    integer({ min: 0, max: 2 }).map((index) => ({ kind: 'pick' as const, index })),
    constant({ kind: 'decline' as const }),
    constant({ kind: 'cancel' as const }),
    boolean().map((yes) => ({ kind: 'again' as const, yes })),
    boolean().map((yes) => ({ kind: 'again' as const, yes })),
    constant({ kind: 'end' as const }),
  )
  const steps = array(tuple(constantFrom<Which>(0, 1), done, integer({ min: 0, max: 2 * day })), { maxLength: 25 })
  const zones = ['Europe/Kyiv', 'America/Sao_Paulo'] as const
  const finals = ['over', 'declined', 'lapsed', 'cancelled', 'ended']

  type Step = [Which, PlanAct | { kind: 'pick'; index: number } | { kind: 'end' }, number]

  /** Calls `check` for every step, with the plan before and after it. */
  function walk(first: PlanOffer, all: readonly Step[], check: (before: Plan, after: Plan, when: number, step: Step) => void) {
    let [plan, when] = [proposePlan(0, first, zones[0]), now]
    for (const step of all) {
      const [which, named, pause] = step
      when += pause
      const reminded = takeReminder(passPlanTime(plan, when), when).plan
      if (named.kind === 'end') {
        const after = endPlan(reminded, when)
        check(plan, after, when, step)
        plan = after
        continue
      }
      const chosen =
        named.kind === 'pick' && 'index' in named
          ? { kind: 'pick' as const, time: reminded.offer.times[named.index] ?? 0 }
          : (named satisfies PlanAct)
      const result = actOnPlan(reminded, which, chosen, { now: when, zone: zones[which] })
      const after = result.ok ? result.plan : reminded
      check(plan, after, when, step)
      plan = after
    }
  }
  const always = (check: Parameters<typeof walk>[2], numRuns = 600) =>
    assert(
      property(offers, steps, (first, all) => walk(first, all, check)),
      { seed: 20261201, numRuns },
    )

  it('a plan only goes forward, and stays at its end', () => {
    const next: Record<string, string[]> = {
      proposed: ['countered', 'agreed', 'past', 'over', 'declined', 'lapsed', 'cancelled', 'ended'],
      countered: ['agreed', 'past', 'over', 'declined', 'lapsed', 'cancelled', 'ended'],
      agreed: ['past', 'over', 'cancelled', 'ended'],
      past: ['over'],
    }
    always((before, after) => {
      if (before.phase !== after.phase) expect(next[before.phase] ?? []).toContain(after.phase)
      if (finals.includes(before.phase)) expect(after).toEqual(before)
    })
  })

  it('a plan has a next moment until its end, and reminders only while it is agreed', () => {
    always((_, after, when) => {
      const due = planDueAt(after)
      expect(due === null).toBe(finals.includes(after.phase))
      if (due !== null) expect(due).toBeGreaterThan(when)
      if (after.phase !== 'agreed') expect(after.reminders).toEqual([])
      expect((after.time === null) === (after.againFrom === null)).toBe(true)
      if (after.time !== null) expect(after.offer.times).toContain(after.time)
    })
  })

  it('nothing that one sees or is answered depends on the other’s sealed answer', () => {
    always((_, after, when) => {
      for (const which of [0, 1] as const) {
        const context = { now: when, zone: zones[which] }
        for (const sealed of [null, true, false]) {
          const twin: Plan = { ...after, again: which === 0 ? [after.again[0], sealed] : [sealed, after.again[1]] }
          expect(viewPlan(twin, which, context)).toEqual(viewPlan(after, which, context))
          for (const yes of [true, false]) {
            const answers = [after, twin].map((plan) => actOnPlan(plan, which, { kind: 'again', yes }, context))
            expect(answers[0]?.ok).toBe(answers[1]?.ok)
          }
          expect(planDueAt(twin)).toBe(planDueAt(after))
        }
      }
    }, 200)
  })

  it('sealed answers exist only while the question is open', () => {
    always((_, after) => {
      if (after.phase !== 'past') expect(after.again).toEqual([null, null])
    })
  })

  it('a repeat changes nothing', () => {
    always((_, after, when, [which, named]) => {
      if (named.kind === 'end') return expect(endPlan(after, when)).toEqual(after)
      if (named.kind === 'pick' || named.kind === 'counter') return
      const again = actOnPlan(after, which, named, { now: when, zone: zones[which] })
      if (again.ok) expect(again.plan).toEqual(after)
    })
  })
})
