import { providerActions, providerForm, type OfferedProviders } from '#features/auth/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { useFlash } from '#shared/react/page-context.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { ProviderMark } from './provider-mark.tsx'
import styles from './providers.module.css'

const actions = { google: providerActions.google.path, facebook: providerActions.facebook.path } as const satisfies Record<
  OfferedProviders['providers'][number],
  string
>

/** Buttons to sign in with another account. Plain forms: the provider is another site, so the browser leaves the page anyway. */
export function ProviderButtons({ providers, next = null }: OfferedProviders & { next?: string | null }) {
  const { t } = useI18n()
  const flash = useFlash(providerForm)
  if (providers.length === 0) return null
  return (
    <div className={styles.ways}>
      {flash?.error ? <Notice kind="error">{flash.error}</Notice> : null}
      {providers.map((provider) => (
        <form key={provider} method="post" action={actions[provider]}>
          {next === null ? null : <input type="hidden" name="next" value={next} />}
          <Button kind="secondary" size="l" wide>
            <span className={styles.way}>
              <ProviderMark provider={provider} />
              {t('auth.provider.continue', { provider: t(`auth.provider.names.${provider}`) })}
            </span>
          </Button>
        </form>
      ))}
      <p className={styles.or}>{t('auth.provider.or')}</p>
    </div>
  )
}
