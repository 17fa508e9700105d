import { useEffect, useId, useRef, useState } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { canTranslate } from './on-device.ts'
import styles from './translate-control.module.css'
import { useTranslation } from './use-translation.ts'

type TranslateControlProps = {
  text: string
  /** Languages, as in `TranslationPair`. */
  from: string
  to: string
  isTranslated: boolean
  /** Null: the original. */
  onShow: (translation: string | null) => void
}

/**
 * 'Translate on this device' and what follows: the question before a download, its progress, an error in words, and the way back. Nothing
 * is rendered for a pair that the browser does not know.
 */
export function TranslateControl({ text, from, to, isTranslated, onShow }: TranslateControlProps) {
  const { t } = useI18n()
  const [isKnown, setKnown] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const question = useId()
  const { state, start, run, stop } = useTranslation(text, { sourceLanguage: from, targetLanguage: to }, onShow)

  useEffect(() => {
    let isCurrent = true
    void canTranslate({ sourceLanguage: from, targetLanguage: to }).then((can) => isCurrent && setKnown(can))
    return () => {
      isCurrent = false
    }
  }, [from, to])
  const { kind } = state
  const before = useRef(kind)
  useEffect(() => {
    const hasChanged = before.current !== kind
    before.current = kind
    // The button that had the focus is gone.
    if (hasChanged && document.activeElement === document.body) box.current?.querySelector('button')?.focus()
  }, [kind])

  if (!isKnown) return null
  const isBusy = kind === 'downloading' || kind === 'translating'

  function press() {
    if (isBusy) return
    if (isTranslated) onShow(null)
    else void start()
  }

  function words(): string | null {
    if (state.kind === 'failed') return t(`translation.failed.${state.failure}`)
    if (state.kind === 'downloading') return t('translation.downloading')
    if (state.kind === 'translating') return t('translation.translating')
    return isTranslated && state.kind === 'idle' ? t('translation.done') : null
  }

  return (
    <div ref={box} className={styles.control} data-translation="">
      {kind === 'asking' ? (
        <fieldset aria-labelledby={question} className={styles.question}>
          <p id={question}>{t('translation.ask')}</p>
          <button type="button" className={styles.act} onClick={() => void run('download')}>
            {t('translation.download')}
          </button>
          <button type="button" className={styles.act} onClick={stop}>
            {t('translation.notNow')}
          </button>
        </fieldset>
      ) : kind === 'downloading' ? (
        <>
          <Download share={state.share} />
          <button type="button" className={styles.act} onClick={stop}>
            {t('translation.stop')}
          </button>
        </>
      ) : (
        <button type="button" className={styles.act} aria-disabled={isBusy || undefined} onClick={press}>
          {t(isTranslated ? 'translation.original' : 'translation.start')}
        </button>
      )}
      {/* In the document before it has text, so that screen readers announce it. */}
      <output>{words()}</output>
    </div>
  )
}

function Download({ share }: { share: number }) {
  const { t, format } = useI18n()
  return (
    <span className={styles.download}>
      <progress value={share} max={1} aria-label={t('translation.downloading')} />
      <span aria-hidden="true">{format.percent(share)}</span>
    </span>
  )
}
