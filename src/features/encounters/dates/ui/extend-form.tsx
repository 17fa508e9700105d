import { useI18n } from '#shared/i18n/context.tsx'
import { ActionButton } from '#ui/forms/action-button.tsx'
import { blindDateActions } from '../contract.ts'
import styles from './extend-form.module.css'

type ExtendFormProps = { id: string; hasAsked: boolean; isExtended: boolean }

/** Three more minutes, if both ask: a single request is shown to no one else, and the text says so before and after. */
export function ExtendForm({ id, hasAsked, isExtended }: ExtendFormProps) {
  const { t } = useI18n()
  if (isExtended) return <p className={styles.sealed}>{t('dates.extend.given')}</p>
  if (hasAsked) return <p className={styles.sealed}>{t('dates.extend.asked')}</p>
  return (
    <div className={styles.extend}>
      <ActionButton
        action={blindDateActions.extend}
        fields={{ id }}
        kind="secondary"
        size="s"
        icon="plus"
        describedBy="extend"
        stays
      >
        {t('dates.extend.ask')}
      </ActionButton>
      <p className={styles.sealed} id="extend">
        {t('dates.extend.sealed')}
      </p>
    </div>
  )
}
