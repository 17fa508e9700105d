import type { Summary } from '#features/member-hub/contract.ts'
import { Await } from '#shared/react/deferred.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { useLive } from '#shared/realtime/realtime.tsx'
import { routes } from '#shared/routing/routes.ts'
import { CountBadge } from '#ui/feedback/badge.tsx'

/** New likes at an entrance to their page: the page's late count, then whatever is live. */
export function LikesBadge() {
  return (
    <Await<Summary> name="unread" copy fallback={null}>
      {(summary) => <NewLikes known={summary?.likes ?? 0} />}
    </Await>
  )
}

function NewLikes({ known }: { known: number }) {
  // What the page of likes came with is being looked at; what comes while it is open is new.
  const isHere = usePage().page === routes.likes.key
  const count = useLive((live) => live.likes) ?? (isHere ? 0 : known)
  return <CountBadge count={count} said="common.nav.newLikes" />
}
