import { useSyncExternalStore, type ComponentProps } from 'react'
import { I18nProvider } from '#shared/i18n/context.tsx'
import type { InstallCard } from '#ui/install/install-card.tsx'
import { promptInstall, useInstallWay } from '#ui/install/install-way.ts'
import { mayOfferInstall, noteAnswer, refuseInstall } from '#ui/install/visits.ts'
import { noteVisits, onVisits } from './on-visits.ts'
import { useCard, type CardSource } from './use-card.ts'

const source: CardSource<ComponentProps<typeof InstallCard>> = {
  load: () => import('#ui/install/install-card.tsx').then((module) => module.InstallCard),
  texts: 'install',
}

const mayOfferNow = () => mayOfferInstall(Date.now())

/** Offers to install the app once it has been useful: after a match, or on the second visit. */
export function InstallOffer({ isWanted }: { isWanted: boolean }) {
  const way = useInstallWay()
  const mayOffer = useSyncExternalStore(onVisits, mayOfferNow, () => false)
  const card = useCard(mayOffer && isWanted && way !== null, source)
  if (!card || !mayOffer || !isWanted || !way) return null
  const answer = (isRefused: boolean) => {
    if (isRefused) refuseInstall(Date.now())
    else noteAnswer()
    noteVisits()
  }
  return (
    <I18nProvider value={card.translator}>
      <card.Card way={way} onInstall={() => void promptInstall().then(answer)} onLater={() => answer(true)} />
    </I18nProvider>
  )
}
