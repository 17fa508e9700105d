import { use, useEffect, useEffectEvent, useState } from 'react'
import { LiveContext } from '#shared/realtime/realtime.tsx'
import { sendAction } from '#ui/forms/send-action.ts'
import { notificationActions, type NotificationItem, type NotificationsPage } from '#features/notifications/contract.ts'

/** `away`: the list could not be loaded. */
export type Newest =
  | { kind: 'loading' }
  | { kind: 'away' }
  | { kind: 'there'; items: readonly NotificationItem[]; next: string | null; now: number }

/** The newest notifications, which are marked as read when listed; a growing count lists them again. */
export function useNewest(count: number) {
  const live = use(LiveContext)
  const [newest, setNewest] = useState<Newest>({ kind: 'loading' })
  const [round, setRound] = useState(0)
  const [seen, setSeen] = useState(count)
  if (count !== seen) {
    setSeen(count)
    // Notifications that arrive while it is open are fetched too. A falling count is caused by the panel itself.
    if (count > seen) setRound(round + 1)
  }

  const receive = useEffectEvent(async (page: NotificationsPage | null) => {
    // A failed refresh leaves the list unchanged.
    if (!page) return setNewest((before) => (before.kind === 'there' ? before : { kind: 'away' }))
    setNewest({ kind: 'there', ...page, now: Date.now() })
    // The count may include notifications that are no longer listed.
    if (count === 0 && !page.items.some(({ unread }) => unread)) return
    const answer = await sendAction(notificationActions.read, {}, '')
    if (answer.kind === 'done') live?.setState({ notifications: 0, bell: 0 })
  })
  useEffect(() => {
    let isCurrent = true
    void fetchPage(null).then((page) => (isCurrent ? receive(page) : undefined))
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `round` says that there is more to fetch
  }, [round])

  return {
    newest,
    async loadOlder() {
      if (newest.kind !== 'there' || newest.next === null) return
      const page = await fetchPage(newest.next)
      if (page) setNewest({ ...newest, items: [...newest.items, ...page.items], next: page.next })
    },
    reload() {
      setNewest({ kind: 'loading' })
      setRound(round + 1)
    },
  }
}

/** Returns null if the page could not be loaded. */
async function fetchPage(before: string | null): Promise<NotificationsPage | null> {
  try {
    const response = await fetch(notificationActions.list.path + (before === null ? '' : `?before=${encodeURIComponent(before)}`))
    return response.ok ? await response.json() : null
  } catch {
    return null // no connection
  }
}
