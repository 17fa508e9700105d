import { sessionActions } from '#features/auth/contract.ts'
import { legalKinds, type OperatorProps } from '#features/legal/contract.ts'
import { readLegalText } from '#features/legal/rules.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { deleteStep } from '#shared/routing/account-steps.ts'
import { routes } from '#shared/routing/routes.ts'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Dialog, DialogTrigger } from '#ui/overlays/dialog.tsx'
import { LegalList } from './legal-list.tsx'
import styles from './legal-help.module.css'

/**
 * Legal texts, help and sign-out for people who are signed in but have not finished signing up. The public pages with these texts
 * are for guests only (product.md 'Public site').
 */
export function LegalHelp({ operator }: OperatorProps) {
  const translator = useI18n()
  const { t } = translator
  const href = useHref()
  return (
    <div className={styles.help}>
      <DialogTrigger target="legal-help" kind="quiet" size="s" icon="info">
        {t('legal.help.open')}
      </DialogTrigger>
      <Dialog id="legal-help" title={t('legal.help.title')} closeLabel={t('common.form.close')} size="l">
        <div className={styles.body}>
          <p>
            {t('legal.help.contact')} <a href={`mailto:${operator.contactEmail}`}>{operator.contactEmail}</a>
          </p>
          <h3>{t('legal.help.texts')}</h3>
          <LegalList level="h4" texts={legalKinds.map((kind) => ({ kind, ...readLegalText(translator, kind, operator) }))} />
          <ButtonLink kind="quiet" icon="trash-2" href={href(routes.signIn, {}, { query: { step: deleteStep } })}>
            {t('legal.help.delete')}
          </ButtonLink>
          <p>{t('legal.help.leave')}</p>
          <ActionForm action={sessionActions.signOut} reload through={(session) => session.signOut()}>
            {({ error, pending }) => (
              <>
                {error ? <Notice kind="error">{error}</Notice> : null}
                <Button kind="secondary" icon="log-out" pending={pending}>
                  {t('legal.help.signOut')}
                </Button>
              </>
            )}
          </ActionForm>
        </div>
      </Dialog>
    </div>
  )
}
