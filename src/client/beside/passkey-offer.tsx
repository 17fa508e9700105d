import { useState, type ComponentProps } from 'react'
import { passkeyActions } from '#features/auth/contract.ts'
import type { PasskeyCard } from '#features/auth/session/ui/passkeys/passkey-card.tsx'
import { I18nProvider, useI18n } from '#shared/i18n/context.tsx'
import { sendAction } from '#ui/forms/send-action.ts'
import { noteAnswer } from '#ui/install/visits.ts'
import { noteVisits } from './on-visits.ts'
import { useCard, type CardSource } from './use-card.ts'

const source: CardSource<ComponentProps<typeof PasskeyCard>> = {
  load: () => import('#features/auth/session/ui/passkeys/passkey-card.tsx').then((module) => module.PasskeyCard),
  texts: 'passkey-offer',
}

/** Offers a passkey to a member who has signed in a few times without one. */
export function PasskeyOffer({ isWanted }: { isWanted: boolean }) {
  const { t } = useI18n()
  const [isAnswered, setAnswered] = useState(false)
  const card = useCard(isWanted, source)
  if (!card || !isWanted || isAnswered) return null
  const texts = { close: t('common.form.close'), offline: t('common.error.offline') }
  const close = () => {
    setAnswered(true)
    noteAnswer()
    noteVisits()
  }
  const refuse = () => {
    close()
    void sendAction(passkeyActions.refuseOffer, {}, '')
  }
  return (
    <I18nProvider value={card.translator}>
      <card.Card texts={texts} onLater={refuse} onClose={close} />
    </I18nProvider>
  )
}
