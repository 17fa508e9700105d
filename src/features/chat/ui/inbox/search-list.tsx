import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Avatar } from '#ui/identity/portrait.tsx'
import type { SearchResults } from './messages-props.ts'
import styles from './search-list.module.css'
import { tintOf } from '../messages/tint.ts'
import { useNow } from '../log/use-now.ts'
import { initialOf } from '#shared/text/cut.ts'
import type { FoundMessage } from '#features/chat/contract.ts'

type SearchListProps = {
  /** Null if the member's hub did not answer. */
  found: SearchResults | null
  query: string
  /** The open result: conversation and seq. */
  current: Pick<FoundMessage, 'conversation' | 'seq'> | null
}

/** Messages that contain the search text; each links to its position in its conversation. */
export function SearchList({ found, query, current }: SearchListProps) {
  const { t } = useI18n()
  const href = useHref()
  if (!found) return <Notice kind="warn">{t('chat.search.away')}</Notice>
  const { results, next, isComplete } = found
  return (
    <div className={styles.found}>
      {isComplete ? null : <Notice>{t('chat.search.incomplete')}</Notice>}
      {results.length === 0 ? (
        <EmptyState title={t('chat.search.none')} text={t('chat.search.noneText', { query })} />
      ) : (
        <ol className={styles.list} aria-label={t('chat.search.results', { query })}>
          {results.map((result) => (
            <Result key={`${result.conversation} ${result.seq}`} {...{ result, query, current }} />
          ))}
        </ol>
      )}
      {next === null ? null : (
        <ButtonLink kind="secondary" size="s" href={href(routes.messages, {}, { query: { q: query, older: next } })}>
          {t('chat.search.older')}
        </ButtonLink>
      )}
    </div>
  )
}

type ResultProps = Pick<SearchListProps, 'query' | 'current'> & { result: SearchResults['results'][number] }

function Result({ result, query, current }: ResultProps) {
  const { t, format } = useI18n()
  const href = useHref()
  const now = useNow()
  const { conversation, seq, at, fromMe, snippet, partner } = result
  const isCurrent = current?.conversation === conversation && current.seq === seq
  const address = href(routes.messages, {}, { query: { q: query, chat: conversation, at: seq }, hash: `m${seq}` })
  const words = snippet.map(({ text, hit }, index) => (hit ? <mark key={index}>{text}</mark> : text))
  return (
    <li>
      <a className={styles.item} href={address} aria-current={isCurrent ? 'true' : undefined}>
        <Avatar src={partner.avatar ?? undefined} alt="" initial={initialOf(partner.firstName)} tint={tintOf(partner.memberId)} />
        <span className={styles.words}>
          <span className={styles.head}>
            <span className={styles.name}>{partner.firstName}</span>
            <time className={styles.time} dateTime={new Date(at).toISOString()}>
              {format.moment(at, now)}
            </time>
          </span>
          <span className={styles.text} dir={fromMe ? undefined : 'auto'}>
            {fromMe ? (
              <>
                {t('chat.youWrote')} <bdi>{words}</bdi>
              </>
            ) : (
              words
            )}
          </span>
        </span>
      </a>
    </li>
  )
}
