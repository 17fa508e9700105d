import { countUnread, useLive } from '#shared/realtime/realtime.tsx'

/** The tab's title, with the number of unread messages before it. */
export function PageTitle({ title }: { title: string }) {
  const unread = useLive(countUnread) ?? 0
  return <title>{unread > 0 ? `(${unread}) ${title}` : title}</title>
}
