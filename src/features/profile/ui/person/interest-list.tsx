import type { Interest } from '#features/profile/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { Tag } from '#ui/feedback/badge.tsx'
import styles from './interest-list.module.css'

/** A person's interests, the shared ones first and marked by colour, icon and words. */
export function InterestList({ interests, shared }: { interests: readonly Interest[]; shared: readonly Interest[] }) {
  const { t } = useI18n()
  if (interests.length === 0) return null
  const others = interests.filter((interest) => !shared.includes(interest))
  return (
    <section className={styles.section} aria-labelledby="interests">
      <h2 id="interests" className={styles.title}>
        {t('profile.interests.title')}
      </h2>
      <ul className={styles.list}>
        {shared.map((interest) => (
          <li key={interest}>
            <Tag kind="thread" icon="heart-handshake">
              {t(`profile.interest.${interest}`)}
              <span className="visually-hidden">({t('profile.interests.shared')})</span>
            </Tag>
          </li>
        ))}
        {others.map((interest) => (
          <li key={interest}>
            <Tag>{t(`profile.interest.${interest}`)}</Tag>
          </li>
        ))}
      </ul>
    </section>
  )
}
