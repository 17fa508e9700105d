import { useState } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { OfferCard } from '#ui/install/offer-card.tsx'

type PasskeyCardProps = {
  /** Of the page, whose texts the card does not load again. */
  texts: { close: string; offline: string }
  onLater: () => void
  onClose: () => void
}

/** Offers a passkey. A session that was not confirmed lately leads to the settings, where it can be. */
export function PasskeyCard({ texts, onLater, onClose }: PasskeyCardProps) {
  const { t, locale } = useI18n()
  const [isPending, setPending] = useState(false)
  const [isAdded, setAdded] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const add = async () => {
    setPending(true)
    setProblem(null)
    try {
      const { makePasskey } = await import('./make-passkey.ts')
      const made = await makePasskey(texts.offline)
      if (made === 'known') setProblem(t('passkey-offer.known'))
      else if (made?.kind === 'done') setAdded(true)
      else if (made?.code === 'unconfirmed')
        location.assign(href(routes.mainSettings, {}, { locale: locale.code, query: { section: 'devices' } }))
      else if (made) setProblem(made.message)
    } catch {
      setProblem(texts.offline) // its code could not be loaded
    }
    setPending(false)
  }
  return (
    <OfferCard
      sign={<Icon name="lock" />}
      title={t('passkey-offer.title')}
      text={t('passkey-offer.text')}
      later={isAdded ? texts.close : t('passkey-offer.later')}
      onLater={isAdded ? onClose : onLater}
      action={isAdded ? null : { label: t('passkey-offer.action'), isPending, onPress: () => void add() }}
    >
      {/* The live region exists before its text, so that a screen reader announces it. */}
      <div aria-live="polite">
        {problem === null ? null : <Notice kind="error">{problem}</Notice>}
        {isAdded ? <Notice kind="success">{t('passkey-offer.added')}</Notice> : null}
      </div>
    </OfferCard>
  )
}
