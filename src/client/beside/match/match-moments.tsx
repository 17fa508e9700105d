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
import { isBusyPage, loadWhenFree } from './when-free.ts'

type Loaded = {
  match: MatchView
  translator: Translator
  Dialog: ComponentType<{ match: MatchView; onClose: () => void }>
}
/** `url`: the page that it lies over. */
type Moment = Loaded & { url: string }

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
  const [arrived, setArrived] = useState<readonly string[]>([])
  const [done, setDone] = useState<readonly string[]>([])
  const [moment, setMoment] = useState<Moment | null>(null)
  const [seen] = useState(createSeenMatches)
  const next = [known, ...arrived].find((conversation) => conversation !== null && !done.includes(conversation)) ?? null
  const waits = moment === null && next !== null && !isBusyPage(page)
  // This outlives the page, which the first message and the browser's Back button leave while the moment is open.
  if (moment && (moment.url !== url || isBusyPage(page))) setMoment(null)

  useEffect(
    () =>
      realtime?.onEvent((event) => {
        if (!isEvent(event, 'notification') || event.data.kind !== 'match') return
        const { link } = event.data
        if (link) setArrived((before) => [...before, link])
      }),
    [realtime],
  )

  const query = new URLSearchParams(url.split('?')[1])
  const showsMatches = page === routes.messages.key || page === routes.likes.key
  const isOnScreen = (conversation: string) => showsMatches && query.get('chat') === conversation
  /** The page after a like that a plain form gave names the other member, whom only the loaded match knows. */
  const isOwnPage = ({ id }: MatchView) => page === routes.likes.key && !query.has('chat') && query.get('match') === id
  const load = useEffectEvent(async (conversation: string): Promise<Loaded | null> => {
    const address = href(routes.likes, {}, { query: { tab: 'matches', chat: conversation } })
    const [path, query] = address.split('?')
    const [answer, part, navigation] = await Promise.all([
      fetch(`${path}/_payload.json?${query}`, { headers: { Accept: 'application/json' } }),
      import('#features/likes/ui/match/match-dialog.tsx'),
      import('#client/navigation/next-screen.ts'),
    ])
    if (!answer.ok) throw new Error(`No match: ${answer.status}`)
    const { data }: { data?: { props: LikesProps } } = await answer.json()
    const messages = await navigation.loadMessages(readBootstrap().build, locale.code, ['common', 'likes'])
    const match = data?.props.match
    return match ? { match, Dialog: part.MatchDialog, translator: createTranslator(locale.code, messages, { timeZone }) } : null
  })
  /** Null if there is nothing to show any more: another window has shown it, it is on screen, or the match has ended. */
  const prepare = useEffectEvent(async (conversation: string, signal: AbortSignal): Promise<Loaded | null> => {
    const loadUnseen = async () => {
      if (isOnScreen(conversation)) seen.add(conversation)
      return seen.has(conversation) ? null : load(conversation)
    }
    const loaded = await loadWhenFree(document, loadUnseen, signal)
    if (!loaded || signal.aborted || seen.has(conversation)) return null
    seen.add(conversation)
    markRead(conversation)
    return isOwnPage(loaded.match) ? null : loaded
  })
  useEffect(() => {
    if (!waits) return
    const left = new AbortController()
    prepare(next, left.signal).then(
      (loaded) => {
        if (left.signal.aborted) return
        setDone((before) => [...before, next])
        if (loaded) setMoment({ ...loaded, url })
      },
      () => {}, // Offline: the next page tries again.
    )
    return () => left.abort()
  }, [waits, next, url])

  if (!moment) return null
  return (
    <I18nProvider value={moment.translator}>
      <moment.Dialog match={moment.match} onClose={() => setMoment(null)} />
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
