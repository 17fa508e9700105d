import { useEffect, useState, type ComponentType } from 'react'
import { useLive } from '#shared/realtime/realtime.tsx'
import { isEvent } from '#shared/realtime/wire.ts'
import { noteMatch } from '#ui/install/visits.ts'
import { withoutReload } from '#client/navigation/stale-chunk.ts'
import type { MomentsProps } from './moments.tsx'

/**
 * Matches that the other person has made: live, or the newest that a member who was away (`known`) or without a connection has not
 * seen. Few pages have one, so what shows them is loaded with the first.
 */
export function MatchMoments({ known }: { known: string | null | undefined }) {
  const realtime = useLive((live) => live.realtime)
  const [arrived, setArrived] = useState<readonly string[]>([])
  const [Moments, setMoments] = useState<ComponentType<MomentsProps> | null>(null)
  const conversations = known ? [known, ...arrived] : arrived
  const count = conversations.length
  const missed = useLive((live) => live.match)
  if (missed && !conversations.includes(missed)) setArrived((before) => [...before, missed])
  useEffect(
    () =>
      realtime?.onEvent((event) => {
        if (!isEvent(event, 'notification') || event.data.kind !== 'match') return
        noteMatch()
        const { link } = event.data
        if (link) setArrived((before) => [...before, link])
      }),
    [realtime],
  )
  useEffect(() => {
    if (count === 0) return
    withoutReload(() => import('./moments.tsx')).then(
      (part) => setMoments(() => part.Moments),
      () => {}, // Offline: the next match tries again, or the next document.
    )
  }, [count])
  return Moments && <Moments conversations={conversations} />
}
