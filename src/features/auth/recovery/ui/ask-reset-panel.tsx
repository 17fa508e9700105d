import { accountActions } from '#features/auth/contract.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { Button } from '#ui/controls/button.tsx'
import { EntryFoot, EntryPanel } from '#ui/layout/entry-panel.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import styles from './account.module.css'

/** Asks for the address. The response is the same whether it has an account or not. */
export function AskResetPanel() {
  const { t } = useI18n()
  const href = useHref()
  return (
    <EntryPanel title={t('auth.reset.title')} text={t('auth.reset.text')}>
      <ActionForm action={accountActions.askReset} className={styles.form} reload>
        {({ values, fields, error, pending }) => (
          <>
            {error ? <Notice kind="error">{error}</Notice> : null}
            <TextField
              label={t('auth.reset.email')}
              name="email"
              type="email"
              autoComplete="username"
              required
              defaultValue={typeof values['email'] === 'string' ? values['email'] : undefined}
              error={fields['email']}
            />
            <Button size="l" wide pending={pending}>
              {t('auth.reset.ask')}
            </Button>
          </>
        )}
      </ActionForm>
      <EntryFoot>
        {t('auth.reset.back')} <a href={href(routes.signIn, {})}>{t('auth.reset.signIn')}</a>
      </EntryFoot>
    </EntryPanel>
  )
}
