import { useId } from 'react'
import { providerActions, type LinkedAccountsProps } from '#features/auth/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { useFlash } from '#shared/react/page-context.tsx'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { ConfirmIdentity } from './confirm-identity.tsx'
import { ProviderMark } from './provider-mark.tsx'
import styles from './providers.module.css'

type Account = LinkedAccountsProps['accounts'][number]

/** Section of the settings: other accounts with which the member can sign in. Renders nothing if the deployment offers none. */
export function LinkedAccounts({ accounts, hasPassword, isConfirmed }: LinkedAccountsProps) {
  const { t } = useI18n()
  const flash = useFlash(providerActions.unlink.form)
  const id = useId()
  if (accounts.length === 0) return null
  return (
    <Card as="section" labelledBy={id} className={styles.section}>
      <h2 id={id}>{t('settings.linked.title')}</h2>
      <p>{t('settings.linked.text')}</p>
      {flash?.error ? <Notice kind="error">{flash.error}</Notice> : null}
      {flash?.notice ? <Notice kind="success">{flash.notice}</Notice> : null}
      <ul className={styles.accounts}>
        {accounts.map((account) => (
          <li key={account.provider} className={styles.account}>
            <ProviderMark provider={account.provider} />
            <span className={styles.name}>
              {t(`settings.linked.names.${account.provider}`)}
              <small>{t(`settings.linked.state.${account.isLinked ? 'linked' : 'unlinked'}`)}</small>
            </span>
            {isConfirmed ? <Change {...account} /> : null}
          </li>
        ))}
      </ul>
      {isConfirmed ? null : <ConfirmIdentity {...{ hasPassword, accounts }} />}
    </Card>
  )
}

const linkPaths = { google: providerActions.linkGoogle.path, facebook: providerActions.linkFacebook.path } as const

function Change({ provider, isLinked, isOnlyWayIn }: Account) {
  const { t } = useI18n()
  const name = t(`settings.linked.names.${provider}`)
  if (!isLinked) {
    return (
      <form method="post" action={linkPaths[provider]}>
        <Button kind="secondary">{t('settings.linked.link', { provider: name })}</Button>
      </form>
    )
  }
  if (isOnlyWayIn) return <small>{t('settings.linked.onlyWayIn')}</small>
  return (
    <ActionForm action={providerActions.unlink} reload>
      {({ error, pending }) => (
        <>
          <input type="hidden" name="provider" value={provider} />
          {error ? <Notice kind="error">{error}</Notice> : null}
          <Button kind="secondary" pending={pending}>
            {t('settings.linked.unlink', { provider: name })}
          </Button>
        </>
      )}
    </ActionForm>
  )
}
