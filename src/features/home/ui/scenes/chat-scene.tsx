import { avatarOf, avatarUrl } from '#shared/avatar.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { Avatar } from '#ui/identity/portrait.tsx'
import { faces } from '../faces.ts'
import styles from './chat-scene.module.css'

/** Three messages and someone writing. */
export function ChatScene() {
  const { t } = useI18n()
  return (
    <div className={styles.chat}>
      <p className={styles.theirs}>{t('home.chat.one')}</p>
      <p className={styles.mine}>{t('home.chat.two')}</p>
      <p className={styles.theirs}>{t('home.chat.three')}</p>
      <p className={styles.typing}>
        <Avatar src={avatarUrl(avatarOf(faces.clara)) ?? ''} alt="" size="s" />
        {t('home.chat.typing')}
        <svg viewBox="0 0 64 12" aria-hidden="true">
          <path d="M2 6c7-6 13-6 20 0s13 6 20 0 13-6 20 0" />
        </svg>
      </p>
    </div>
  )
}
