import { providerActions, type LinkedAccountsProps } from '#features/auth/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { ProviderMark } from './provider-mark.tsx'
import styles from './providers.module.css'

const confirmPaths = { google: providerActions.confirmGoogle.path, facebook: providerActions.confirmFacebook.path } as const

type ConfirmIdentityProps = {
  hasPassword: boolean
  accounts: LinkedAccountsProps['accounts']
  /** The page to return to; by default the settings of the account. */
  next?: string
}

/** Asks again for the password, or for a linked provider, before a sensitive change. */
export function ConfirmIdentity({ hasPassword, accounts, next }: ConfirmIdentityProps) {
  const { t } = useI18n()
  const providers = accounts.filter(({ isLinked, isOffered }) => isLinked && isOffered)
  const back = next === undefined ? null : <input type="hidden" name="next" value={next} />
  return (
    <div className={styles.confirm}>
      <h3>{t('settings.linked.confirmTitle')}</h3>
      <p>{t('settings.linked.confirmText')}</p>
      {hasPassword ? (
        <ActionForm action={providerActions.confirm} className={styles.password} reload>
          {({ error, fields, pending }) => (
            <>
              {back}
              {error && !fields['password'] ? <Notice kind="error">{error}</Notice> : null}
              <PasswordField
                label={t('settings.linked.password')}
                name="password"
                autoComplete="current-password"
                required
                error={fields['password']}
              />
              <Button kind="secondary" pending={pending}>
                {t('settings.linked.confirm')}
              </Button>
            </>
          )}
        </ActionForm>
      ) : null}
      {providers.map(({ provider }) => (
        <form key={provider} method="post" action={confirmPaths[provider]}>
          {back}
          <Button kind="secondary">
            <span className={styles.way}>
              <ProviderMark provider={provider} />
              {t('settings.linked.confirmWith', { provider: t(`settings.linked.names.${provider}`) })}
            </span>
          </Button>
        </form>
      ))}
    </div>
  )
}
