import { useI18n } from '#shared/i18n/context.tsx'
import { Button, type ButtonLook } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { refreshPage } from '#ui/hooks/refresh-page.ts'
import { boostActions, type ActivatedBoost } from '../contract.ts'
import styles from './owned.module.css'

type ActivateBoostProps = {
  /** Id of the boost that the form activates: a repeat is the same boost. */
  id: string
  /** It begins after the active one. */
  follows: boolean
  label?: string
  kind?: ButtonLook['kind']
  onDone?: (boost: ActivatedBoost) => void
}

/** Activates a boost with one press. */
export function ActivateBoost({ id, follows, label, kind = 'secondary', onDone = () => refreshPage() }: ActivateBoostProps) {
  const { t } = useI18n()
  return (
    <ActionForm action={boostActions.activate} className={styles.activate} onDone={onDone}>
      {({ error, pending }) => (
        <>
          <input type="hidden" name="key" value={id} />
          <p id="activate-boost-text">{t(follows ? 'boosts.activate.later' : 'boosts.activate.text')}</p>
          <Button kind={kind} icon="rocket" pending={pending} aria-describedby="activate-boost-text">
            {label ?? t('boosts.activate.action')}
          </Button>
          {error ? <Notice kind="error">{error}</Notice> : null}
        </>
      )}
    </ActionForm>
  )
}
