import { useEffect, useEffectEvent, useState } from 'react'
import { useI18n, I18nProvider } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { useLive } from '#shared/realtime/realtime.tsx'
import { lineBack } from './line-back.ts'
import { loadMoment, type LoadedMoment } from './load-moment.ts'
import { isBusyPage, isMatchPage, loadWhenFree } from './when-free.ts'

export type MomentsProps = {
  /** Of matches that may not have been shown yet. */
  conversations: readonly string[]
}

/**
 * Shows matches one after the other over the page, each on one of the member's devices. They wait while the member is in a talk,
 * types or pays. The member who makes a match sees it where they gave the like.
 */
export function Moments({ conversations }: MomentsProps) {
  const { locale } = useI18n()
  const { page, url, timeZone } = usePage()
  const realtime = useLive((live) => live.realtime)
  const [done, setDone] = useState<readonly string[]>([])
  /** Matches that this window is to show: no other one will. */
  const [claimed] = useState(() => new Set<string>())
  /** `url`: the page over which it lies. */
  const [moment, setMoment] = useState<(LoadedMoment & { url: string }) | null>(null)
  // A page that was left before it could show its match does not count as its end.
  const next = [...conversations, ...claimed].find((conversation) => !done.includes(conversation))
  const isBusy = isBusyPage(page)
  // This outlives the page, which the first message and the browser's Back button leave while the moment is open.
  if (moment && (moment.url !== url || isBusy)) setMoment(null)

  const load = useEffectEvent((conversation: string) =>
    loadMoment({ conversation, claimed, locale: locale.code, timeZone, isOnScreen: isMatchPage(page, url, conversation) }),
  )
  const isBack = useEffectEvent((signal: AbortSignal) => lineBack(realtime, window, signal))
  const waiting = moment || isBusy ? undefined : next
  useEffect(() => {
    if (waiting === undefined) return
    const left = new AbortController()
    // Offline, or if another build is deployed, it is tried again once the line is back, or on the next page.
    void loadWhenFree(document, { load: () => load(waiting), lineBack: isBack }, left.signal).then((loaded) => {
      if (left.signal.aborted) return
      setDone((before) => [...before, waiting])
      if (loaded) setMoment({ ...loaded, url })
    })
    return () => left.abort()
  }, [waiting, url])

  if (!moment) return null
  const { Dialog, match, translator } = moment
  return (
    <I18nProvider value={translator}>
      <Dialog match={match} onClose={() => setMoment(null)} />
    </I18nProvider>
  )
}
