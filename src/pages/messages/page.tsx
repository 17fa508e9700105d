import { Suspense } from 'react'
import { InboxSkeleton } from '#features/chat/ui/inbox/chat-skeletons.tsx'
import { Conversation } from '#features/chat/ui/conversation/conversation.tsx'
import { InboxTop } from '#features/chat/ui/inbox/inbox-top.tsx'
import { InboxList } from '#features/chat/ui/inbox/inbox-list.tsx'
import type { Partner } from '#features/chat/ui/inbox/inbox-rows.ts'
import type { MessagesProps, SearchResults } from '#features/chat/ui/inbox/messages-props.ts'
import { UnmatchNote } from '#features/chat/ui/message-menu/lazy.ts'
import { SearchList } from '#features/chat/ui/inbox/lazy.ts'
import { GiftButton } from '#features/gifts/ui/gift-button.tsx'
import { GiftForm } from '#features/gifts/ui/lazy.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { Await } from '#shared/react/deferred.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { useSafetyActions } from './safety-actions.tsx'
import styles from './page.module.css'
import type { InboxRow } from '#features/chat/contract.ts'

/** Inbox and conversation: side by side from 1280 px, one at a time below. */
export default function MessagesPage({ data }: { data: MessagesProps }) {
  const { t } = useI18n()
  const actionsAbout = useSafetyActions()
  const { tab, partners, requests, query, current } = data
  const shown = current && data.at !== null ? { conversation: current.conversation, seq: data.at } : null
  const isEmpty = partners.length === 0 && tab === 'inbox' && query === null
  return (
    <div className={styles.page} data-open={current ? '' : undefined} data-empty={isEmpty ? '' : undefined}>
      <h1 className={styles.title}>{t('chat.title')}</h1>
      <section className={styles.inbox} aria-labelledby="inbox">
        <h2 id="inbox" className="visually-hidden">
          {t('chat.inbox')}
        </h2>
        {data.isNoScript ? (
          <Suspense fallback={null}>
            <UnmatchNote />
          </Suspense>
        ) : null}
        <InboxTop tab={tab} requests={requests} query={query} />
        {query === null ? (
          <Await<InboxRow[]> name="inbox" fallback={<InboxSkeleton />}>
            {(rows) => <InboxList rows={rows} partners={partners} current={current?.conversation ?? null} tab={tab} />}
          </Await>
        ) : (
          <Await<SearchResults> name="found" fallback={<InboxSkeleton />}>
            {(found) => <SearchList found={found} query={query} current={shown} />}
          </Await>
        )}
      </section>
      <div className={styles.conversation}>
        {current ? (
          <Conversation
            key={current.conversation}
            {...data}
            partner={current}
            actions={actionsAbout(current)}
            gifts={<Gifts {...data} partner={current} />}
          />
        ) : partners.length > 0 ? (
          <EmptyState title={t('chat.choose.title')} text={t('chat.choose.text')} />
        ) : null}
      </div>
    </div>
  )
}

function Gifts({ partner, cid, gift, isNoScript }: Pick<MessagesProps, 'cid' | 'gift' | 'isNoScript'> & { partner: Partner }) {
  const about = { conversation: partner.conversation, name: partner.firstName }
  if (!isNoScript) return <GiftButton {...about} bought={gift} />
  return (
    <Suspense fallback={null}>
      <GiftForm {...about} id={`${cid}-gift`} />
    </Suspense>
  )
}
