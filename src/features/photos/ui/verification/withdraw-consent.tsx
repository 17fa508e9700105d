import { verificationActions } from '#features/photos/verification.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { Section } from '#ui/layout/section.tsx'
import styles from './verification.module.css'

/** Ends the consent, and with it a badge and whatever waits. It also stands where a restricted member reads why they are. */
export function WithdrawConsent({ title, hasBadge, onDone }: { title: string; hasBadge: boolean; onDone?: () => void }) {
  const { t } = useI18n()
  return (
    <Section title={title} text={t(hasBadge ? 'verification.withdraw.badge' : 'verification.withdraw.text')}>
      <ActionForm action={verificationActions.withdraw} className={styles.form} {...(onDone ? { onDone } : {})}>
        {({ error, notice, pending }) => (
          <>
            {error ? <Notice kind="error">{error}</Notice> : null}
            {notice ? <Notice kind="success">{notice}</Notice> : null}
            <Button kind="quiet" pending={pending}>
              {t('verification.withdraw.submit')}
            </Button>
          </>
        )}
      </ActionForm>
    </Section>
  )
}
