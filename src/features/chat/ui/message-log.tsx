import { useEffect, useRef, useState } from 'react'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/page-context.tsx'
import { routes } from '#shared/routes.ts'
import { Button } from '#ui/button.tsx'
import { ThreadLoose } from '#ui/thread-loose.tsx'
import { Bubble } from './bubble.tsx'
import type { Chat } from './chat-state.ts'
import type { Partner } from './inbox-rows.ts'
import { withoutArrived } from './message-list.ts'
import styles from './log.module.css'
import { buildTimeline } from './timeline.ts'
import { useChatState, useOutbox } from './use-chat.ts'
import { useEarlier } from './use-earlier.ts'
import { useNow } from './use-now.ts'
import { useReadMark } from './use-read-mark.ts'
import { useScrollKeeper } from './use-scroll-keeper.ts'

export function MessageLog({ chat, partner }: { chat: Chat; partner: Partner }) {
  const { t, tn, format } = useI18n()
  const { viewer } = usePage()
  const href = useHref()
  const now = useNow()
  const messages = useChatState(chat, (state) => state.messages)
  const hasEarlier = useChatState(chat, (state) => state.hasEarlier)
  const marks = useChatState(chat, (state) => state.marks)
  const pending = withoutArrived(useOutbox(partner.conversation), messages)
  const log = useRef<HTMLDivElement>(null)
  const earlierLink = useRef<HTMLParagraphElement>(null)
  const { isAtEnd, toEnd } = useScrollKeeper(log)
  const earlier = useEarlier(chat, partner.conversation, earlierLink, hasEarlier)

  const lastHeard = messages.findLast(({ from }) => from !== viewer?.id)?.seq ?? 0
  const [seenUpTo, setSeenUpTo] = useState(lastHeard)
  if (isAtEnd && seenUpTo !== lastHeard) setSeenUpTo(lastHeard)
  const newCount = messages.filter(({ seq, from }) => seq > seenUpTo && from !== viewer?.id).length
  useReadMark(partner.conversation, isAtEnd ? lastHeard : seenUpTo)

  const pendingCount = pending.length
  useEffect(() => {
    if (pendingCount > 0) toEnd()
  }, [pendingCount, toEnd])

  const first = messages[0]
  const timeline = buildTimeline(messages, pending, { viewerId: viewer?.id ?? '', dayOf: (at) => format.day(at, now), marks })
  return (
    <div className={styles.frame}>
      <div
        ref={log}
        className={styles.log}
        role="log"
        aria-label={t('chat.log', { name: partner.firstName })}
        aria-busy={earlier.isLoading}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroller must be reachable to scroll by keys
        tabIndex={0}
      >
        <div className={styles.column}>
          {hasEarlier && first ? (
            <p ref={earlierLink} className={styles.earlier}>
              <a
                href={href(routes.messages, {}, { query: { chat: partner.conversation, before: first.seq } })}
                onClick={(event) => {
                  event.preventDefault()
                  earlier.load()
                }}
              >
                {t(earlier.isLoading ? 'chat.loading' : earlier.hasFailed ? 'chat.earlierFailed' : 'chat.earlier')}
              </a>
            </p>
          ) : null}
          {timeline.length === 0 ? <Start name={partner.firstName} /> : null}
          <ol className={styles.lines}>
            {timeline.map((entry) =>
              entry.kind === 'day' ? (
                <li key={entry.key} className={styles.day}>
                  <span>{entry.label}</span>
                </li>
              ) : (
                <Bubble key={entry.key} message={entry} partnerName={partner.firstName} />
              ),
            )}
          </ol>
        </div>
      </div>
      {newCount > 0 && !isAtEnd ? (
        <Button type="button" kind="secondary" size="s" icon="chevron-down" className={styles.jump} onClick={toEnd}>
          {tn('chat.newMessages', newCount)}
        </Button>
      ) : null}
    </div>
  )
}

function Start({ name }: { name: string }) {
  const { t } = useI18n()
  return (
    <div className={styles.start}>
      <ThreadLoose />
      <p>{t('chat.start', { name })}</p>
    </div>
  )
}
