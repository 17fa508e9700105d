import type { ReactNode } from 'react'
import { profileForms } from '#features/profile/contract.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routes.ts'
import { ActionForm, type FormView } from '#ui/action-form.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import styles from './section-form.module.css'

export type SectionName = Exclude<keyof typeof profileForms, 'pause'>

type Props = {
  section: SectionName
  action: string
  /** The state of the profile that the form was opened with; a newer one is not overwritten unasked. */
  revision: number
  onSaved: (revision: number) => void
  children: (view: FormView) => ReactNode
}

/** One part of the profile with its own form. */
export function SectionForm({ section, action, revision, onSaved, children }: Props) {
  const { t } = useI18n()
  const href = useHref()
  const settings = href(routes.profileSettings, {}, { hash: section })
  return (
    <Card as="section" id={section} labelledBy={`${section}-title`} className={styles.section}>
      <header className={styles.words}>
        <h2 id={`${section}-title`}>{t(`profile.settings.${section}.title`)}</h2>
        <p>{t(`profile.settings.${section}.text`)}</p>
      </header>
      <ActionForm
        name={profileForms[section]}
        action={action}
        className={styles.form}
        onDone={({ revision: saved }) => (typeof saved === 'number' ? onSaved(saved) : undefined)}
      >
        {(view) => (
          <>
            <input type="hidden" name="revision" value={revision} />
            <input type="hidden" name="back" value={settings} />
            {children(view)}
            {view.error ? <Refusal error={view.error} /> : null}
            {view.notice ? <Notice kind="success">{view.notice}</Notice> : null}
            <div className={styles.actions}>
              <Button pending={view.pending}>{t('profile.settings.save')}</Button>
            </div>
          </>
        )}
      </ActionForm>
    </Card>
  )
}

/** What went wrong; with a newer version about, both ways out. */
function Refusal({ error }: { error: string }) {
  const { t } = useI18n()
  const href = useHref()
  const isStale = error === t('common.error.stale')
  return (
    <Notice kind="error">
      {error}
      {isStale ? (
        <span className={styles.ways}>
          <Button kind="secondary" size="s" name="overwrite" value="1">
            {t('profile.settings.overwrite')}
          </Button>
          <a href={href(routes.profileSettings, {})}>{t('profile.settings.reload')}</a>
        </span>
      ) : null}
    </Notice>
  )
}
