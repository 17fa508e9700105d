import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { useConnectionStatus } from '#shared/realtime.tsx'
import { routes } from '#shared/routes.ts'
import { IconLink } from '#ui/icon-button.tsx'
import { Avatar } from '#ui/portrait.tsx'
import type { Chat } from './chat-state.ts'
import styles from './conversation.module.css'
import type { Partner } from './inbox-rows.ts'
import { tintOf } from './tint.ts'
import { useChatState } from './use-chat.ts'

/** Who one is talking to. `chat` is null until the conversation has come. */
export function ConversationHeader({ partner, chat }: { partner: Partner; chat: Chat | null }) {
  const { t } = useI18n()
  const href = useHref()
  return (
    <header className={styles.header}>
      <IconLink className={styles.back} href={href(routes.messages, {})} icon="arrow-left" label={t('chat.back')} />
      <a className={styles.partner} href={href(routes.profileInfo, { id: partner.memberId })}>
        {chat ? <LiveAvatar partner={partner} chat={chat} /> : <PartnerAvatar partner={partner} />}
        <span className={styles.who}>
          <h2 className={styles.name} id="conversation-name">
            {partner.firstName}
          </h2>
          {chat ? <Status partner={partner} chat={chat} /> : null}
        </span>
      </a>
    </header>
  )
}

function PartnerAvatar({ partner, onlineLabel }: { partner: Partner; onlineLabel?: string }) {
  const { firstName, avatar, memberId } = partner
  return (
    <Avatar src={avatar ?? undefined} alt="" initial={firstName.slice(0, 1)} tint={tintOf(memberId)} onlineLabel={onlineLabel} />
  )
}

function LiveAvatar({ partner, chat }: { partner: Partner; chat: Chat }) {
  const { t } = useI18n()
  return <PartnerAvatar partner={partner} onlineLabel={useIsHere(partner, chat) ? t('chat.here') : undefined} />
}

function Status({ partner, chat }: { partner: Partner; chat: Chat }) {
  const { t } = useI18n()
  const isHere = useIsHere(partner, chat)
  const isTyping = useChatState(chat, (state) => state.isTyping)
  if (isTyping) {
    return (
      <span className={styles.typing} aria-live="polite">
        {t('chat.typing', { name: partner.firstName })}
      </span>
    )
  }
  return isHere ? <span className={styles.here}>{t('chat.here')}</span> : null
}

/** Only an open connection can tell. */
function useIsHere(partner: Partner, chat: Chat): boolean {
  const isPresent = useChatState(chat, (state) => state.presence.present.has(partner.memberId))
  return useConnectionStatus().state === 'open' && isPresent
}
