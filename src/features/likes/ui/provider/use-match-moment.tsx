import { useState, type ReactNode } from 'react'
import type { MatchView } from '#features/likes/contract.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { showToast } from '#ui/feedback/toasts.ts'

/** Loaded on demand, because few visits see a match. */
export const loadMatchDialog = () => import('../match/match-dialog.tsx')

type MatchMoment = {
  /** The element that shows the match; null without one. */
  moment: ReactNode
  /** A member who has left the page gets a toast and stays where they are. */
  celebrate: (match: MatchView, isHere: () => boolean) => Promise<void>
}

export function useMatchMoment(): MatchMoment {
  const { t } = useI18n()
  const href = useHref()
  const [moment, setMoment] = useState<ReactNode>(null)
  return {
    moment,
    async celebrate(match, isHere) {
      const part = await loadMatchDialog().catch(() => null)
      // The same dialog's content is also a separate page.
      const address = href(routes.likes, {}, { query: { tab: 'matches', match: match.id } })
      if (!isHere()) showToast({ title: t('likes.match.title', { name: match.firstName }), type: 'success', href: address })
      else if (part) setMoment(<part.MatchDialog match={match} onClose={() => setMoment(null)} />)
      else location.assign(address)
    },
  }
}
