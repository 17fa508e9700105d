import type { ReactNode } from 'react'
import { dateTimes, type EncounterView } from '#features/encounters/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { languageName } from '#shared/i18n/language-name.ts'
import { ActionButton } from '#ui/forms/action-button.tsx'
import { blindDateActions } from '../contract.ts'
import { Countdown } from './countdown.tsx'
import { Stage } from './stage.tsx'

type OfferProps = {
  view: EncounterView
  /** The viewer's made-up name. */
  name: string
  picture: ReactNode
  /** The link to check again without a script. */
  news: ReactNode
}

/** A partner was found: both have to accept within 30 s. */
export function Offer({ view: { id, language, until, own }, name, picture, news }: OfferProps) {
  const { t } = useI18n()
  return (
    <Stage
      picture={picture}
      title={own.accepted ? t('dates.offer.ready') : t('dates.offer.title')}
      text={
        own.accepted ? (
          <p>{t('dates.offer.wait')}</p>
        ) : (
          <>
            <p>{t('dates.offer.text')}</p>
            <p>{t('encounters.self', { name })}</p>
            {language === null ? null : <p>{t('encounters.language', { language: languageName(language) })}</p>}
          </>
        )
      }
    >
      {until === null ? null : <Countdown until={until} wholeMs={dateTimes.acceptMs} />}
      {news}
      {own.accepted ? null : (
        <ActionButton action={blindDateActions.accept} fields={{ id }} size="l" wide stays>
          {t('dates.offer.accept')}
        </ActionButton>
      )}
      <ActionButton action={blindDateActions.leave} fields={{ id }} kind="quiet" wide stays>
        {t('dates.offer.decline')}
      </ActionButton>
    </Stage>
  )
}
