import { useEffect, useEffectEvent, useRef } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { Button } from '#ui/controls/button.tsx'
import { FieldError } from '#ui/fields/field.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { photoActions, photoTypes } from '#features/photos/contract.ts'
import styles from './add-slot.module.css'

type AddSlotProps = {
  /** The empty neighbours open the same file chooser by this id. */
  inputId: string
  /** The refusal of a plain form. */
  error: string | undefined
  onChosen: (files: File[]) => void
  /** False on the server: without a script, one form takes one file. */
  hasScript: boolean
}

/** The first empty slot: our own button in front of the browser's. Without a script, it is a plain form with both shown. */
export function AddSlot({ inputId, error, onChosen, hasScript }: AddSlotProps) {
  const { t } = useI18n()
  const input = useRef<HTMLInputElement>(null)
  const take = useEffectEvent(() => {
    const files = [...(input.current?.files ?? [])]
    if (input.current) input.current.value = ''
    if (files.length > 0) onChosen(files)
  })
  // Somebody may have chosen a file before hydration.
  useEffect(() => take(), [])

  return (
    <li className={styles.slot}>
      <form method="post" action={photoActions.upload.path} encType="multipart/form-data" className={styles.form} noValidate>
        <noscript>
          <input type="hidden" name="plain" value="1" />
        </noscript>
        <label className={styles.add} htmlFor={inputId}>
          <Icon name="plus" size="l" />
          <span>{t('photos.add.title')}</span>
        </label>
        <input
          ref={input}
          id={inputId}
          className={styles.input}
          type="file"
          name="file"
          accept={photoTypes.join(',')}
          multiple={hasScript}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${inputId}-error` : undefined}
          onChange={() => take()}
        />
        <div className={styles.noScript}>
          <FieldError id={`${inputId}-error`} error={error} />
          <Button size="s" icon="image">
            {t('photos.add.submit')}
          </Button>
        </div>
      </form>
    </li>
  )
}

/** An empty slot after the first: opens the same file chooser, and has the same name. */
export function EmptySlot({ inputId }: { inputId: string }) {
  return (
    <li className={styles.empty} aria-hidden="true">
      <label htmlFor={inputId} className={styles.add}>
        <Icon name="plus" />
      </label>
    </li>
  )
}
