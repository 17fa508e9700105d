import type { Summary } from '#features/member-hub/contract.ts'
import { Await } from '#shared/react/deferred.tsx'
import { AnswerAttention } from './answer-attention.tsx'
import { AppBadge } from './app-badge.tsx'
import { MatchMoments } from './match/match-moments.tsx'
import { Offers } from './offers.tsx'

/** The parts of a member's page that can load after it works, the same on every page. */
export function BesidePages() {
  return (
    <>
      <Await<Summary> name="unread" copy fallback={null}>
        {(summary) => (
          <>
            <AppBadge known={summary} />
            <MatchMoments known={summary?.match} />
          </>
        )}
      </Await>
      <AnswerAttention />
      <Offers />
    </>
  )
}
