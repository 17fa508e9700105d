import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import type { Chat } from '../conversation/chat-state.ts'
import type { Direction } from './history-loader.ts'

type Loading = 'idle' | 'loading' | 'failed'

type History = {
  state: Record<Direction, Loading>
  load: (direction: Direction) => void
  /** Goes to the newest messages; resolves when they are on screen. */
  toNewest: () => Promise<void>
  /** Shows one message with its neighbours around it. */
  show: (seq: number) => Promise<void>
  /** Fetches a message that is only quoted, once. */
  learn: (seq: number) => Promise<void>
}

const loader = () => import('./history-loader.ts')

/** Loads messages that are not on screen: in both directions along the log, from its end, and around a message. */
export function useHistory(chat: Chat, conversation: string): History {
  const { t } = useI18n()
  const href = useHref()
  const [state, setState] = useState<Record<Direction, Loading>>({ before: 'idle', after: 'idle' })
  const busy = useRef(new Set<number | Direction>())
  const addressOf = (query: Record<string, number>) => href(routes.messages, {}, { query: { chat: conversation, ...query } })
  const openAt = async (at?: number) => {
    const isOpen = await loader().then(({ openWindowAt }) => openWindowAt(chat, at, addressOf), failed)
    if (!isOpen) showToast({ id: 'history', type: 'warn', title: t('common.error.offline') })
  }
  return {
    state,
    async load(direction) {
      if (busy.current.has(direction)) return
      busy.current.add(direction)
      setState((now) => ({ ...now, [direction]: 'loading' }))
      const isLoaded = await loader().then(({ extend }) => extend(chat, direction, addressOf), failed)
      busy.current.delete(direction)
      setState((now) => ({ ...now, [direction]: isLoaded ? 'idle' : 'failed' }))
    },
    async toNewest() {
      if (chat.getState().hasLater) await openAt()
    },
    async learn(seq) {
      if (busy.current.has(seq)) return
      busy.current.add(seq)
      await loader().then(({ learn }) => learn(chat, seq, addressOf), failed)
    },
    async show(seq) {
      if (!chat.find(seq)) await openAt(seq)
    },
  }
}

/** If even the code cannot load, the link stays. */
const failed = () => false

/** Fetches neighbours this far before an end comes into view, so that reading rarely reaches it. */
const aheadPx = 800

/** Calls `onNear` when the marker comes near the log's visible part, repeatedly while it `isWaiting`. */
export function useNearEnd(
  log: RefObject<HTMLElement | null>,
  marker: RefObject<HTMLElement | null>,
  isWaiting: boolean,
  onNear: () => void,
): void {
  const near = useEffectEvent(onNear)
  useEffect(() => {
    if (!marker.current || !isWaiting) return
    const seen = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && near(), {
      root: log.current,
      rootMargin: `${aheadPx}px 0px`,
    })
    seen.observe(marker.current)
    return () => seen.disconnect()
  }, [log, marker, isWaiting])
}
