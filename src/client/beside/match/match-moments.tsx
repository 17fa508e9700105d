import { useEffect, useEffectEvent, useState, type ComponentType } from 'react'
import type { LikesProps, MatchView } from '#features/likes/contract.ts'
import type { Summary } from '#features/member-hub/contract.ts'
import { notificationActions } from '#features/notifications/contract.ts'
import { I18nProvider, useHref, useI18n } from '#shared/i18n/context.tsx'
import { createTranslator, type Translator } from '#shared/i18n/translator.ts'
import { Await } from '#shared/react/deferred.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { useLive } from '#shared/realtime/realtime.tsx'
import { isEvent } from '#shared/realtime/wire.ts'
import { routes } from '#shared/routing/routes.ts'
import { readBootstrap } from '#client/document-data.ts'
import { createSeenMatches } from './seen-matches.ts'
import { isBusyPage, whenFree } from './when-free.ts'

type Moment = {
  match: MatchView
  translator: Translator
  Dialog: ComponentType<{ match: MatchView; onClose: () => void }>
}

/**
 * The moment of a match that the other person has made: live, or on the next page of a member who was away. It waits while the
 * member is in a talk, types or pays. The member who makes a match sees it where they gave the like.
 */
export function MatchMoments() {
  return (
    <Await<Summary> name="unread" copy fallback={null}>
      {(summary) => <Moments known={summary?.match ?? null} />}
    </Await>
  )
}

function Moments({ known }: { known: string | null }) {
  const { locale } = useI18n()
  const { page, url, timeZone } = usePage()
  const href = useHref()
  const realtime = useLive((live) => live.realtime)
  const [arrived, setArrived] = useState<string | null>(null)
  const [moment, setMoment] = useState<Moment | null>(null)
  const [seen] = useState(createSeenMatches)
  const next = arrived ?? known
  const waits = moment === null && next !== null && !isBusyPage(page)

  useEffect(
    () =>
      realtime?.onEvent((event) => {
        if (isEvent(event, 'notification') && event.data.kind === 'match' && event.data.link) setArrived(event.data.link)
      }),
    [realtime],
  )

  /** On these pages the match is on screen already. */
  const isOnScreen = (conversation: string) => {
    const query = new URLSearchParams(url.split('?')[1])
    return (
      (page === routes.messages.key && query.get('chat') === conversation) || (page === routes.likes.key && query.has('match'))
    )
  }
  const load = useEffectEvent(async (conversation: string): Promise<Moment | null> => {
    const address = href(routes.likes, {}, { query: { tab: 'matches', chat: conversation } })
    const [path, query] = address.split('?')
    const [answer, part, navigation] = await Promise.all([
      fetch(`${path}/_payload.json?${query}`, { headers: { Accept: 'application/json' } }),
      import('#features/likes/ui/match/match-dialog.tsx'),
      import('#client/navigation/next-screen.ts'),
    ])
    if (!answer.ok) return null
    const { data }: { data?: { props: LikesProps } } = await answer.json()
    const messages = await navigation.loadMessages(readBootstrap().build, locale.code, ['common', 'likes'])
    const match = data?.props.match
    return match ? { match, Dialog: part.MatchDialog, translator: createTranslator(locale.code, messages, { timeZone }) } : null
  })
  /** Null if there is nothing to show any more: another window has shown it, the match is on screen, or the member went on. */
  const prepare = useEffectEvent(async (conversation: string, signal: AbortSignal): Promise<Moment | null> => {
    if (seen.has(conversation)) return null
    await whenFree(document, signal)
    if (isOnScreen(conversation)) seen.add(conversation)
    const loaded = seen.has(conversation) ? null : await load(conversation)
    if (!loaded || signal.aborted || seen.has(conversation)) return null
    seen.add(conversation)
    markRead(conversation)
    return loaded
  })
  useEffect(() => {
    if (!waits) return
    const left = new AbortController()
    prepare(next, left.signal).then(
      (prepared) => prepared && setMoment(prepared),
      () => {}, // Offline: the next page tries again.
    )
    return () => left.abort()
  }, [waits, next])

  if (!moment) return null
  return (
    <I18nProvider value={moment.translator}>
      <moment.Dialog
        match={moment.match}
        onClose={() => {
          setMoment(null)
          setArrived(null)
        }}
      />
    </I18nProvider>
  )
}

/** The member has seen it, so no list and no email reports it as new. */
function markRead(conversation: string): void {
  void fetch(notificationActions.read.path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ id: `match:${conversation}` }),
    keepalive: true,
  }).catch(() => {})
}
