import { Suspense, use, useState, useSyncExternalStore, type ReactNode } from 'react'
import { Await } from '#shared/react/deferred.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { LiveContext } from '#shared/realtime/realtime.tsx'
import type { GuardedAction } from '#ui/overlays/guarded-actions.tsx'
import type { Chat, ChatState } from './chat-state.ts'
import { LogSkeleton } from '../inbox/chat-skeletons.tsx'
import { Composer } from '../composer/composer.tsx'
import { ConnectionNote } from '../inbox/connection-note.tsx'
import { ConversationHeader } from './conversation-header.tsx'
import styles from './conversation.module.css'
import type { Partner } from '../inbox/inbox-rows.ts'
import { LiveLog } from '../log/live-log.tsx'
import type { MessagesProps, ShownHistory } from '../inbox/messages-props.ts'
import { Away, OverNote } from './lazy.ts'
import { RequestBar } from '../requests/lazy.ts'
import { createWritingState, isEditable } from '../composer/writing-state.ts'
import { isFirstMessage, isJustReceived } from '../kinder/first-messages.ts'
import { BotherQuestion } from '../kinder/lazy-browser.ts'

type ConversationProps = Pick<MessagesProps, 'cid' | 'say' | 'at' | 'query' | 'hasReply' | 'isNoScript'> & {
  partner: Partner
  /** Further entries of its menu. */
  actions: readonly GuardedAction[]
  /** Gifts: a button in the composer, or without a script a form above it. */
  gifts: ReactNode
}

/** The open conversation. Header and composer are rendered at once; the messages are streamed in between. */
export function Conversation({ partner, cid, say, at, query, hasReply, isNoScript, actions, gifts }: ConversationProps) {
  const { viewer } = usePage()
  const live = use(LiveContext)
  const [chat, setChat] = useState<Chat | null>(null)
  const [writing] = useState(() => createWritingState())
  const viewerId = viewer?.id ?? ''
  const isOver = useFlag(chat, (state) => state.isOver)
  const isReceived = useFlag(chat, (state) => isJustReceived(state, viewerId))
  const findEditable = () => {
    const own = chat?.getState().messages.findLast(({ from }) => from === viewerId)
    return own && live && isEditable(own, viewerId, live.getState().serverNow()) ? own : null
  }
  // Until the messages have arrived, the next one may be the first.
  const isFirst = () => chat === null || isFirstMessage(chat.getState(), viewerId)
  return (
    <section className={styles.conversation} aria-labelledby="conversation-name">
      <ConversationHeader {...{ partner, chat, query, isNoScript, actions }} />
      <ConnectionNote />
      <Await<ShownHistory> name="history" fallback={<LogSkeleton />}>
        {(history) =>
          history ? (
            <LiveLog {...{ history, partner, at, isNoScript, writing }} onChat={setChat} />
          ) : (
            <Suspense fallback={null}>
              <Away conversation={partner.conversation} />
            </Suspense>
          )
        }
      </Await>
      {chat && isReceived ? (
        <Suspense fallback={null}>
          <BotherQuestion {...{ chat, partner, viewerId, actions }} />
        </Suspense>
      ) : null}
      {isOver ? (
        <Suspense fallback={null}>
          <OverNote />
        </Suspense>
      ) : partner.stage === 'open' ? (
        <>
          {isNoScript ? gifts : null}
          <Composer
            {...{ partner, cid, say, writing, hasReply, isNoScript, findEditable, isFirst }}
            giftButton={isNoScript ? null : gifts}
          />
        </>
      ) : (
        <Suspense fallback={null}>
          <RequestBar partner={partner} />
        </Suspense>
      )}
    </section>
  )
}

/** False before the messages have arrived, and on the server. */
function useFlag(chat: Chat | null, select: (state: ChatState) => boolean): boolean {
  return useSyncExternalStore(
    chat?.subscribe ?? never,
    () => chat !== null && select(chat.getState()),
    () => false,
  )
}

const never = () => () => {}
