import type { ReactNode } from 'react'
import type { EditRow, SavedProfile } from '#features/profile/contract.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import type { Action } from '#shared/routing/action.ts'
import { routes } from '#shared/routing/routes.ts'
import { ActionForm, type FormView } from '#ui/forms/action-form.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Refusal } from './refusal.tsx'
import styles from './section-form.module.css'

type Props = {
  row: EditRow
  action: Action<SavedProfile>
  /** Revision of the profile with which the form was opened; a newer one is never overwritten without asking. */
  revision: number
  onSaved: (revision: number) => void
  /** Called with a control whose value has changed. */
  onInput?: (control: HTMLInputElement) => void
  children: (view: FormView) => ReactNode
}

/** Saves a section. Values that are limited or final, a place or a date of birth, are saved only by a press. */
export function SectionForm({ row, action, revision, onSaved, onInput, children }: Props) {
  const { t } = useI18n()
  const href = useHref()
  return (
    <ActionForm action={action} className={styles.form} onDone={({ revision: saved }) => onSaved(saved)}>
      {(view) => (
        <>
          <input type="hidden" name="revision" value={revision} />
          <input type="hidden" name="back" value={href(routes.profileSettings, {}, { query: { edit: row } })} />
          <div
            className={styles.form}
            onInput={({ target }) => (target instanceof HTMLInputElement ? onInput?.(target) : undefined)}
          >
            {children(view)}
          </div>
          {view.error ? (
            <Notice kind="error">
              <Refusal error={view.error} />
            </Notice>
          ) : null}
          <div className={styles.actions}>
            <Button pending={view.pending}>{t('common.form.save')}</Button>
          </div>
        </>
      )}
    </ActionForm>
  )
}
