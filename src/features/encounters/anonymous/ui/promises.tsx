import { useI18n } from '#shared/i18n/context.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import styles from './promises.module.css'

const promises = [
  { key: 'name', icon: 'smile' },
  { key: 'text', icon: 'shield' },
  { key: 'deleted', icon: 'clock' },
] as const

/** What applies to every anonymous chat. */
export function Promises() {
  const { t } = useI18n()
  return (
    <ul className={styles.promises}>
      {promises.map(({ key, icon }) => (
        <li key={key}>
          <Icon name={icon} />
          <span>{t(`anonymous.promise.${key}`)}</span>
        </li>
      ))}
    </ul>
  )
}
