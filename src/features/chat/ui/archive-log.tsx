import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/page-context.tsx'
import { routes } from '#shared/routes.ts'
import type { HistoryPage } from '../contract.ts'
import { Bubble } from './bubble.tsx'
import type { Partner } from './inbox-rows.ts'
import styles from './log.module.css'
import { buildTimeline } from './timeline.ts'

/** An older stretch of a conversation by its own address: how one reads back without a script. */
export function ArchiveLog({ history, partner }: { history: HistoryPage; partner: Partner }) {
  const { t, format } = useI18n()
  const { viewer, now } = usePage()
  const href = useHref()
  const first = history.messages[0]
  const { conversation, firstName } = partner
  const timeline = buildTimeline(history.messages, [], {
    viewerId: viewer?.id ?? '',
    dayOf: (at) => format.day(at, now),
    marks: history.marks,
  })
  return (
    <div className={styles.frame}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroller must be reachable to scroll by keys */}
      <section className={styles.log} tabIndex={0} aria-label={t('chat.log', { name: firstName })}>
        <div className={styles.column}>
          {history.more && first ? (
            <p className={styles.earlier}>
              <a href={href(routes.messages, {}, { query: { chat: conversation, before: first.seq } })}>{t('chat.earlier')}</a>
            </p>
          ) : null}
          <ol className={styles.lines}>
            {timeline.map((entry) =>
              entry.kind === 'day' ? (
                <li key={entry.key} className={styles.day}>
                  <span>{entry.label}</span>
                </li>
              ) : (
                <Bubble key={entry.key} message={entry} partnerName={firstName} />
              ),
            )}
          </ol>
          <p className={styles.earlier}>
            <a href={href(routes.messages, {}, { query: { chat: conversation } })}>{t('chat.newest')}</a>
          </p>
        </div>
      </section>
    </div>
  )
}
