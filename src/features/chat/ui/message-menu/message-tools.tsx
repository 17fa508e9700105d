import { useI18n } from '#shared/i18n/context.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import styles from '../messages/bubble.module.css'
import { useConversation } from '../conversation/conversation-context.ts'

/** The tools beside a hovered or focused message: a quick reaction, and the menu of its other actions. */
export function MessageTools({ seq, isNewest }: { seq: number; isNewest: boolean }) {
  const { t } = useI18n()
  const { openMenu } = useConversation()
  return (
    <span className={styles.tools}>
      <button
        type="button"
        tabIndex={-1}
        aria-label={t('chat.menu.react')}
        title={t('chat.menu.react')}
        aria-haspopup="dialog"
        aria-describedby={`t${seq}`}
        onClick={({ currentTarget: button }) => openMenu({ seq, button, onlyReactions: true })}
      >
        <Icon name="smile" />
      </button>
      <button
        type="button"
        data-menu=""
        tabIndex={isNewest ? 0 : -1}
        aria-label={t('chat.menu.label')}
        title={t('chat.menu.label')}
        aria-haspopup="dialog"
        aria-describedby={`t${seq}`}
        onClick={({ currentTarget: button }) => openMenu({ seq, button })}
      >
        <Icon name="ellipsis" />
      </button>
    </span>
  )
}
