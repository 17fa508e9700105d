import { useI18n } from '#shared/i18n/context.tsx'
import { ActionButton } from '#ui/forms/action-button.tsx'
import { anonymousActions } from '../contract.ts'
import styles from './room-forms.module.css'

/** After the end: looks for another person, with the same choice. */
export function AgainForm({ id }: { id: string }) {
  const { t } = useI18n()
  return (
    <ActionButton action={anonymousActions.next} fields={{ id }} kind="secondary" wide>
      {t('anonymous.ended.again')}
    </ActionButton>
  )
}

/** Secret: pressing it alone shows nothing to the other person, and the text says so before and after. */
export function RevealForm({ id, isPressed }: { id: string; isPressed: boolean }) {
  const { t } = useI18n()
  if (isPressed) {
    return <p className={styles.sealed}>{t('anonymous.room.pressed')}</p>
  }
  return (
    <>
      <ActionButton action={anonymousActions.reveal} fields={{ id }} icon="heart-handshake" wide describedBy="sealed">
        {t('anonymous.room.reveal')}
      </ActionButton>
      <p className={styles.sealed} id="sealed">
        {t('anonymous.room.sealed')}
      </p>
    </>
  )
}
