import { useEffect } from 'react'
import type { Summary } from '#features/member-hub/contract.ts'
import { countUnread, useLive } from '#shared/realtime/realtime.tsx'
import { showBadge } from '#client/pwa/badge.ts'

/**
 * Shows the number of unread messages, likes and notifications on the installed app's icon: first the page's deferred counts
 * (`known`), then the live ones.
 */
export function AppBadge({ known }: { known: Summary | null }) {
  const unread = useLive(countUnread) ?? known?.unread
  const likes = useLive((live) => live.likes) ?? known?.likes ?? 0
  const bell = useLive((live) => live.bell) ?? known?.bell ?? 0
  const total = unread === undefined ? null : unread + likes + bell
  useEffect(() => {
    if (total !== null) showBadge(total)
  }, [total])
  return null
}
