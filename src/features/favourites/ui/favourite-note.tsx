import { useRef, useState } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { useFlash } from '#shared/react/page-context.tsx'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { Button, ButtonSummary } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { TextAreaField } from '#ui/fields/text-area-field.tsx'
import { favouriteActions, favouriteNoteLength } from '#features/favourites/contract.ts'
import styles from './favourites.module.css'

type FavouriteNoteProps = { person: { id: string; firstName: string }; note: string; onSaved: (note: string) => void }

/** The owner's private note about a favourite, edited in place. */
export function FavouriteNote({ person, note, onSaved }: FavouriteNoteProps) {
  const { t } = useI18n()
  const details = useRef<HTMLDetailsElement>(null)
  const flash = useFlash(favouriteActions.note.form)
  // All notes of the page share one form, so a refusal belongs to the person whom it names.
  const isOwnFlash = flash?.values['id'] === person.id
  const [hasSent, setSent] = useState(false)

  const done = (answer: { note: string }) => {
    onSaved(answer.note)
    if (details.current) details.current.open = false
    details.current?.querySelector('summary')?.focus()
  }
  return (
    <div className={styles.note}>
      {note === '' ? null : (
        <p className={styles.words} dir="auto">
          {note}
        </p>
      )}
      <details ref={details} open={isOwnFlash && Boolean(flash?.error)}>
        <ButtonSummary kind="quiet" size="s" icon="pencil">
          {t(note === '' ? 'favourites.note.add' : 'favourites.note.edit')}
          <span className="visually-hidden"> · {person.firstName}</span>
        </ButtonSummary>
        <ActionForm action={favouriteActions.note} className={styles.form} onDone={done}>
          {({ values, fields, error, pending }) => {
            const isMine = isOwnFlash || hasSent
            const typed = isOwnFlash ? values['note'] : undefined
            return (
              <>
                <input type="hidden" name="id" value={person.id} />
                <TextAreaField
                  key={note}
                  id={`note-${person.id}`}
                  name="note"
                  label={t('favourites.note.label', { name: person.firstName })}
                  hint={t('favourites.note.hint')}
                  rows={3}
                  maxLength={favouriteNoteLength}
                  defaultValue={typeof typed === 'string' ? typed : note}
                  error={isMine ? fields['note'] : undefined}
                />
                {isMine && error && !fields['note'] ? <Notice kind="error">{error}</Notice> : null}
                <Button kind="secondary" size="s" pending={pending} onClick={() => setSent(true)}>
                  {t('favourites.note.save')}
                </Button>
              </>
            )
          }}
        </ActionForm>
      </details>
    </div>
  )
}
