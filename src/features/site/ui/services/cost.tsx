import { useI18n } from '#shared/i18n/context.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import styles from './cost.module.css'

const free = ['likes', 'messages', 'strangers', 'seen', 'safety'] as const
const paid = ['boosts', 'premium', 'likes', 'gifts'] as const

/** What is free for everyone beside what can be bought. */
export function Cost() {
  const { t } = useI18n()
  return (
    <section className={styles.cost} aria-labelledby="cost">
      <h2 id="cost">{t('services.cost.title')}</h2>
      <div className={styles.free}>
        <h3>{t('services.cost.free.title')}</h3>
        <ul>
          {free.map((key) => (
            <li key={key}>
              <Icon name="check" />
              {t(`services.cost.free.${key}`)}
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.paid}>
        <h3>{t('services.cost.paid.title')}</h3>
        <ul>
          {paid.map((key) => (
            <li key={key}>
              <Icon name="plus" />
              {t(`services.cost.paid.${key}`)}
            </li>
          ))}
        </ul>
        <p>{t('services.cost.paid.note')}</p>
      </div>
    </section>
  )
}
