import { BlockDialog } from '#features/blocks/ui/block-part.ts'
import { ReportDialog } from '#features/reports/ui/report-part.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { ActRow, type Act } from '#ui/acts.tsx'
import styles from './page.module.css'

type SafetyProps = { person: { id: string; firstName: string }; isPlain: boolean }

/** Under what else one can do about a person, and there whatever that is. */
export function Safety({ person: { id, firstName }, isPlain }: SafetyProps) {
  const { t } = useI18n()
  const person = { id, firstName }
  const acts: Act[] = [
    {
      id: 'report',
      icon: 'flag',
      label: t('safety.open.report'),
      spoken: t('safety.open.reportNamed', { name: firstName }),
      renderDialog: (props) => <ReportDialog {...props} person={person} place="profile" />,
    },
    {
      id: 'block',
      icon: 'ban',
      label: t('safety.open.block'),
      spoken: t('safety.open.blockNamed', { name: firstName }),
      renderDialog: (props) => <BlockDialog {...props} person={person} />,
    },
  ]
  return <ActRow acts={acts} isPlain={isPlain} className={styles.safety} />
}
