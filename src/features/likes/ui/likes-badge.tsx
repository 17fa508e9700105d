import type { Summary } from '#features/member-hub/contract.ts'
import { Await } from '#shared/react/deferred.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { useLive } from '#shared/realtime/realtime.tsx'
import { routes } from '#shared/routing/routes.ts'
import { CountBadge } from '#ui/feedback/badge.tsx'

/** New likes, at a link to their page: the page's deferred count, then the live one. */
export function LikesBadge() {
  return (
    <Await<Summary> name="unread" copy fallback={null}>
      {(summary) => <NewLikes known={summary?.likes ?? 0} />}
    </Await>
  )
}

function NewLikes({ known }: { known: number }) {
  // Likes that the page was loaded with are being looked at; likes that arrive while it is open are new.
  const isHere = usePage().page === routes.likes.key
  const count = useLive((live) => live.likes) ?? (isHere ? 0 : known)
  return <CountBadge count={count} said="common.nav.newLikes" />
}
