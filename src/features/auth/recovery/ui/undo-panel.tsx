import { accountActions, type UndoProps } from '#features/auth/contract.ts'
import { brand } from '#shared/brand.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { EntryFoot, EntryPanel } from '#ui/layout/entry-panel.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import styles from './account.module.css'

/** Opened by the email's link: explains what the button does, and changes nothing before it is pressed. */
export function UndoPanel({ t: token }: Pick<UndoProps, 't'>) {
  const { t } = useI18n()
  const href = useHref()
  if (token === null)
    return (
      <EntryPanel title={t('auth.undo.title')}>
        <Notice kind="warn">{t('auth.undo.expired', { email: brand.contactEmail })}</Notice>
        <ButtonLink kind="secondary" href={href(routes.signIn, {})}>
          {t('auth.undo.signIn')}
        </ButtonLink>
      </EntryPanel>
    )
  return (
    <EntryPanel title={t('auth.undo.title')} text={t('auth.undo.text')}>
      <p>{t('auth.undo.what')}</p>
      <ActionForm action={accountActions.undoEmail} className={styles.form} reload>
        {({ error, pending }) => (
          <>
            {error ? <Notice kind="error">{error}</Notice> : null}
            <input type="hidden" name="t" value={token} />
            <Button size="l" wide icon="undo-2" pending={pending}>
              {t('auth.undo.submit')}
            </Button>
          </>
        )}
      </ActionForm>
      <EntryFoot>{t('auth.undo.keep')}</EntryFoot>
    </EntryPanel>
  )
}
