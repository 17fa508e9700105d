import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routes.ts'
import { showToast } from '#ui/toaster.tsx'
import type { Chat } from './chat-state.ts'

export type Direction = 'before' | 'after'
type Loading = 'idle' | 'loading' | 'failed'

type History = {
  state: Record<Direction, Loading>
  load: (direction: Direction) => void
  /** Goes to the newest messages; settles when they are on screen. */
  toNewest: () => Promise<void>
  /** Shows one message in the middle of its neighbours. */
  show: (seq: number) => Promise<void>
  /** Fetches a message that is only quoted, once. */
  learn: (seq: number) => Promise<void>
}

/** Brings what is not on screen: both ways along the log, from its end, and around a message. */
export function useHistory(chat: Chat, conversation: string): History {
  const { t } = useI18n()
  const href = useHref()
  const [state, setState] = useState<Record<Direction, Loading>>({ before: 'idle', after: 'idle' })
  const busy = useRef(new Set<Direction>())
  const asked = useRef(new Set<number>())
  const fetchWindow = async (query: Partial<Record<Direction | 'at', number>>) => {
    const { fetchHistory } = await import('./fetch-history.ts')
    return fetchHistory(href(routes.messages, {}, { query: { chat: conversation, ...query } }))
  }
  const openAt = async (query: { at?: number }) => {
    const page = await fetchWindow(query)
    if (page) chat.open(page)
    else showToast({ id: 'history', type: 'error', title: t('common.error.unavailable') })
  }
  return {
    state,
    async load(direction) {
      const edgeOf = () => (direction === 'before' ? chat.getState().messages[0] : chat.getState().messages.at(-1))
      const edge = edgeOf()
      if (busy.current.has(direction) || !edge) return
      busy.current.add(direction)
      setState((now) => ({ ...now, [direction]: 'loading' }))
      const page = await fetchWindow({ [direction]: edge.seq })
      // Somewhere else by now: what came belongs to the window of before.
      if (page && edge.seq === edgeOf()?.seq) chat[direction === 'before' ? 'addEarlier' : 'addLater'](page)
      busy.current.delete(direction)
      setState((now) => ({ ...now, [direction]: page ? 'idle' : 'failed' }))
    },
    async toNewest() {
      if (chat.getState().hasLater) await openAt({})
    },
    async learn(seq) {
      if (asked.current.has(seq)) return
      asked.current.add(seq)
      const page = await fetchWindow({ at: seq })
      chat.quote(page?.messages.filter((message) => message.seq === seq) ?? [])
    },
    async show(seq) {
      if (chat.find(seq)) return
      await openAt({ at: seq })
      chat.find(seq)
    },
  }
}

/** So far before an end comes into view its neighbours are fetched, so that one seldom reaches it. */
const aheadPx = 800

/** Calls `onNear` when the marker comes near the view of the log, again and again as long as it `isWaiting`. */
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
