import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { CountBadge } from '#ui/feedback/badge.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { useConversation } from '../conversation/conversation-context.ts'
import styles from './log.module.css'

type JumpButtonProps = { isShown: boolean; count: number; onPress: () => void }

/** Scrolls down to the newest messages; shows the number of those that arrived meanwhile. */
export function JumpButton({ isShown, count, onPress }: JumpButtonProps) {
  const { t, tn } = useI18n()
  const href = useHref()
  const { conversation } = useConversation().partner
  if (!isShown) return null
  const label = count > 0 ? tn('chat.newMessages', count) : t('chat.newest')
  return (
    <a
      className={styles.jump}
      href={href(routes.messages, {}, { query: { chat: conversation } })}
      aria-label={label}
      title={label}
      onClick={(event) => {
        event.preventDefault()
        onPress()
      }}
    >
      <Icon name="chevron-down" />
      <CountBadge count={count} />
    </a>
  )
}
