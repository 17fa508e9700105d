import { photoPortrait } from '#shared/photo.ts'
import type { VerificationProps } from '#features/photos/contract.ts'
import { viewOf, type Attempt } from '#features/photos/verification-rules.ts'
import type { AddressOf } from '../token.ts'
import type { AttemptRow, verificationFactsStatement } from './queries.ts'

export function toAttempt({ pose, attemptState, uploadedAt, decidedAt, reason }: AttemptRow): Attempt {
  return { pose, state: attemptState, uploadedAt, decidedAt, reason }
}

type Facts = Awaited<ReturnType<typeof verificationFactsStatement>>[number]

/** The member's own rows for their page. */
export function toVerification(
  attempts: readonly AttemptRow[],
  { ownPortrait, consentedAt }: Facts,
  { addressOf, now }: { addressOf: AddressOf; now: number },
): VerificationProps {
  const photoKey = ownPortrait?.startsWith(photoPortrait) ? ownPortrait.slice(photoPortrait.length) : null
  const facts = { attempts: attempts.map(toAttempt), hasMainPhoto: photoKey !== null, consentedAt }
  return { ...viewOf(facts, now), mainPhoto: photoKey === null ? null : addressOf(photoKey) }
}
