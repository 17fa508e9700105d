import { useRef, type RefObject } from 'react'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { useConversation } from '../conversation/conversation-context.ts'
import type { Direction } from './history-loader.ts'
import styles from './log.module.css'
import { useNearEnd, type useHistory } from './use-history.ts'

export const logStart = 'log-start'

type MoreLinkProps = {
  direction: Direction
  /** Undefined if there is nothing more in this direction. */
  seq: number | undefined
  log: RefObject<HTMLElement | null>
  history: ReturnType<typeof useHistory>
}

/** A link to the next page at an end of the window; a script loads it in place. */
export function MoreLink({ direction, seq, log, history: { state, load } }: MoreLinkProps) {
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
