import { useEffect, useRef, useState, type RefObject } from 'react'
import { useHref } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routes.ts'
import type { HistoryPage } from '../contract.ts'
import type { Chat } from './chat-state.ts'

type Earlier = { isLoading: boolean; hasFailed: boolean; load: () => void }

/** Brings older messages when their link comes into view, or is pressed. The link's own page is where they come from. */
export function useEarlier(chat: Chat, conversation: string, link: RefObject<HTMLElement | null>, hasEarlier: boolean): Earlier {
  const href = useHref()
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const isLoading = useRef(false)

  const load = async () => {
    const first = chat.getState().messages[0]
    if (isLoading.current || !first) return
    isLoading.current = true
    setState('loading')
    const page = await fetchHistory(href(routes.messages, {}, { query: { chat: conversation, before: first.seq } }))
    if (page) chat.addEarlier(page)
    isLoading.current = false
    setState(page ? 'idle' : 'failed')
  }
  const latest = useRef(load)
  useEffect(() => {
    latest.current = load
  })
  useEffect(() => {
    if (!link.current || !hasEarlier || state !== 'idle') return
    const seen = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) void latest.current()
    })
    seen.observe(link.current)
    return () => seen.disconnect()
  }, [link, hasEarlier, state])
  return { isLoading: state === 'loading', hasFailed: state === 'failed', load: () => void load() }
}

/** The history part of a page's payload; null when it could not be had. */
async function fetchHistory(address: string): Promise<HistoryPage | null> {
  const [path = '', search = ''] = address.split('?')
  try {
    const response = await fetch(`${path}/_payload.json?${search}`, { headers: { Accept: 'application/json' } })
    if (!response.ok) return null
    const { late } = (await response.json()) as { late?: { history?: HistoryPage | null } }
    return late?.history ?? null
  } catch {
    return null // offline: the link stays and can be pressed
  }
}
