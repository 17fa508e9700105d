import type { TogetherView } from '#features/profile/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { Card } from '#ui/card.tsx'
import { Meter } from '#ui/meter.tsx'
import styles from './together.module.css'

/** Compatibility and its reasons: what the two profiles share, out of all that they tell. */
export function Together({ together: { percent, interests, intent } }: { together: TogetherView }) {
  const { t, format } = useI18n()
  const names = interests.map((interest) => t(`profile.interest.${interest}`))
  return (
    <Card as="section" kind="surface" labelledBy="together">
      <div className={styles.together}>
        <h2 id="together" className={styles.title}>
          {t('profile.together.title')}
        </h2>
        <Meter
          value={percent}
          max={100}
          label={t('profile.together.label')}
          valueText={t('profile.together.value', { percent: format.percent(percent / 100) })}
        />
        {names.length > 0 ? <p>{t('profile.together.interests', { list: format.list(names) })}</p> : null}
        {intent ? <p>{t('profile.together.intent', { intent: t(`profile.intent.${intent}`) })}</p> : null}
        {names.length === 0 && !intent ? <p>{t('profile.together.none')}</p> : null}
        <p className={styles.how}>{t('profile.together.how')}</p>
      </div>
    </Card>
  )
}
