import type { ComponentProps } from 'react'
import type { PushCard } from '#features/push/ui/push-card.tsx'
import { I18nProvider } from '#shared/i18n/context.tsx'
import { noteAnswer, refusePush } from '#ui/install/visits.ts'
import { noteVisits } from './on-visits.ts'
import { useCard, type CardSource } from './use-card.ts'

const source: CardSource<ComponentProps<typeof PushCard>> = {
  load: () => import('#features/push/ui/push-card.tsx').then((module) => module.PushCard),
  texts: 'push',
}

/** Offers push messages to a member who has had a match. */
export function PushOffer({ isWanted }: { isWanted: boolean }) {
  const card = useCard(isWanted, source)
  if (!card || !isWanted) return null
  const accept = () => {
    noteAnswer()
    noteVisits()
  }
  const refuse = () => {
    refusePush(Date.now())
    noteVisits()
  }
  return (
    <I18nProvider value={card.translator}>
      <card.Card onAccepted={accept} onLater={refuse} />
    </I18nProvider>
  )
}
