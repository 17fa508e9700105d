import { useRef } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { Button } from '../controls/button.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { useGuardedActions, type GuardedAction } from '../overlays/guarded-actions.tsx'
import styles from './bother-box.module.css'

type BotherBoxProps = {
  /** Blocking and reporting. */
  actions: readonly GuardedAction[]
  onClose: () => void
}

/** Asks the reader of unkind words whether they bother them. */
export function BotherBox({ actions, onClose }: BotherBoxProps) {
  const { t } = useI18n()
  const box = useRef<HTMLDivElement>(null)
  const { buttonOf, dialogs } = useGuardedActions({ actions, isNoScript: false }, box)
  return (
    <div ref={box} className={styles.question}>
      <output>{t('safety.kinder.bothers')}</output>
      <IconButton icon="x" label={t('common.form.close')} onClick={onClose} />
      <div className={styles.acts}>
        {actions.map((action) => (
          <Button key={action.id} type="button" kind="secondary" size="s" data-act={action.id} {...buttonOf(action)}>
            {action.label}
          </Button>
        ))}
      </div>
      {dialogs}
    </div>
  )
}
