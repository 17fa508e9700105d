import { useEffect, useRef } from 'react'
import { apiPaths } from '#shared/api-paths.ts'

/** A burst of messages is marked once. */
const settleMs = 400

/** Tells the server what has been seen, while the page is visible. `seq`: the partner's newest message, 0 without one. */
export function useReadMark(conversation: string, seq: number): void {
  const marked = useRef(0)
  useEffect(() => {
    if (seq <= marked.current) return
    const mark = async () => {
      if (document.visibilityState !== 'visible' || seq <= marked.current) return
      const before = marked.current
      marked.current = seq
      if (!(await postRead(conversation, seq))) marked.current = before
    }
    const timer = setTimeout(mark, settleMs)
    document.addEventListener('visibilitychange', mark)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', mark)
    }
  }, [conversation, seq])
}

async function postRead(conversation: string, seq: number): Promise<boolean> {
  try {
    const response = await fetch(apiPaths.chatRead, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({ conversation, seq }),
      keepalive: true,
    })
    return response.ok
  } catch {
    return false // offline: the next message or the next look marks it
  }
}
