import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { Card, cardLink } from '#ui/layout/card.tsx'
import { Avatar } from '#ui/identity/portrait.tsx'
import type { InboxEntry } from '../inbox/inbox-rows.ts'
import { RequestAnswer } from './request-answer.tsx'
import styles from './request.module.css'
import { tintOf } from '../messages/tint.ts'
import { useNow } from '../log/use-now.ts'
import { initialOf } from '#shared/text/cut.ts'

/** Senders of requests, each with their one message and the two answers. */
export function RequestList({ entries, current }: { entries: readonly InboxEntry[]; current: string | null }) {
  const { t, format } = useI18n()
  const href = useHref()
  const now = useNow()
  return (
    <ul className={styles.list}>
      {entries.map((entry) => {
        const { conversation, memberId, firstName, avatar, preview, at } = entry
        const address = href(routes.messages, {}, { query: { requests: 1, chat: conversation } })
        return (
          <Card key={conversation} as="li" interactive className={styles.card}>
            <Avatar size="l" src={avatar ?? undefined} alt="" initial={initialOf(firstName)} tint={tintOf(memberId)} />
            <div className={styles.words}>
              <h2 className={`${styles.name} name-line`}>
                <a className={cardLink} href={address} aria-current={conversation === current ? 'true' : undefined}>
                  {firstName}
                </a>
              </h2>
              <time className={styles.time} dateTime={new Date(at).toISOString()}>
                {format.ago(at, now)}
              </time>
              <p className={styles.text} dir="auto">
                {preview}
              </p>
            </div>
            <div className={styles.foot}>
              <RequestAnswer partner={entry} />
              <a className="alone" href={href(routes.profileInfo, { id: memberId })}>
                {t('chat.request.profile', { name: firstName })}
              </a>
            </div>
          </Card>
        )
      })}
    </ul>
  )
}
