import { Suspense, useRef, useState } from 'react'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { useConnectionStatus } from '#shared/realtime.tsx'
import { routes } from '#shared/routes.ts'
import { IconLink } from '#ui/icon-button.tsx'
import { Menu, MenuButton, MenuLink } from '#ui/menu.tsx'
import { Avatar } from '#ui/portrait.tsx'
import type { Chat } from './chat-state.ts'
import styles from './conversation.module.css'
import type { Partner } from './inbox-rows.ts'
import { tintOf } from './tint.ts'
import { UnmatchDialog } from './unmatch-part.ts'
import { useChatState } from './use-chat.ts'

const unmatchId = 'unmatch'

type ConversationHeaderProps = { partner: Partner; chat: Chat | null; query: string | null; isPlain: boolean }

/** Who one is talking to, and what else can be done here. `chat` is null until the conversation has come. */
export function ConversationHeader({ partner, chat, query, isPlain }: ConversationHeaderProps) {
  const { t } = useI18n()
  const href = useHref()
  const header = useRef<HTMLElement>(null)
  const [isEnding, setIsEnding] = useState(false)
  const profile = href(routes.profileInfo, { id: partner.memberId })
  const list = href(routes.messages, {}, { query: { q: query, requests: partner.stage === 'incoming' ? 1 : undefined } })
  const isMatch = partner.stage === 'open'
  return (
    <header className={styles.header} ref={header}>
      <IconLink className={styles.back} href={list} icon="arrow-left" label={t('chat.back')} />
      <a className={styles.partner} href={profile}>
        {chat ? <LiveAvatar partner={partner} chat={chat} /> : <PartnerAvatar partner={partner} />}
        <span className={styles.who}>
          <h2 className={styles.name} id="conversation-name">
            {partner.firstName}
          </h2>
          {chat ? <Status partner={partner} chat={chat} /> : null}
        </span>
      </a>
      <div className={styles.menu}>
        <Menu label={t('chat.more')}>
          <MenuLink icon="user" href={profile}>
            {t('chat.request.profile', { name: partner.firstName })}
          </MenuLink>
          {isMatch ? (
            <MenuButton
              type="button"
              icon="heart-off"
              danger
              popoverTarget={isPlain ? unmatchId : undefined}
              onClick={() => setIsEnding(true)}
            >
              {t('chat.unmatch.open')}
            </MenuButton>
          ) : null}
        </Menu>
      </div>
      {isPlain || isEnding ? (
        <Suspense fallback={null}>
          <UnmatchDialog
            id={unmatchId}
            partner={partner}
            open={isEnding || undefined}
            onClose={() => {
              setIsEnding(false)
              header.current?.querySelector<HTMLElement>('button[popovertarget]')?.focus()
            }}
          />
        </Suspense>
      ) : null}
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
