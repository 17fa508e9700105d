import type { OperatorProps } from '#features/legal/contract.ts'
import { LegalHelp } from '#features/legal/ui/legal-help.tsx'
import type { RestrictedProps } from '#features/restriction/contract.ts'
import { Appeal } from '#features/restriction/ui/appeal.tsx'
import { Statement } from '#features/restriction/ui/statement.tsx'
import { useI18n } from '#shared/i18n/context.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import styles from './page.module.css'

export default function Restricted({ data }: { data: RestrictedProps & OperatorProps }) {
  const { t } = useI18n()
  return (
    <div className={styles.page}>
      <PageHeader title={t('restricted.title')} text={t('restricted.intro')} />
      <Statement restriction={data} />
      <Appeal appeal={data.appeal} />
      <p className={styles.foot}>{t('restricted.refresh')}</p>
      <LegalHelp operator={data.operator} />
    </div>
  )
}
