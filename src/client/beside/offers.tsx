import { useEffect, useState, useSyncExternalStore } from 'react'
import { usePage } from '#shared/react/page-context.tsx'
import { useLive } from '#shared/realtime/realtime.tsx'
import { isEvent } from '#shared/realtime/wire.ts'
import { routes } from '#shared/routing/routes.ts'
import { mayOfferPush, noteMatch, noteUse } from '#ui/install/visits.ts'
import { InstallOffer } from './install-offer.tsx'
import { noteVisits, onVisits } from './on-visits.ts'
import { PushOffer } from './push-offer.tsx'

/** Pages on which members neither write nor meet nor decide about a person. */
const calmPages: ReadonlySet<string> = new Set([
  routes.likes.key,
  routes.favourites.key,
  routes.visitors.key,
  routes.profile.key,
  routes.messages.key,
  routes.blindDates.key,
])

const mayPushNow = () => mayOfferPush(Date.now())

/** Shows one offer at a time, and none where it would be in the way: first push messages, after a match, then the app. */
export function Offers() {
  const { page, url, now, config } = usePage()
  useMatches()
  useEffect(() => {
    noteUse(Date.now())
    noteVisits()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `now` says that there is another page
  }, [now, page])
  const isCalm = calmPages.has(page) && !new URLSearchParams(url.split('?')[1]).has('chat')
  const mayPush = useSyncExternalStore(onVisits, mayPushNow, () => false) && config.vapidKey !== ''
  const canPush = useCanPush(mayPush)
  return (
    <>
      <PushOffer isWanted={isCalm && mayPush && canPush === true} />
      <InstallOffer isWanted={isCalm && (!mayPush || canPush === false)} />
    </>
  )
}

/** Whether this browser supports push messages and has not subscribed; null until this is known. */
function useCanPush(isAsked: boolean): boolean | null {
  const [canPush, setCanPush] = useState<boolean | null>(null)
  useEffect(() => {
    if (!isAsked) return
    let isHere = true
    import('#features/push/ui/device.ts')
      .then(({ readDevice }) => readDevice())
      .then(
        (state) => isHere && setCanPush(state === 'off'),
        () => {}, // Offline: the next page tries again.
      )
    return () => {
      isHere = false
      setCanPush(null)
    }
  }, [isAsked])
  return canPush
}

/** Records matches that somebody else has made; the member's own are recorded where they are shown. */
function useMatches(): void {
  const realtime = useLive((live) => live.realtime)
  useEffect(
    () => realtime?.onEvent((event) => void (isEvent(event, 'notification') && event.data.kind === 'match' && noteMatch())),
    [realtime],
  )
}
