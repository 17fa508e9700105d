import { useEffect, useRef } from 'react'
import { searchLength } from '#features/chat/contract.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { useLive } from '#shared/realtime/realtime.tsx'
import { routes } from '#shared/routing/routes.ts'
import { IconLink } from '#ui/controls/icon-button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { composedLength, useLengthLimit } from '#ui/fields/length-limit.ts'
import { TabLinks } from '#ui/controls/tabs.tsx'
import styles from './inbox.module.css'
import type { InboxTab } from './messages-props.ts'

type InboxTopProps = { tab: InboxTab; requests: number; query: string | null }

/** Search and the two tabs. Both are URLs, so that they, and going back, work without a script. */
export function InboxTop({ tab, requests: counted, query }: InboxTopProps) {
  const { t } = useI18n()
  const href = useHref()
  const requests = useLive((live) => live.requests) ?? counted
  const field = useRef<HTMLInputElement>(null)
  const shown = useRef(query)
  const { limits } = useLengthLimit(searchLength, query ?? '', composedLength)
  // Once something was typed, a field ignores its default value; after another search, or none, it would show the last one.
  useEffect(() => {
    if (shown.current !== query && field.current) field.current.value = query ?? ''
    shown.current = query
  }, [query])
  return (
    <div className={styles.top}>
      <search>
        <form className={styles.search} action={href(routes.messages, {})}>
          <Icon name="search" />
          <input
            ref={field}
            dir="auto"
            type="search"
            name="q"
            required
            minLength={2}
            {...limits}
            defaultValue={query ?? undefined}
            aria-label={t('chat.search.label')}
            placeholder={t('chat.search.label')}
            enterKeyHint="search"
          />
          {query === null ? null : <IconLink href={href(routes.messages, {})} icon="x" label={t('chat.search.leave')} />}
        </form>
      </search>
      {query === null ? (
        <TabLinks
          label={t('chat.inbox')}
          tabs={[
            { href: href(routes.messages, {}), label: t('chat.tabs.inbox'), current: tab === 'inbox' },
            {
              href: href(routes.messages, {}, { query: { requests: 1 } }),
              label: t('chat.tabs.requests'),
              current: tab === 'requests',
              count: requests,
            },
          ]}
        />
      ) : null}
    </div>
  )
}
