import { useEffect, useRef } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { useFlash } from '#shared/react/page-context.tsx'
import type { Action } from '#shared/routing/action.ts'
import { ButtonSummary } from '#ui/controls/button.tsx'
import { ActionButton } from '#ui/forms/action-button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import styles from './leave-ask.module.css'

type LeaveAskProps = {
  action: Action<object>
  id: string
  /** Its response leads back to this page. */
  stays?: boolean
  /** The texts of both buttons if it is at the foot of the room, and the member looks for another partner. */
  next?: { open: string; confirm: string }
}

/**
 * The button to leave a talk, which asks for confirmation in place (product.md 'Talking'), because it ends for the other person
 * too. It is a native disclosure, so it needs no script; while it is open, its button says 'Stay'. Of two, only one is open at a
 * time.
 */
export function LeaveAsk({ action, id, stays, next }: LeaveAskProps) {
  const { t } = useI18n()
  // A refusal is shown inside, so without a script the page returns with it open.
  const isRefused = useFlash(action.form) !== null
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
  const [title, text] = [`${action.form}-title`, `${action.form}-text`]
  const words = (
    <>
      <span className={styles.closed}>{next?.open ?? t('encounters.leave.open')}</span>
      <span className={styles.open}>{t('encounters.leave.stay')}</span>
    </>
  )
  return (
    <details ref={ask} name="leave" className={styles.leave} open={isRefused || undefined}>
      {next ? (
        <ButtonSummary kind="secondary" wide>
          {words}
        </ButtonSummary>
      ) : (
        <summary className={styles.toggle}>
          <Icon name="log-out" />
          {words}
        </summary>
      )}
      <fieldset className={`${styles.panel} ${next ? styles.above : ''}`} aria-labelledby={title} aria-describedby={text}>
        <div className={styles.words}>
          <p id={title} className={styles.title}>
            {t('encounters.leave.title')}
          </p>
          <p id={text}>{t('encounters.leave.text')}</p>
        </div>
        <ActionButton action={action} fields={{ id }} kind="secondary" stays={stays}>
          {next?.confirm ?? t('encounters.leave.confirm')}
        </ActionButton>
      </fieldset>
    </details>
  )
}
