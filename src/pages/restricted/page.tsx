import { LegalHelp } from '#features/legal/ui/legal-help.tsx'
import { WithdrawConsent } from '#features/photos/ui/verification/withdraw-consent.tsx'
import { Appeal } from '#features/restriction/ui/appeal.tsx'
import { Statement } from '#features/restriction/ui/statement.tsx'
import { verificationActions } from '#features/photos/verification.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { useFlash } from '#shared/react/page-context.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import styles from './page.module.css'
import type { RestrictedPageProps } from './props.ts'

export default function Restricted({ data }: { data: RestrictedPageProps }) {
  const { t } = useI18n()
  const withdrawn = useFlash(verificationActions.withdraw.form)
  return (
    <div className={styles.page}>
      <PageHeader title={t('restricted.title')} text={t('restricted.intro')} />
      <Statement restriction={data} />
      <Appeal appeal={data.appeal} />
      <p className={styles.foot}>{t('restricted.refresh')}</p>
      {data.verification ? <WithdrawConsent title={t('verification.title')} {...data.verification} /> : null}
      {!data.verification && withdrawn?.notice ? <Notice kind="success">{withdrawn.notice}</Notice> : null}
      <LegalHelp operator={data.operator} />
    </div>
  )
}
