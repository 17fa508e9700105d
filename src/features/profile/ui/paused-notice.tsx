import { profileActions } from '#features/profile/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'

/** Informs a member that their profile is paused, with the button to resume. */
export function PausedNotice() {
  const { t } = useI18n()
  return (
    <ActionForm action={profileActions.pause} reload>
      {({ error, pending }) => (
        <>
          <input type="hidden" name="pause" value="0" />
          <Notice
            kind="warn"
            title={t('profile.pause.active')}
            action={
              <Button size="s" pending={pending}>
                {t('profile.pause.resume')}
              </Button>
            }
          >
            {error ?? t('profile.pause.activeText')}
          </Notice>
        </>
      )}
    </ActionForm>
  )
}
