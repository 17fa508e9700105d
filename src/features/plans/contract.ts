/** What two people can plan. `other` is described by hand; with the others, a description is optional. */
export const planKinds = ['cafe', 'walk', 'drink', 'meal', 'call', 'other'] as const
export type PlanKind = (typeof planKinds)[number]

/** Times that one offer can contain. */
export const mostTimes = 3
/** Characters (code points) of the description of a place. */
export const placeLength = 80
/** An offered time is at least this far ahead, so that the other one can still answer. */
export const soonestMs = 30 * 60_000
export const latestMs = 90 * 24 * 60 * 60_000
/** For this long from the morning after, each can answer whether they would meet again. */
export const againMs = 48 * 60 * 60_000

/** What one of the two offers. `times`: ms, whole minutes, ascending, no two equal. `place`: null if it was not described. */
export type PlanOffer = { times: readonly number[]; kind: PlanKind; place: string | null }

/**
 * `proposed`: an offer waits for its answer, `countered`: one that answers another. `agreed`: one of its times was picked. `past`:
 * that time has come. `over`: nothing can be answered any more.
 * `lapsed`: every offered time passed without an answer. `cancelled`: one of the two withdrew it. `ended`: the two may no longer
 * meet here, for whatever reason.
 */
export type PlanPhase = 'proposed' | 'countered' | 'agreed' | 'past' | 'over' | 'declined' | 'lapsed' | 'cancelled' | 'ended'

/** The phases as the two see them. `off`: cancelled or ended, which must look alike, because the second has no reason. */
export type ShownPlanPhase = Exclude<PlanPhase, 'cancelled' | 'ended'> | 'off'

/**
 * A plan as one of the two sees it. `isOwn`: the current offer is theirs. `time`: the agreed one (ms). `zones`: theirs and the
 * other's, only if clocks differ at one of the times. `again`: the question is open for them, with the answer they gave; null while it is
 * not. `isAgain`: both have said yes.
 */
export type PlanView = {
  phase: ShownPlanPhase
  isOwn: boolean
  offer: PlanOffer
  time: number | null
  zones: { own: string; other: string } | null
  again: { until: number; answer: boolean | null } | null
  isAgain: boolean
}
