import { useEffect, useRef } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import type { Action } from '#shared/routing/action.ts'
import { ActionButton } from '#ui/forms/action-button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import styles from './leave-ask.module.css'

type LeaveAskProps = { action: Action<object>; id: string; /** Its answer leads back to this page. */ stays?: boolean }

/**
 * The way out of a talk, which asks once in place (product.md 'Talking'): it ends for the other one too. The browser's own
 * disclosure, so it needs no script; the button that opens it says 'Stay' while it is open.
 */
export function LeaveAsk({ action, id, stays }: LeaveAskProps) {
  const { t } = useI18n()
  const ask = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const own = ask.current
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !own?.open) return
      own.open = false
      own.querySelector('summary')?.focus()
    }
    own?.addEventListener('keydown', closeOnEscape)
    return () => own?.removeEventListener('keydown', closeOnEscape)
  }, [])
  return (
    <details ref={ask} className={styles.leave}>
      <summary className={styles.toggle}>
        <Icon name="log-out" />
        <span className={styles.closed}>{t('encounters.leave.open')}</span>
        <span className={styles.open}>{t('encounters.leave.stay')}</span>
      </summary>
      <fieldset className={styles.panel} aria-labelledby="leave-title" aria-describedby="leave-text">
        <div className={styles.words}>
          <p id="leave-title" className={styles.title}>
            {t('encounters.leave.title')}
          </p>
          <p id="leave-text">{t('encounters.leave.text')}</p>
        </div>
        <ActionButton action={action} fields={{ id }} kind="secondary" stays={stays}>
          {t('encounters.leave.confirm')}
        </ActionButton>
      </fieldset>
    </details>
  )
}
