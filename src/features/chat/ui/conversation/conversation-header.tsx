import { useRef } from 'react'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { useConnectionStatus } from '#shared/realtime/realtime.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ActionEntries, useGuardedActions, type GuardedAction } from '#ui/overlays/guarded-actions.tsx'
import { IconLink } from '#ui/controls/icon-button.tsx'
import { Menu, MenuLink } from '#ui/overlays/menu.tsx'
import { Avatar } from '#ui/identity/portrait.tsx'
import type { Chat } from './chat-state.ts'
import styles from './conversation.module.css'
import type { Partner } from '../inbox/inbox-rows.ts'
import { tintOf } from '../messages/tint.ts'
import { UnmatchDialog } from './lazy.ts'
import { useChatState } from './use-chat.ts'
import { initialOf } from '#shared/text/cut.ts'

type ConversationHeaderProps = {
  partner: Partner
  chat: Chat | null
  query: string | null
  isNoScript: boolean
  /** Further actions on the partner: forms of other features. */
  actions: readonly GuardedAction[]
}

/** The partner, and the actions on the conversation. `chat` is null until the conversation has loaded. */
export function ConversationHeader({ partner, chat, query, isNoScript, actions: others }: ConversationHeaderProps) {
  const { t } = useI18n()
  const href = useHref()
  const header = useRef<HTMLElement>(null)
  const profile = href(routes.profileInfo, { id: partner.memberId })
  const list = href(routes.messages, {}, { query: { q: query, requests: partner.stage === 'incoming' ? 1 : undefined } })
  const unmatch: GuardedAction = {
    id: 'unmatch',
    icon: 'heart-off',
    label: t('chat.unmatch.open'),
    danger: true,
    renderDialog: (props) => <UnmatchDialog {...props} partner={partner} />,
  }
  const actions = partner.stage === 'open' ? [unmatch, ...others] : others
  const { buttonOf, dialogs } = useGuardedActions({ actions, isNoScript }, header, '[popovertarget]')
  return (
    <header className={styles.header} ref={header}>
      <IconLink className={styles.back} href={list} icon="arrow-left" label={t('chat.back')} />
      <a className={styles.partner} href={profile}>
        {chat ? <LiveAvatar partner={partner} chat={chat} /> : <PartnerAvatar partner={partner} />}
        <div className={styles.who}>
          <h2 className={`${styles.name} name-line`} id="conversation-name">
            {partner.firstName}
          </h2>
          {chat ? <Status partner={partner} chat={chat} /> : <Facts partner={partner} />}
        </div>
      </a>
      <div className={styles.menu}>
        <Menu label={t('chat.more')}>
          <MenuLink icon="user" href={profile}>
            {t('chat.request.profile', { name: partner.firstName })}
          </MenuLink>
          <ActionEntries actions={actions} buttonOf={buttonOf} />
        </Menu>
      </div>
      {dialogs}
    </header>
  )
}

function PartnerAvatar({ partner, onlineLabel }: { partner: Partner; onlineLabel?: string }) {
  const { firstName, avatar, memberId } = partner
  return (
    <Avatar src={avatar ?? undefined} alt="" initial={initialOf(firstName)} tint={tintOf(memberId)} onlineLabel={onlineLabel} />
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
  return <Facts partner={partner} here={isHere ? t('chat.here') : null} />
}

/** 'Here now · 41 · Under 25 km'. */
function Facts({ partner: { facts }, here }: { partner: Partner; here?: string | null }) {
  return here || facts ? (
    <span className={styles.facts}>
      {here ? <span className={styles.here}>{here}</span> : null}
      {here && facts ? ' · ' : null}
      {facts}
    </span>
  ) : null
}

/** Returns whether the partner is present; without an open connection this is unknown, so false. */
function useIsHere(partner: Partner, chat: Chat): boolean {
  const isPresent = useChatState(chat, (state) => state.presence.present.has(partner.memberId))
  return useConnectionStatus().state === 'open' && isPresent
}
