import { useRef } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { useGuardedActions, type GuardedAction } from '#ui/overlays/guarded-actions.tsx'
import styles from './bother-question.module.css'

type BotherQuestionProps = {
  /** Blocking and reporting. */
  actions: readonly GuardedAction[]
  onClose: () => void
}

/** Below a received message with unkind words. Only its reader sees it. */
export function BotherQuestion({ actions, onClose }: BotherQuestionProps) {
  const { t } = useI18n()
  const box = useRef<HTMLLIElement>(null)
  const { buttonOf, dialogs } = useGuardedActions({ actions, isNoScript: false }, box)
  return (
    <li ref={box} className={styles.question}>
      <output>{t('safety.kinder.bothers')}</output>
      {actions.map((action) => (
        <Button key={action.id} type="button" kind="secondary" size="s" data-act={action.id} {...buttonOf(action)}>
          {action.label}
        </Button>
      ))}
      <IconButton icon="x" label={t('common.form.close')} onClick={onClose} />
      {dialogs}
    </li>
  )
}
