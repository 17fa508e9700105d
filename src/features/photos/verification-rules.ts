import type { Pose, RefusedBecause, VerificationView } from './contract.ts'
import { poses, refusals, verificationLimits } from './verification.ts'

/** One challenge of a member, as far as the rules need it. Times in ms. */
export type Attempt = {
  pose: string
  state: 'drawn' | 'waiting' | 'approved' | 'refused' | 'again' | 'undecided' | 'stale' | 'withdrawn'
  uploadedAt: number | null
  decidedAt: number | null
  reason: string | null
}

/** A picture that no one has decided about counts as no try, and neither does one whose moderator wants another pose. */
export const uncountedStates = ['undecided', 'again'] as const satisfies readonly Attempt['state'][]

const isUncounted = (state: Attempt['state']) => uncountedStates.some((uncounted) => uncounted === state)

/** Returns one of the poses by chance, never the last one again. `chance`: from 0 to below 1. */
export function drawPose(last: string | null, chance: number): Pose {
  const open = poses.filter((pose) => pose !== last)
  return open[Math.floor(chance * open.length)] ?? poses[0]
}

/** When the member may try again, in ms; null if they may now. */
export function nextTryAt(attempts: readonly Attempt[], now: number): number | null {
  const counted = attempts
    .filter(
      ({ state, uploadedAt }) => uploadedAt !== null && !isUncounted(state) && uploadedAt > now - verificationLimits.triesMs,
    )
    .map(({ uploadedAt }) => uploadedAt ?? 0)
    .sort((one, other) => other - one)
  const first = counted[verificationLimits.tries - 1]
  return first === undefined ? null : first + verificationLimits.triesMs
}

export type VerificationFacts = {
  /** Newest first. */
  attempts: readonly Attempt[]
  hasMainPhoto: boolean
  consentedAt: number | null
}

/** Returns what a member can do now about their badge, and how their last attempt ended. */
export function viewOf({ attempts, hasMainPhoto, consentedAt }: VerificationFacts, now: number): VerificationView {
  const approved = attempts.find(({ state }) => state === 'approved')
  const waiting = attempts.find(({ state }) => state === 'waiting')
  const last = attempts.find(({ state }) => state !== 'drawn')
  const past = { hasConsent: consentedAt !== null, last: last ? outcomeOf(last) : null }
  if (approved) return { ...past, step: 'verified', at: approved.decidedAt ?? now }
  if (waiting) return { ...past, step: 'waiting', at: waiting.uploadedAt ?? now }
  if (!hasMainPhoto) return { ...past, step: 'photo' }
  const triesFrom = nextTryAt(attempts, now)
  return triesFrom === null ? { ...past, step: 'start' } : { ...past, step: 'later', at: triesFrom }
}

function outcomeOf({ state, reason }: Attempt): VerificationView['last'] {
  switch (state) {
    case 'refused':
      return { kind: state, reason: isRefusal(reason) ? reason : 'unclear' }
    case 'again':
    case 'undecided':
    case 'stale':
      return { kind: state }
    default:
      return null
  }
}

export function isRefusal(value: string | null): value is RefusedBecause {
  return refusals.some((refusal) => refusal === value)
}
