import { action } from '#shared/routing/action.ts'
import type { Pose, PoseChallenge, RefusedBecause } from './contract.ts'

/** The poses that are drawn by chance; each has a drawing, and its words under `verification.pose.<key>`. */
export const poses = [
  'two-fingers',
  'three-fingers',
  'thumb-up',
  'point-up',
  'open-hand',
  'fist',
  'hand-on-head',
  'hand-on-ear',
  'hand-on-cheek',
  'chin-on-fist',
  'cover-eye',
  'hand-on-shoulder',
] as const satisfies readonly Pose[]

/** Why a challenge was refused; each has a text under `verification.reason.<key>`. */
export const refusals = [
  'someone-else',
  'pose',
  'unclear',
  'several',
  'not-live',
  'main-photo',
] as const satisfies readonly RefusedBecause[]

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** How long a pose is valid, how long a picture waits at most, and how often a member can try. */
export const verificationLimits = {
  poseMs: 10 * minuteMs,
  /** The cron runs every five minutes: it begins early, so that no picture is older than 48 hours. */
  decisionMs: 48 * hourMs - 10 * minuteMs,
  tries: 3,
  triesMs: 24 * hourMs,
  /** Longest side of the stored picture, px. */
  side: 1280,
} as const

/** A change in the meaning of the consent's text needs a new version; then it is asked for again. */
export const verificationConsentVersion = '1.0'

export const verificationActions = {
  consent: action('/api/verification/consent', 'verification-consent'),
  /** Ends a badge and whatever waits. Restricted members can withdraw it, too. */
  withdraw: action('/api/verification/withdraw', 'verification-withdraw', { openToRestricted: true }),
  /** Draws a pose, or returns the one that is still valid. */
  draw: action<{ challenge: PoseChallenge }>('/api/verification/pose', 'verification-pose'),
  /** The picture as base64, with the id of its challenge. Only the script with the camera sends one: no page offers a file. */
  send: action('/api/verification/picture', 'verification-picture'),
}
