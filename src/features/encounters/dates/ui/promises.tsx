import { useI18n } from '#shared/i18n/context.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import styles from './lobby.module.css'

const promises = [
  { key: 'talk', icon: 'clock' },
  { key: 'vote', icon: 'lock' },
  { key: 'match', icon: 'heart-handshake' },
] as const

/** How a blind date works, in three lines. */
export function Promises() {
  const { t } = useI18n()
  return (
    <ol className={styles.promises}>
      {promises.map(({ key, icon }) => (
        <li key={key}>
          <Icon name={icon} />
          <span>{t(`dates.promise.${key}`)}</span>
        </li>
      ))}
    </ol>
  )
}
