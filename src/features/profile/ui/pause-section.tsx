import { profileActions } from '#features/profile/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import styles from './edit/section-form.module.css'

/** Pauses the profile, or resumes it. */
export function PauseSection({ paused }: { paused: boolean }) {
  const { t } = useI18n()
  return (
    <ActionForm action={profileActions.pause} className={styles.form} reload>
      {({ error, notice, pending }) => (
        <>
          <input type="hidden" name="pause" value={paused ? '0' : '1'} />
          {error ? <Notice kind="error">{error}</Notice> : null}
          {notice ? <Notice kind="success">{notice}</Notice> : null}
          <div className={styles.actions}>
            <Button kind="secondary" pending={pending}>
              {t(paused ? 'profile.pause.resume' : 'profile.pause.action')}
            </Button>
          </div>
        </>
      )}
    </ActionForm>
  )
}
