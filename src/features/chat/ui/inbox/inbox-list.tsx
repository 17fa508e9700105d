import { memo, Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { useLive } from '#shared/realtime/realtime.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { refreshPage } from '#ui/hooks/refresh-page.ts'
import { findNewer, joinRows, type InboxEntry, type Partner } from './inbox-rows.ts'
import { InboxItem } from './inbox-item.tsx'
import { createInboxState } from './inbox-state.ts'
import type { InboxTab } from './messages-props.ts'
import { RequestList } from '../requests/lazy.ts'
import styles from './inbox.module.css'
import { useDrafts } from '../composer/use-draft.ts'
import type { InboxRow } from '#features/chat/contract.ts'

type InboxListProps = {
  /** Null if the member's hub did not answer. */
  rows: readonly InboxRow[] | null
  partners: readonly Partner[]
  /** The open conversation, or null. */
  current: string | null
  tab: InboxTab
}

const noRows: readonly InboxRow[] = []

export function InboxList({ rows, partners, current, tab }: InboxListProps) {
  const { t } = useI18n()
  const { viewer } = usePage()
  const drafts = useDrafts()
  const realtime = useLive((live) => live.realtime)
  const [inbox] = useState(() => createInboxState(rows ?? noRows, viewer?.id ?? ''))
  const shown = useDeferredValue(useStore(inbox, (state) => state.rows))
  const entries = useMemo(() => joinRows(shown, partners), [shown, partners])

  useEffect(() => {
    if (rows) inbox.add(rows)
  }, [inbox, rows])
  useEffect(() => {
    if (!realtime) return
    const stops = [realtime.onEvent(inbox.receive), realtime.onJoined(inbox.joined)]
    return () => stops.forEach((stop) => stop())
  }, [realtime, inbox])
  useMissingPartners(inbox, { rows: rows ?? noRows, partners, tab })

  if (entries.length === 0) return tab === 'requests' ? <NoRequests /> : <NoConversations />
  return (
    <>
      {rows === null ? <Notice kind="warn">{t('chat.inboxAway')}</Notice> : null}
      {tab === 'requests' ? (
        <Requests entries={entries} current={current} />
      ) : (
        <ul className={styles.list}>
          {entries.map((entry) => (
            <InboxItem
              key={entry.conversation}
              entry={entry}
              isCurrent={entry.conversation === current}
              draft={drafts.get(entry.conversation)}
            />
          ))}
        </ul>
      )}
    </>
  )
}

/**
 * Only rendered again when a row has changed, and then in a transition: any other update would take the server's list away until
 * its code has loaded, and a press on it would be lost.
 */
const Requests = memo(function Requests(props: { entries: readonly InboxEntry[]; current: string | null }) {
  return (
    <Suspense fallback={null}>
      <RequestList {...props} />
    </Suspense>
  )
})

function NoConversations() {
  const { t } = useI18n()
  const href = useHref()
  return (
    <EmptyState
      title={t('chat.empty.title')}
      text={t('chat.empty.text')}
      action={<ButtonLink href={href(routes.peopleNearby, {})}>{t('chat.empty.action')}</ButtonLink>}
    />
  )
}

function NoRequests() {
  const { t } = useI18n()
  return <EmptyState title={t('chat.request.none')} text={t('chat.request.noneText')} />
}

/** Refreshes the page, once per row, if a row's partner is not on it: such a row is newer than the page. */
function useMissingPartners(
  inbox: ReturnType<typeof createInboxState>,
  { rows: listed, partners, tab }: { rows: readonly InboxRow[]; partners: readonly Partner[]; tab: InboxTab },
): void {
  const [asked] = useState(() => new Set<string>())
  useEffect(() => {
    const known = new Set([...listed, ...partners].map(({ conversation }) => conversation))
    return inbox.subscribe(({ rows }) => {
      const newer = findNewer(rows, new Set([...known, ...asked]), tab === 'requests')
      if (newer === null) return
      asked.add(newer)
      refreshPage()
    })
  }, [inbox, listed, partners, asked, tab])
}
