import type { OwnProfileProps } from '#features/profile/contract.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { Card } from '#ui/layout/card.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Meter } from '#ui/feedback/meter.tsx'
import styles from './completeness.module.css'
import { rowOf } from './edit-rows.ts'

/** Shows how much of the member's own profile is filled in, and what to add next. */
export function Completeness({ completeness, missing }: Pick<OwnProfileProps, 'completeness' | 'missing'>) {
  const { t, format } = useI18n()
  const href = useHref()
  return (
    <Card as="section" kind="surface" labelledBy="completeness" className={styles.card}>
      <h2 id="completeness" className={styles.title}>
        {t('profile.complete.title')}
      </h2>
      <Meter
        value={completeness}
        max={100}
        label={t('profile.complete.label')}
        valueText={t('profile.complete.value', { percent: format.percent(completeness / 100) })}
      />
      {missing.length > 0 ? (
        <>
          <h3 className={styles.missing}>{t('profile.complete.missing')}</h3>
          <ul className={styles.list}>
            {missing.map((field) => (
              <li key={field}>
                <a href={href(routes.profileSettings, {}, { query: { edit: rowOf(field) } })}>
                  <Icon name="plus" size="s" />
                  {t(`profile.field.${field}`)}
                </a>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p>{t('profile.complete.all')}</p>
      )}
      <p className={styles.text}>{t('profile.complete.text')}</p>
    </Card>
  )
}
