import { Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { withoutArrived } from '#shared/realtime/message-list.ts'
import type { OutboxItem } from '#shared/realtime/realtime.tsx'
import { useOutbox } from '#shared/realtime/use-outbox.ts'
import { LiveRegion } from '#ui/messages/live-region.tsx'
import { LogFrame, LogLines } from '#ui/messages/log-frame.tsx'
import { Bubble } from '../messages/bubble.tsx'
import type { Chat } from '../conversation/chat-state.ts'
import { useConversation } from '../conversation/conversation-context.ts'
import { JumpButton } from './jump-button.tsx'
import { PairTies, Start } from '../conversation/lazy.ts'
import styles from './log.module.css'
import { logStart, MoreLink } from './more-link.tsx'
import { buildTimeline } from './timeline.ts'
import { useChatState } from '../conversation/use-chat.ts'
import type { useHistory } from './use-history.ts'
import { useMessageGestures } from '../message-menu/use-message-gestures.ts'
import { useExcerpt } from './use-excerpt.ts'
import { useNow } from './use-now.ts'
import { useScrollAnchor } from './use-scroll-anchor.ts'
import { useSeen } from './use-seen.ts'

const none: never[] = []

type MessageLogProps = {
  chat: Chat
  history: ReturnType<typeof useHistory>
  openings: readonly string[] | undefined
}

export function MessageLog({ chat, history, openings }: MessageLogProps) {
  const { t, format } = useI18n()
  const { partner, viewerId } = useConversation()
  const { firstName: name } = partner
  const excerpt = useExcerpt(name)
  const now = useNow()
  const messages = useChatState(chat, (state) => state.messages)
  const hasEarlier = useChatState(chat, (state) => state.hasEarlier)
  const hasLater = useChatState(chat, (state) => state.hasLater)
  const found = useChatState(chat, (state) => state.found)
  const marks = useChatState(chat, (state) => state.marks)
  const outbox = useOutbox(partner.conversation)
  const pending = hasLater ? none : withoutArrived(outbox, messages)
  const log = useRef<HTMLDivElement>(null)
  const { isAtEnd, toEnd, findPosition } = useScrollAnchor(log, { found, hasLater })
  useEffect(() => chat.setPosition(findPosition), [chat, findPosition])
  useMessageGestures(log)
  const { fresh, unseen } = useSeen(chat, isAtEnd && !hasLater)

  const toNewest = async () => {
    await history.toNewest()
    toEnd()
  }
  useOnWritten(outbox, () => void toNewest())

  const quoted = useChatState(chat, (state) => state.quoted)
  const bySeq = new Map([...quoted, ...messages.map((message) => [message.seq, message] as const)])
  const timeline = buildTimeline(messages, pending, { viewerId, dayOf: (at) => format.day(at, now), marks })
  const newest = timeline.at(-1)?.messages.at(-1)?.key
  return (
    <div className={styles.frame}>
      <LogFrame
        ref={log}
        className={styles.log}
        column={{ className: styles.column, id: logStart }}
        label={t('chat.log', { name })}
        isBusy={history.state.before === 'loading'}
      >
        <MoreLink direction="before" seq={hasEarlier ? messages[0]?.seq : undefined} log={log} history={history} />
        {!hasEarlier && partner.ties?.length ? (
          <Suspense fallback={null}>
            <PairTies ties={partner.ties} />
          </Suspense>
        ) : null}
        {timeline.length === 0 ? (
          <Suspense fallback={null}>
            <Start partner={partner} openings={openings} />
          </Suspense>
        ) : null}
        {timeline.map(({ key, label, messages: lines }) => (
          <div key={key}>
            <p className={styles.day}>
              <span>{label}</span>
            </p>
            <LogLines>
              {lines.map(({ key: id, ...line }) => (
                <Bubble
                  key={id}
                  {...line}
                  answered={bySeq.get(line.sent?.replyTo?.seq ?? line.waiting?.replyTo?.seq ?? -1) ?? null}
                  foundTurn={found && found.seq === line.sent?.seq ? found.turn : null}
                  isNewest={id === newest}
                />
              ))}
            </LogLines>
          </div>
        ))}
        <MoreLink direction="after" seq={hasLater ? messages.at(-1)?.seq : undefined} log={log} history={history} />
      </LogFrame>
      <JumpButton isShown={!isAtEnd || hasLater} count={unseen} onPress={() => void toNewest()} />
      <LiveRegion messages={fresh} name={name} excerpt={excerpt} />
    </div>
  )
}

/** Calls back when the viewer has written another message. */
function useOnWritten(outbox: readonly OutboxItem[], onWritten: () => void): void {
  const call = useEffectEvent(onWritten)
  const waitingBefore = useRef(outbox.length)
  useEffect(() => {
    if (outbox.length > waitingBefore.current) call()
    waitingBefore.current = outbox.length
  }, [outbox.length])
}
