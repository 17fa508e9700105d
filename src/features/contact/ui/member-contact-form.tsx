import { useI18n } from '#shared/i18n/context.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { contactActions } from '../contract.ts'
import { ContactFields } from './contact-fields.tsx'
import styles from './contact-form.module.css'

/** For members: the session identifies the writer, and the answer is sent to the account's address. */
export function MemberContactForm({ name, email }: { name: string; email: string }) {
  const { t } = useI18n()
  return (
    <ActionForm action={contactActions.writeAsMember} className={styles.form}>
      {({ values, fields, error, notice, pending }) =>
        notice ? (
          <Notice kind="success">{notice}</Notice>
        ) : (
          <>
            {error ? <Notice kind="error">{error}</Notice> : null}
            <ContactFields {...{ values, fields, pending }}>
              <dl className={styles.account}>
                <div>
                  <dt>{t('contact.name')}</dt>
                  <dd dir="auto">{name}</dd>
                </div>
                <div>
                  <dt>{t('contact.email')}</dt>
                  <dd>{email}</dd>
                </div>
              </dl>
            </ContactFields>
          </>
        )
      }
    </ActionForm>
  )
}
