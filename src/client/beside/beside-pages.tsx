import { AnswerAttention } from './answer-attention.tsx'
import { AppBadge } from './app-badge.tsx'
import { Offers } from './offers.tsx'

/** What can wait until a member's page works, whichever page it is. */
export function BesidePages() {
  return (
    <>
      <AppBadge />
      <AnswerAttention />
      <Offers />
    </>
  )
}
