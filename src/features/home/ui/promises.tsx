import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { Icon } from '#ui/icons/icon.tsx'
import styles from './promises.module.css'

const promises = [
  { key: 'ads', icon: 'eye-off' },
  { key: 'consent', icon: 'lock' },
  { key: 'adults', icon: 'shield-check' },
] as const

/** Lists only promises that the product keeps today. */
export function Promises() {
  const { t } = useI18n()
  const href = useHref()
  return (
    <section aria-labelledby="promises">
      <div className={styles.panel}>
        <div className={styles.head}>
          <h2 id="promises">{t('home.promises.title')}</h2>
          <a href={href(routes.privacyPolicy, {})}>{t('home.promises.link')}</a>
        </div>
        <ul className={styles.list}>
          {promises.map(({ key, icon }) => (
            <li key={key}>
              <Icon name={icon} size="l" />
              <div>
                <h3>{t(`home.promises.${key}.title`)}</h3>
                <p>{t(`home.promises.${key}.text`)}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
