import { chatActions } from '#features/chat/contract.ts'
import { use, useEffect, useRef } from 'react'
import { LiveContext } from '#shared/realtime/realtime.tsx'
import { channelName } from '#shared/realtime/wire.ts'
import { isLookedAt, onLookedAt } from '#ui/hooks/looked-at.ts'
import { createReadMarker } from './read-marker.ts'

/** Debounce: a burst of messages is marked once. */
const settleMs = 400

/**
 * Reports how far the viewer has seen, over the connection or by a plain call, while the window is visible and focused, and updates the badges. `seq`: the partner's newest
 * message, 0 without one; `isAtNewest`: it is in view.
 */
export function useReadReceipt(conversation: string, seq: number, isAtNewest: boolean): void {
  const live = use(LiveContext)
  const marker = useRef<ReturnType<typeof createReadMarker>>(undefined)
  useEffect(() => {
    const report = async (position: number) =>
      (await live?.getState().realtime?.markRead(channelName.conversation(conversation), position)) ||
      postRead(conversation, position)
    const mark = (marker.current ??= createReadMarker({ post: report }))
    const show = () => live?.setState({ shown: { conversation, isRead: isAtNewest && isLookedAt() } })
    const look = () => void (isAtNewest && seq > 0 && isLookedAt() && mark(seq))
    const timer = setTimeout(look, settleMs)
    show()
    const end = new AbortController()
    for (const heed of [show, look]) onLookedAt(heed, end.signal)
    return () => {
      clearTimeout(timer)
      end.abort()
      live?.setState({ shown: null })
    }
  }, [live, conversation, seq, isAtNewest])
}

/** Returns false if a retry may help: there was no answer, or the server is busy or failing. */
async function postRead(conversation: string, seq: number): Promise<boolean> {
  try {
    const { status } = await fetch(chatActions.read.path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({ conversation, seq }),
      keepalive: true,
    })
    return status < 500 && status !== 429
  } catch {
    return false // No network.
  }
}
