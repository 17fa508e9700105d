import { useState } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { leave, OfferCard } from '#ui/install/offer-card.tsx'
import { turnOn } from './device.ts'

type PushCardProps = { onAccepted: () => void; onLater: () => void }

/** Offers push messages. The browser's own prompt appears when its button is pressed, never earlier. */
export function PushCard({ onAccepted, onLater }: PushCardProps) {
  const { t } = useI18n()
  const { config, viewer } = usePage()
  const [isPending, setPending] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const accept = async () => {
    setPending(true)
    try {
      const answer = await turnOn(viewer?.id ?? '', config.vapidKey, '')
      if (answer === 'denied') return leave(onLater)
      if (answer.kind === 'done') return leave(onAccepted)
      setFailed(true)
    } catch (error) {
      console.warn(error) // The browser's push service does not answer.
      setFailed(true)
    }
    setPending(false)
  }
  return (
    <OfferCard
      sign={<Icon name="bell" />}
      title={t('push.card.title')}
      text={t('push.card.text')}
      later={t('push.card.later')}
      onLater={onLater}
      action={{ label: t('push.card.action'), isPending, onPress: () => void accept() }}
    >
      {hasFailed ? <Notice kind="error">{t('push.device.failed')}</Notice> : null}
    </OfferCard>
  )
}
