import { useEffect, useState, useSyncExternalStore, type ComponentProps, type ComponentType } from 'react'
import { I18nProvider, useI18n } from '#shared/i18n/context.tsx'
import { createTranslator, type Translator } from '#shared/i18n/translator.ts'
import { usePage } from '#shared/react/page-context.tsx'
import { useLive } from '#shared/realtime/realtime.tsx'
import { isEvent } from '#shared/realtime/wire.ts'
import { routes } from '#shared/routing/routes.ts'
import type { InstallCard } from '#ui/install/install-card.tsx'
import { promptInstall, useInstallWay } from '#ui/install/install-way.ts'
import { mayOfferInstall, noteMatch, noteUse, refuseInstall } from '#ui/install/visits.ts'
import { readBootstrap } from '../document-data.ts'

/** Pages without writing, meeting and deciding about a person. */
const calmPages: ReadonlySet<string> = new Set([
  routes.likes.key,
  routes.favourites.key,
  routes.visitors.key,
  routes.profile.key,
  routes.messages.key,
  routes.blindDates.key,
])

type Parts = { Card: ComponentType<ComponentProps<typeof InstallCard>>; translator: Translator }

/** Offers to install the app when it was of use: after a match, or on the second visit. */
export function InstallOffer() {
  const { page, url, now } = usePage()
  const way = useInstallWay()
  const mayOffer = useSyncExternalStore(onVisits, mayOfferNow, () => false)
  useMatches()
  useEffect(() => {
    noteUse(Date.now())
    dispatchEvent(new Event(visitsChange))
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `now` says that there is another page
  }, [now, page])

  const isCalm = calmPages.has(page) && !new URLSearchParams(url.split('?')[1]).has('chat')
  const parts = useParts(mayOffer && isCalm && way !== null)
  if (!parts || !mayOffer || !isCalm || !way) return null
  const refuse = () => {
    refuseInstall(Date.now())
    dispatchEvent(new Event(visitsChange))
  }
  return (
    <I18nProvider value={parts.translator}>
      <parts.Card
        way={way}
        onInstall={() => void promptInstall().then((isDismissed) => isDismissed && refuse())}
        onLater={refuse}
      />
    </I18nProvider>
  )
}

const visitsChange = 'visits'

function onVisits(listener: () => void): () => void {
  addEventListener(visitsChange, listener)
  return () => removeEventListener(visitsChange, listener)
}

const mayOfferNow = () => mayOfferInstall(Date.now())

/** Notes matches that somebody else has made; one's own are noted where they are shown. */
function useMatches(): void {
  const realtime = useLive((live) => live.realtime)
  useEffect(
    () => realtime?.onEvent((event) => void (isEvent(event, 'notification') && event.data.kind === 'match' && noteMatch())),
    [realtime],
  )
}

/** Fetches the card and its texts when they are first wanted. */
function useParts(isWanted: boolean): Parts | null {
  const { locale } = useI18n()
  const { timeZone } = usePage()
  const [parts, setParts] = useState<Parts | null>(null)
  useEffect(() => {
    if (!isWanted || parts) return
    let isHere = true
    const messages = import('../navigation/next-screen.ts').then(({ loadMessages }) =>
      loadMessages(readBootstrap().build, locale.code, ['install']),
    )
    Promise.all([import('#ui/install/install-card.tsx'), messages]).then(
      ([{ InstallCard: Card }, texts]) => {
        if (isHere && texts.install) setParts({ Card, translator: createTranslator(locale.code, texts, { timeZone }) })
      },
      () => {}, // Offline: the next page tries again.
    )
    return () => {
      isHere = false
    }
  }, [isWanted, parts, locale, timeZone])
  return parts
}
