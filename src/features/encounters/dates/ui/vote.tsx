import type { ReactNode } from 'react'
import { dateTimes, type EncounterView } from '#features/encounters/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { blindDateActions } from '../contract.ts'
import { Countdown } from './countdown.tsx'
import { Stage } from './stage.tsx'
import styles from './vote.module.css'

type VoteProps = {
  view: EncounterView
  picture: ReactNode
  /** The link to check again without a script. */
  news: ReactNode
}

/** The sealed vote: it can be changed until the time is up, and a single yes stays secret. */
export function Vote({ view: { id, until, own }, picture, news }: VoteProps) {
  const { t } = useI18n()
  const { voted } = own
  return (
    <Stage
      picture={picture}
      title={t('dates.vote.title')}
      text={<p>{voted === null ? t('dates.vote.text') : voted ? t('dates.vote.yesGiven') : t('dates.vote.noGiven')}</p>}
    >
      {until === null ? null : <Countdown until={until} wholeMs={dateTimes.voteMs} />}
      {news}
      <ActionForm action={blindDateActions.vote} className={styles.form} stays>
        {({ error }) => (
          <>
            {error ? <Notice kind="error">{error}</Notice> : null}
            <input type="hidden" name="id" value={id} />
            <div className={styles.votes}>
              <Choice yes={false} voted={voted} />
              <Choice yes voted={voted} />
            </div>
          </>
        )}
      </ActionForm>
    </Stage>
  )
}

/** The chosen one looks pressed; before a choice both look alike, so that neither is suggested. */
function Choice({ yes, voted }: { yes: boolean; voted: boolean | null }) {
  const { t } = useI18n()
  const isChosen = voted === yes
  return (
    <Button
      name="yes"
      value={yes ? '1' : '0'}
      kind={isChosen ? 'primary' : 'secondary'}
      icon={isChosen ? 'check' : undefined}
      size="l"
      wide
      aria-pressed={isChosen}
    >
      {yes ? t('dates.vote.yes') : t('dates.vote.no')}
    </Button>
  )
}
