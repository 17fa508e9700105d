import type { Summary } from '#features/member-hub/contract.ts'
import { Await } from '#shared/react/deferred.tsx'
import { countUnread, useLive } from '#shared/realtime/realtime.tsx'
import { CountBadge } from '#ui/feedback/badge.tsx'

/** Unread messages in the navigation: the page's deferred count, then the live one. */
export function UnreadBadge() {
  return (
    <Await<Summary> name="unread" copy fallback={null}>
      {(summary) => <Unread known={summary?.unread ?? 0} />}
    </Await>
  )
}

function Unread({ known }: { known: number }) {
  const count = useLive(countUnread) ?? known
  return <CountBadge count={count} said="common.nav.unread" />
}
