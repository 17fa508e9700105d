import { useEffect, useState, useSyncExternalStore } from 'react'
import { usePage } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { mayOfferPasskey, mayOfferPush, noteUse } from '#ui/install/visits.ts'
import { InstallOffer } from './install-offer.tsx'
import { noteVisits, onVisits } from './on-visits.ts'
import { PasskeyOffer } from './passkey-offer.tsx'
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

/** Whether this device itself can keep a passkey, not only a telephone or a key beside it. */
const canKeepPasskey = async () =>
  'PublicKeyCredential' in window && PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()

const canTurnPushOn = async () => {
  const { readDevice } = await import('#features/push/ui/device.ts')
  return (await readDevice()) === 'off'
}

/**
 * Shows one offer at a time, and none where it would be in the way: first a passkey, while the sign-in still counts as the
 * confirmation that it needs, then push messages, after a match, then the app.
 */
export function Offers() {
  const { page, url, now, config, viewer } = usePage()
  useEffect(() => {
    noteUse(Date.now())
    noteVisits()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `now` says that there is another page
  }, [now, page])
  const isCalm = calmPages.has(page) && !new URLSearchParams(url.split('?')[1]).has('chat')
  const mayPasskey = useSyncExternalStore(onVisits, mayOfferPasskey, () => false) && viewer?.offersPasskey === true
  const canPasskey = useAbility(mayPasskey, canKeepPasskey)
  const isPasskeysTurn = mayPasskey && canPasskey !== false
  const mayPush = useSyncExternalStore(onVisits, mayPushNow, () => false) && config.vapidKey !== ''
  const canPush = useAbility(mayPush, canTurnPushOn)
  return (
    <>
      <PasskeyOffer isWanted={isCalm && mayPasskey && canPasskey === true} />
      <PushOffer isWanted={isCalm && !isPasskeysTurn && mayPush && canPush === true} />
      <InstallOffer isWanted={isCalm && !isPasskeysTurn && (!mayPush || canPush === false)} />
    </>
  )
}

/** What `find` says of this browser; null until it is known. `find` must be the same at each render. */
function useAbility(isAsked: boolean, find: () => Promise<boolean>): boolean | null {
  const [isAble, setAble] = useState<boolean | null>(null)
  useEffect(() => {
    if (!isAsked) return
    let isHere = true
    find().then(
      (answer) => isHere && setAble(answer),
      () => {}, // Offline: the next page tries again.
    )
    return () => {
      isHere = false
      setAble(null)
    }
  }, [isAsked, find])
  return isAble
}
