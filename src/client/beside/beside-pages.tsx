import { AnswerAttention } from './answer-attention.tsx'
import { AppBadge } from './app-badge.tsx'
import { MatchMoments } from './match/match-moments.tsx'
import { Offers } from './offers.tsx'

/** The parts of a member's page that can load after it works, the same on every page. */
export function BesidePages() {
  return (
    <>
      <AppBadge />
      <AnswerAttention />
      <Offers />
      <MatchMoments />
    </>
  )
}
