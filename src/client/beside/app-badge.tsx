import { useEffect } from 'react'
import type { Summary } from '#features/member-hub/contract.ts'
import { Await } from '#shared/react/deferred.tsx'
import { countUnread, useLive } from '#shared/realtime/realtime.tsx'
import { showBadge } from '#client/pwa/badge.ts'

/**
 * Shows the number of unread messages, likes and notifications on the installed app's icon: first the page's deferred counts,
 * then the live ones.
 */
export function AppBadge() {
  return (
    <Await<Summary> name="unread" copy fallback={null}>
      {(summary) => <Count known={summary} />}
    </Await>
  )
}

function Count({ known }: { known: Summary | null }) {
  const unread = useLive(countUnread) ?? known?.unread
  const likes = useLive((live) => live.likes) ?? known?.likes ?? 0
  const bell = useLive((live) => live.bell) ?? known?.bell ?? 0
  const total = unread === undefined ? null : unread + likes + bell
  useEffect(() => {
    if (total !== null) showBadge(total)
  }, [total])
  return null
}
