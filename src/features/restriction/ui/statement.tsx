import type { RestrictedProps } from '#features/restriction/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { Card } from '#ui/layout/card.tsx'
import styles from './restriction.module.css'

/** Says which rule, which facts, until when, and who decided (product.md '/restricted'). */
export function Statement({ restriction }: { restriction: RestrictedProps }) {
  const { t, format } = useI18n()
  const { rule, facts, since, until, decidedBy } = restriction
  return (
    <Card as="section" labelledBy="statement" className={styles.section}>
      <h2 id="statement">{t('restricted.statement.title')}</h2>
      <dl className={styles.facts}>
        <div>
          <dt>{t('restricted.statement.rule')}</dt>
          <dd>
            <strong>{t(`restricted.rule.${rule}.title`)}</strong>
            <br />
            {t(`restricted.rule.${rule}.text`)}
          </dd>
        </div>
        <div>
          <dt>{t('restricted.statement.facts')}</dt>
          <dd className={styles.written} dir="auto">
            {facts}
          </dd>
        </div>
        <div>
          <dt>{t('restricted.statement.since')}</dt>
          <dd>{format.date(since)}</dd>
        </div>
        <div>
          <dt>{t('restricted.statement.until')}</dt>
          <dd>{until === null ? t('restricted.statement.forGood') : `${format.date(until)}, ${format.time(until)}`}</dd>
        </div>
        <div>
          <dt>{t('restricted.statement.decidedBy')}</dt>
          <dd>{t(`restricted.statement.${decidedBy}`)}</dd>
        </div>
      </dl>
    </Card>
  )
}
