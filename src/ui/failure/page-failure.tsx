import { useEffect, useRef } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { Button } from '../controls/button.tsx'
import styles from './page-failure.module.css'

/** What is lost with a failing part of a page: the texts typed there, and the focus. */
export type Loss = { typed: readonly string[]; hadFocus: boolean }

const texts = 'main textarea, main input:is([type=text], [type=search], [type=email], :not([type])), main [contenteditable]'

/** Reads it from the document, while the part's elements still exist. */
export function readLoss(): Loss {
  const typed = [...document.querySelectorAll<HTMLElement>(texts)].map(typedIn).filter((text) => text.trim() !== '')
  // A text that occurs twice is handed back once.
  return { typed: [...new Set(typed)], hadFocus: document.querySelector('main :focus') !== null }
}

function typedIn(field: HTMLElement): string {
  if (field instanceof HTMLTextAreaElement) return field.value
  if (field instanceof HTMLInputElement) return field.value === field.defaultValue ? '' : field.value
  return field.isContentEditable ? field.innerText : ''
}

/** Replaces a page that failed: says so, offers to reload, and hands back what was typed. */
export function PageFailure({ typed, hadFocus }: Loss) {
  const { t } = useI18n()
  const heading = useRef<HTMLHeadingElement>(null)
  // If the focus was in the failed page, it moves here, so that it is read out; otherwise the alert is enough.
  useEffect(() => {
    if (hadFocus) heading.current?.focus()
  }, [hadFocus])
  return (
    <div className={styles.failure} role={hadFocus ? undefined : 'alert'}>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {t('common.failure.title')}
      </h1>
      <p>{t('common.failure.text')}</p>
      {typed.map((text) => (
        <label key={text} className={styles.typed}>
          {t('common.failure.typed')}
          <textarea readOnly rows={4} dir="auto" defaultValue={text} />
        </label>
      ))}
      <Button type="button" onClick={() => location.reload()}>
        {t('common.failure.reload')}
      </Button>
    </div>
  )
}
