import { quotaResetsAt } from '#shared/quota-day.ts'
import { cleanLines } from '#shared/text/clean.ts'
import { lengthOf } from '#shared/text/cut.ts'
import { hasVisible } from '#shared/text/visible.ts'
import { wallClock } from '#shared/time-zone.ts'
import {
  againMs,
  latestMs,
  mostTimes,
  placeLength,
  soonestMs,
  type PlanKind,
  type PlanOffer,
  type PlanPhase,
  type PlanView,
  type ShownPlanPhase,
} from './contract.ts'

/** Index of one of the two. */
export type Which = 0 | 1

/** One for each of the two. */
export type Both<Value> = readonly [Value, Value]

/**
 * A plan of two members, without anything that reveals who they are. `by`: whose offer is current. `zones`: null until that one
 * has acted. `again`: sealed answers, which are deleted with the question. Times in ms.
 */
export type Plan = {
  phase: PlanPhase
  by: Which
  offer: PlanOffer
  zones: Both<string | null>
  /** The agreed time. */
  time: number | null
  /** Reminders still to be sent, ascending. */
  reminders: readonly number[]
  /** When the morning after begins for each. */
  againFrom: Both<number> | null
  again: Both<boolean | null>
  isAgain: boolean
  cancelledBy: Which | null
}

export type PlanAct =
  | { kind: 'counter'; offer: PlanOffer }
  | { kind: 'pick'; time: number }
  | { kind: 'decline' }
  | { kind: 'cancel' }
  | { kind: 'again'; yes: boolean }

/** `zone`: the time zone of the member who acts. */
export type ActContext = { now: number; zone: string }

/** `over`: it has ended. `not-now`: not in this phase, or not for this member. `time`: not offered, or no longer ahead. */
export type Acted = { ok: true; plan: Plan } | { ok: false; code: 'over' | 'not-now' | 'time' }

export type OfferRefusal = 'required' | 'too-many' | 'too-soon' | 'too-late' | 'invalid' | 'too-long'
export type CleanOffer = { ok: true; offer: PlanOffer } | { ok: false; field: 'times' | 'place'; code: OfferRefusal }

const dayMs = 24 * 60 * 60_000
const minuteMs = 60_000
const reminderLeadsMs = [dayMs, 2 * 60 * minuteMs]
/** Days end at 04:00, as quotas do: after a date at half past midnight, the morning after is that of the same date. */
const morningAfterResetMs = 5 * 60 * minuteMs

const over: Acted = { ok: false, code: 'over' }
const notNow: Acted = { ok: false, code: 'not-now' }
const wrongTime: Acted = { ok: false, code: 'time' }
const acted = (plan: Plan): Acted => ({ ok: true, plan })
const otherOf = (which: Which): Which => (which === 0 ? 1 : 0)

/** Returns an offer as stored: times ascending, the description on one line. */
export function cleanOffer(
  { times, kind, place = '' }: { times: readonly number[]; kind: PlanKind; place?: string },
  now: number,
): CleanOffer {
  const refusedTimes = refusalOf(times, now)
  if (refusedTimes) return { ok: false, field: 'times', code: refusedTimes }
  const described = cleanLines(place).replaceAll(/\s+/g, ' ').trim()
  const isDescribed = hasVisible(described)
  if (kind === 'other' && !isDescribed) return { ok: false, field: 'place', code: 'required' }
  if (lengthOf(described) > placeLength) return { ok: false, field: 'place', code: 'too-long' }
  return { ok: true, offer: { times: times.toSorted((a, b) => a - b), kind, place: isDescribed ? described : null } }
}

function refusalOf(times: readonly number[], now: number): OfferRefusal | null {
  if (times.length === 0) return 'required'
  if (times.length > mostTimes) return 'too-many'
  if (new Set(times).size < times.length || !times.every(isWholeMinute)) return 'invalid'
  if (times.some((time) => time < now + soonestMs)) return 'too-soon'
  return times.some((time) => time > now + latestMs) ? 'too-late' : null
}

const isWholeMinute = (time: number) => Number.isSafeInteger(time) && time % minuteMs === 0

/** One of the two offers times. The caller has checked that no other plan is open between them. */
export function proposePlan(by: Which, offer: PlanOffer, zone: string): Plan {
  return {
    phase: 'proposed',
    by,
    offer,
    zones: by === 0 ? [zone, null] : [null, zone],
    time: null,
    reminders: [],
    againFrom: null,
    again: [null, null],
    isAgain: false,
    cancelledBy: null,
  }
}

/** True if no other plan can be proposed meanwhile. One whose time has come is not in the way of the next one. */
export function isOpen({ phase }: Pick<Plan, 'phase'>): boolean {
  return phase === 'proposed' || phase === 'countered' || phase === 'agreed'
}

const isOffered = ({ phase }: Pick<Plan, 'phase'>) => phase === 'proposed' || phase === 'countered'

/** None of its times is still ahead. */
const hasLapsed = ({ times }: PlanOffer, now: number) => (times.at(-1) ?? 0) <= now

/** When the clock next changes something, in ms; null if it does not. Reminders count, because they are sent then. */
export function planDueAt(plan: Plan): number | null {
  if (isOffered(plan)) return plan.offer.times.at(-1) ?? null
  if (plan.phase === 'agreed') return plan.reminders[0] ?? plan.time
  return plan.phase === 'past' ? againEndsAt(plan) : null
}

/** Applies the time by the server's clock. Reminders are left: `takeReminder` removes them. */
export function passPlanTime(plan: Plan, now: number): Plan {
  if (isOffered(plan)) return hasLapsed(plan.offer, now) ? { ...plan, phase: 'lapsed' } : plan
  if (plan.phase === 'agreed') {
    return plan.time !== null && plan.time <= now ? passPlanTime({ ...plan, phase: 'past', reminders: [] }, now) : plan
  }
  return plan.phase === 'past' && againEndsAt(plan) <= now ? closeQuestion(plan) : plan
}

/** When both can no longer answer. */
const againEndsAt = ({ againFrom }: Plan) => Math.max(...(againFrom ?? [0])) + againMs

const closeQuestion = (plan: Plan): Plan => ({ ...plan, phase: 'over', again: [null, null] })

/**
 * Removes the reminders that are due, after `passPlanTime`. After an outage several may be due: they are one. None is sent for a
 * plan that is off, or whose time has come.
 */
export function takeReminder(plan: Plan, now: number): { plan: Plan; isDue: boolean } {
  const reminders = plan.reminders.filter((at) => at > now)
  const isDue = plan.phase === 'agreed' && reminders.length < plan.reminders.length
  return { plan: reminders.length === plan.reminders.length ? plan : { ...plan, reminders }, isDue }
}

/** One of the two acts. A repeat of an applied act changes nothing; that of a counter is recognised by its message. */
export function actOnPlan(before: Plan, which: Which, act: PlanAct, { now, zone }: ActContext): Acted {
  const plan = passPlanTime(before, now)
  if (isRepeat(plan, which, act)) return acted(plan)
  if (act.kind === 'again') return answerAgain(plan, which, act.yes, now)
  if (!isOpen(plan)) return over
  switch (act.kind) {
    case 'counter': {
      if (!mayAnswer(plan, which)) return notNow
      if (hasLapsed(act.offer, now)) return wrongTime
      const countered: Plan = { ...plan, phase: 'countered', by: which, offer: act.offer }
      return acted({ ...countered, zones: withZone(plan, which, zone) })
    }
    case 'pick':
      return mayAnswer(plan, which) ? pick(plan, which, act.time, { now, zone }) : notNow
    case 'decline':
      return mayAnswer(plan, which) ? acted({ ...plan, phase: 'declined' }) : notNow
    case 'cancel':
      // The one who has an offer before them declines it instead.
      return mayAnswer(plan, which) ? notNow : acted({ ...plan, phase: 'cancelled', reminders: [], cancelledBy: which })
    default:
      return act satisfies never
  }
}

const mayAnswer = (plan: Plan, which: Which) => isOffered(plan) && plan.by !== which

function isRepeat(plan: Plan, which: Which, act: PlanAct): boolean {
  const hasAnswered = plan.by !== which
  if (act.kind === 'pick') return hasAnswered && plan.phase === 'agreed' && plan.time === act.time
  if (act.kind === 'decline') return hasAnswered && plan.phase === 'declined'
  return act.kind === 'cancel' && plan.cancelledBy === which
}

function pick(plan: Plan, which: Which, time: number, { now, zone }: ActContext): Acted {
  if (!plan.offer.times.includes(time) || time <= now) return wrongTime
  const zones = withZone(plan, which, zone)
  const againFrom = [morningAfter(time, zones[0] ?? zone), morningAfter(time, zones[1] ?? zone)] as const
  const reminders = reminderLeadsMs.map((leadMs) => time - leadMs).filter((at) => at > now)
  return acted({ ...plan, phase: 'agreed', time, zones, againFrom, reminders })
}

/** Returns 09:00 of the morning after, by the clocks of that zone. */
const morningAfter = (time: number, zone: string) => quotaResetsAt(time, zone) + morningAfterResetMs

const withZone = ({ zones: [one, other] }: Plan, which: Which, zone: string): Both<string | null> =>
  which === 0 ? [zone, other] : [one, zone]

function answerAgain(plan: Plan, which: Which, yes: boolean, now: number): Acted {
  if (!isQuestionOpen(plan, which, now)) return plan.phase === 'past' || isOpen(plan) ? notNow : over
  const [one, other] = plan.again
  return acted({ ...plan, again: which === 0 ? [yes, other] : [one, yes] })
}

/** Each has their own morning after, and an equal time from then on. Once both have said yes, there is nothing left to answer. */
function isQuestionOpen({ phase, againFrom, isAgain }: Plan, which: Which, now: number): boolean {
  const from = againFrom?.[which] ?? Infinity
  return phase === 'past' && !isAgain && now >= from && now < from + againMs
}

/** Both have said yes, and neither knows yet. Whether they may still meet is checked before `settleAgain`. */
export function haveBothSaidAgain({ phase, again, isAgain }: Plan): boolean {
  return phase === 'past' && !isAgain && again.every((yes) => yes === true)
}

/** From now on both know. Their answers go with the question, which is closed for both. */
export function settleAgain(plan: Plan): Plan {
  return haveBothSaidAgain(plan) ? { ...closeQuestion(plan), isAgain: true } : plan
}

/**
 * The two may no longer meet here. What was open is off, as if one of them had cancelled it. Of a plan whose time has come, the question
 * goes with its answers. What is already over stays as it is.
 */
export function endPlan(plan: Plan, now: number): Plan {
  const current = passPlanTime(plan, now)
  if (isOpen(current)) return { ...current, phase: 'ended', reminders: [] }
  return current.phase === 'past' ? closeQuestion(current) : current
}

/**
 * Returns the plan as one of the two may see it, whose time zone is `zone`. Nothing in it depends on the other's sealed answer
 * unless both said yes.
 */
export function viewPlan(before: Plan, which: Which, { now, zone }: ActContext): PlanView {
  const plan = passPlanTime(before, now)
  const from = plan.againFrom?.[which] ?? 0
  return {
    phase: shownPhase(plan),
    isOwn: plan.by === which,
    offer: plan.offer,
    time: plan.time,
    zones: shownZones(plan, zone, plan.zones[otherOf(which)]),
    again: isQuestionOpen(plan, which, now) ? { until: from + againMs, answer: plan.again[which] } : null,
    isAgain: plan.isAgain,
  }
}

const shownPhase = ({ phase }: Plan): ShownPlanPhase => (phase === 'cancelled' || phase === 'ended' ? 'off' : phase)

/** Two zones whose clocks agree at all these times are one to the two, whatever their names. */
function shownZones({ offer, time }: Plan, own: string, other: string | null): PlanView['zones'] {
  if (other === null) return null
  const [readOwn, readOther] = [wallClock(own), wallClock(other)]
  const differ = (at: number) => readOwn(at).asUtc !== readOther(at).asUtc
  return (time === null ? offer.times : [time]).some(differ) ? { own, other } : null
}
