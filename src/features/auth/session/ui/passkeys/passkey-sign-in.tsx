import { use, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { SignInProps } from '#features/auth/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { SessionContext } from '#shared/react/session-context.ts'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { findPreviousPath } from '#ui/hooks/previous-path.ts'
import styles from './passkeys.module.css'

const loadAnswers = () => import('./answer-challenge.ts')
type Answered = Awaited<ReturnType<Awaited<ReturnType<typeof loadAnswers>>['answerChallenge']>>

const isForPasskeys = (element: EventTarget | null) =>
  element instanceof HTMLInputElement && element.autocomplete.endsWith('webauthn')

/**
 * Signs in by passkey: by the button, or by a suggestion of the email field. The code for both loads when it is used. The style
 * sheet shows the button where the browser knows passkeys (src/client/guest-entry.ts); a press before hydration is replayed.
 */
export function PasskeySignIn({ next }: Pick<SignInProps, 'next'>) {
  const { t } = useI18n()
  const openSession = use(SessionContext)
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const isOffering = useRef(false)

  const enter = async (answered: Answered) => {
    if (answered?.kind !== 'answer') return setError(answered?.message ?? null)
    const session = await openSession?.()
    const outcome = await session?.signInByPasskey(answered.answer, { next: next ?? findPreviousPath() ?? undefined })
    // Null: the next page is on its way.
    if (outcome) setError(typeof outcome === 'string' ? t(`common.error.${outcome}`) : outcome.message)
    return outcome === null
  }

  const press = async () => {
    setPending(true)
    setError(null)
    const isLeaving = await loadAnswers()
      .then(({ answerChallenge }) => answerChallenge(t('common.error.offline')))
      .then(enter)
      .catch(() => setError(t('common.error.offline')))
    if (isLeaving !== true) setPending(false)
  }

  const offer = useEffectEvent(async () => {
    if (isOffering.current || !('PublicKeyCredential' in window)) return
    isOffering.current = true
    // Offline: the next focus tries again.
    const answered = await loadAnswers()
      .then(({ answerFromSuggestions }) => answerFromSuggestions())
      .catch(() => null)
    isOffering.current = false
    if (answered) await enter(answered).catch(() => setError(t('common.error.offline')))
  })
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => void (isForPasskeys(target) && offer())
    // The field may have had the focus before it hydrated.
    queueMicrotask(() => void (isForPasskeys(document.activeElement) && offer()))
    addEventListener('focusin', onFocus)
    return () => removeEventListener('focusin', onFocus)
  }, [])

  return (
    <div className={styles.signIn}>
      <div aria-live="polite">{error === null ? null : <Notice kind="error">{error}</Notice>}</div>
      <Button type="button" kind="secondary" size="l" wide pending={pending} onClick={() => void press()} data-replay>
        {t('auth.signIn.passkey')}
      </Button>
    </div>
  )
}
