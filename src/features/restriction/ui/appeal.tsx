import { restrictionActions, appealLength, type AppealView } from '#features/restriction/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { TextAreaField } from '#ui/fields/text-area-field.tsx'
import styles from './restriction.module.css'

/** The one appeal: its form, or its text and outcome. */
export function Appeal({ appeal }: { appeal: AppealView | null }) {
  const { t } = useI18n()
  return (
    <Card as="section" labelledBy="appeal" className={styles.section}>
      <h2 id="appeal">{t('restricted.appeal.title')}</h2>
      {appeal ? <MadeAppeal appeal={appeal} /> : <AppealForm />}
    </Card>
  )
}

function AppealForm() {
  const { t } = useI18n()
  return (
    <>
      <p>{t('restricted.appeal.text')}</p>
      <ActionForm action={restrictionActions.appeal} className={styles.form}>
        {({ fields, values, error, pending }) => (
          <>
            {error ? <Notice kind="error">{error}</Notice> : null}
            <TextAreaField
              label={t('restricted.appeal.label')}
              hint={t('restricted.appeal.hint')}
              name="text"
              rows={7}
              required
              minLength={appealLength.min}
              maxLength={appealLength.max}
              defaultValue={String(values['text'] ?? '')}
              error={fields['text']}
            />
            <Button pending={pending}>{t('restricted.appeal.submit')}</Button>
          </>
        )}
      </ActionForm>
    </>
  )
}

function MadeAppeal({ appeal }: { appeal: AppealView }) {
  const { t, format } = useI18n()
  return (
    <>
      {appeal.decidedAt === null ? (
        <Notice>{t('restricted.appeal.received', { date: format.date(appeal.appealedAt) })}</Notice>
      ) : (
        <Notice kind="warn" title={t('restricted.appeal.upheldTitle')}>
          {t('restricted.appeal.upheld', { date: format.date(appeal.decidedAt) })}
        </Notice>
      )}
      <h3>{t('restricted.appeal.yours')}</h3>
      <p className={styles.written} dir="auto">
        {appeal.text}
      </p>
    </>
  )
}
