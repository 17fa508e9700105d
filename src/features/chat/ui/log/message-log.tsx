import { Suspense, useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { positionOf } from '#shared/realtime/wire.ts'
import { LiveRegion } from '../conversation/live-region.tsx'
import { Bubble } from '../messages/bubble.tsx'
import type { Chat } from '../conversation/chat-state.ts'
import { useConversation } from '../conversation/conversation-context.ts'
import { JumpButton } from './jump-button.tsx'
import { withoutArrived } from '#shared/realtime/message-list.ts'
import { Start } from '../conversation/lazy.ts'
import styles from './log.module.css'
import { buildTimeline } from './timeline.ts'
import { useChatState } from '../conversation/use-chat.ts'
import { useOutbox } from '#shared/realtime/use-outbox.ts'
import type { Direction } from './history-loader.ts'
import { useNearEnd, type useHistory } from './use-history.ts'
import { useMessageGestures } from '../message-menu/use-message-gestures.ts'
import { useNow } from './use-now.ts'
import { useReadReceipt } from './use-read-mark.ts'
import { useScrollAnchor } from './use-scroll-anchor.ts'

const none: never[] = []
const logStart = 'log-start'

type MessageLogProps = {
  chat: Chat
  history: ReturnType<typeof useHistory>
  openings: readonly string[] | undefined
}

export function MessageLog({ chat, history, openings }: MessageLogProps) {
  const { t, format } = useI18n()
  const { partner, viewerId } = useConversation()
  const now = useNow()
  const messages = useChatState(chat, (state) => state.messages)
  const held = useChatState(chat, (state) => state.held)
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
  const isAtNewest = isAtEnd && !hasLater

  const [start] = useState(() => chat.since()?.seq ?? 0)
  const received = [...messages, ...held].filter(({ from }) => from !== viewerId)
  const lastReceived = Math.max(start, received.at(-1)?.seq ?? 0)
  const [seenUpTo, setSeenUpTo] = useState(start)
  if (isAtNewest && seenUpTo < lastReceived) setSeenUpTo(lastReceived)
  useReadReceipt(partner.conversation, Math.max(0, ...received.map(positionOf)), isAtNewest)

  const toNewest = async () => {
    await history.toNewest()
    toEnd()
  }
  const onWritten = useEffectEvent(() => void toNewest())
  const waitingBefore = useRef(outbox.length)
  useEffect(() => {
    if (outbox.length > waitingBefore.current) onWritten()
    waitingBefore.current = outbox.length
  }, [outbox.length])

  const quoted = useChatState(chat, (state) => state.quoted)
  const bySeq = new Map([...quoted, ...messages.map((message) => [message.seq, message] as const)])
  const timeline = buildTimeline(messages, pending, { viewerId, dayOf: (at) => format.day(at, now), marks })
  const newest = timeline.at(-1)?.messages.at(-1)?.key
  return (
    <div className={styles.frame}>
      <div
        ref={log}
        className={styles.log}
        role="log"
        // The live region announces messages: older ones are added here, too.
        aria-live="off"
        aria-label={t('chat.log', { name: partner.firstName })}
        aria-busy={history.state.before === 'loading'}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroller must be reachable to scroll by keys
        tabIndex={0}
      >
        <div className={styles.column} id={logStart}>
          <More direction="before" seq={hasEarlier ? messages[0]?.seq : undefined} log={log} history={history} />
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
              <ol className={styles.lines}>
                {lines.map(({ key: id, ...line }) => (
                  <Bubble
                    key={id}
                    {...line}
                    answered={bySeq.get(line.sent?.replyTo?.seq ?? line.waiting?.replyTo?.seq ?? -1) ?? null}
                    foundTurn={found && found.seq === line.sent?.seq ? found.turn : null}
                    isNewest={id === newest}
                  />
                ))}
              </ol>
            </div>
          ))}
          <More direction="after" seq={hasLater ? messages.at(-1)?.seq : undefined} log={log} history={history} />
        </div>
      </div>
      <JumpButton
        isShown={!isAtNewest}
        count={received.filter(({ seq }) => seq > seenUpTo).length}
        onPress={() => void toNewest()}
      />
      <LiveRegion messages={received.filter(({ seq }) => seq > start)} name={partner.firstName} />
    </div>
  )
}

type MoreProps = {
  direction: Direction
  /** Undefined when there is nothing more in this direction. */
  seq: number | undefined
  log: RefObject<HTMLElement | null>
  history: ReturnType<typeof useHistory>
}

/** A link to the next page at an end of the window; a script loads it in place. */
function More({ direction, seq, log, history: { state, load } }: MoreProps) {
  const { t } = useI18n()
  const href = useHref()
  const { partner } = useConversation()
  const marker = useRef<HTMLParagraphElement>(null)
  useNearEnd(log, marker, seq !== undefined && state[direction] === 'idle', () => load(direction))
  if (seq === undefined) return null
  const words = direction === 'before' ? 'chat.earlier' : 'chat.later'
  const query = { chat: partner.conversation, [direction]: seq }
  return (
    <p ref={marker} className={styles.more}>
      <a
        href={href(routes.messages, {}, direction === 'before' ? { query } : { query, hash: logStart })}
        onClick={(event) => {
          event.preventDefault()
          load(direction)
        }}
      >
        {t(state[direction] === 'loading' ? 'chat.loading' : state[direction] === 'failed' ? 'chat.moreFailed' : words)}
      </a>
    </p>
  )
}
