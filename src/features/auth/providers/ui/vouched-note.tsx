import { providerActions, type ProviderName } from '#features/auth/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import styles from './providers.module.css'

/** Shown above the sign-up form if a provider vouches for the visitor, with a link to use a password instead. */
export function VouchedNote({ provider }: { provider: ProviderName }) {
  const { t } = useI18n()
  return (
    <div className={styles.vouched}>
      <Notice>{t('auth.provider.rest', { provider: t(`auth.provider.names.${provider}`) })}</Notice>
      <form method="post" action={providerActions.forget.path}>
        <Button kind="quiet" size="s">
          {t('auth.provider.instead')}
        </Button>
      </form>
    </div>
  )
}
