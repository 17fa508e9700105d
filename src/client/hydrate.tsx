import { startTransition, useEffect, useState, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createStore } from 'zustand/vanilla'
import { Document } from '#layouts/document.tsx'
import { brand } from '#shared/brand.ts'
import { I18nProvider } from '#shared/i18n/context.tsx'
import { FailureBoundary } from '#ui/failure/failure-boundary.tsx'
import type { LayoutComponent } from '#layouts/layout-props.ts'
import { SessionContext } from '#shared/react/session-context.ts'
import { idleLiveState, LiveContext, type LiveState } from '#shared/realtime/realtime.tsx'
import type { Bootstrap } from '#shared/bootstrap.ts'
import type { Messages, Namespace } from '#shared/i18n/messages.ts'
import { messagesHref, pageNamespaces } from '#shared/routing/message-files.ts'
import { routeList } from '#shared/routing/routes.ts'
import { readBootstrap } from './document-data.ts'
import { createRootOptions } from './hydration/hydration-report.ts'
import { keepOpenWhileComposing } from '#ui/fields/input-method.ts'
import { importDefault, orReload } from './navigation/import-module.ts'
import { startNavigation } from './navigation/navigation.ts'
import { withoutReload } from './navigation/stale-chunk.ts'
import { createScreen, noPage, type PageComponent, type Screen } from './navigation/screen.ts'
import { startAll } from './start-all.ts'
import { createServerClock, createSteadyClock } from './server-clock.ts'

/** Hydrates the server-rendered page; `data-hydrated` is set when React has committed it. */
export async function hydrate(onHydrated: () => void): Promise<void> {
  keepOpenWhileComposing()
  const first = await readFirstScreen()
  onclick = null // early-press.ts
  startTransition(() => {
    hydrateRoot(document, <App first={first} onHydrated={onHydrated} />, createRootOptions(document))
  })
}

/** Returns the page in the document, whose modules and messages were preloaded with it. */
async function readFirstScreen(): Promise<Screen> {
  const bootstrap = readBootstrap()
  const { modules } = bootstrap
  if (modules.kind !== 'member') throw new Error(`Not a member's page: ${modules.kind}`)
  const { page, layout } = modules
  const [Layout, Page, messages] = await Promise.all([
    importDefault<LayoutComponent>(layout),
    page === null ? noPage : importDefault<PageComponent>(page),
    orReload(loadFirstMessages(bootstrap)),
  ])
  return createScreen(bootstrap, messages, { deferred: {}, Page, Layout })
}

/** Without all its messages a page cannot hydrate: React would replace what the server wrote. */
async function loadFirstMessages({ build, locale, page }: Bootstrap): Promise<Messages> {
  const load = async (namespace: Namespace) => [namespace, await (await fetch(messagesHref(build, locale, namespace))).json()]
  return Object.fromEntries(await Promise.all(pageNamespaces(routeList.find(({ key }) => key === page)).map(load)))
}

/** The calls of the page's session, for its forms; if their script cannot load, a form is sent natively. */
const openSession = () => withoutReload(() => import('./session-calls.ts'))

/** Returns the server's clock, by both readings. The document contains its time, written right before the first byte. */
function documentClocks({ bootstrap }: Screen): Pick<LiveState, 'serverNow' | 'steadyNow'> {
  const [document] = performance.getEntriesByType('navigation')
  const ageMs = document instanceof PerformanceNavigationTiming ? performance.now() - document.responseStart : 0
  return { serverNow: createServerClock(bootstrap.now, ageMs), steadyNow: createSteadyClock(bootstrap.now, ageMs) }
}

export function App({ first, onHydrated }: { first: Screen; onHydrated(): void }) {
  const [screen, setScreen] = useState(first)
  const [live] = useState(() => createStore<LiveState>(() => ({ ...idleLiveState, ...documentClocks(first) })))
  useEffect(() => {
    document.documentElement.dataset['hydrated'] = ''
    let stop: (() => void) | undefined
    startAll(() => void (stop = startNavigation(first, setScreen)), onHydrated)
    return stop
  }, [first, onHydrated])
  const isMember = screen.bootstrap.viewer !== null
  return (
    <LiveContext value={live}>
      <SessionContext value={openSession}>
        <FailureBoundary page={screen} fallback={failedDocument(screen)}>
          <Document {...screen} extras={isMember ? <Extras /> : null} />
        </FailureBoundary>
      </SessionContext>
    </LiveContext>
  )
}

/** For errors that no boundary within the document could catch: in its page frame, or in the document itself. */
const failedDocument =
  ({ translator }: Screen) =>
  (failure: ReactNode): ReactNode => (
    <html lang={translator.locale.lang} suppressHydrationWarning>
      <head>
        <title>{brand.name}</title>
      </head>
      <body>
        <main id="main" tabIndex={-1}>
          <I18nProvider value={translator}>{failure}</I18nProvider>
        </main>
      </body>
    </html>
  )

/**
 * Fetches what is rendered beside every page of a member. The page itself must not render again when it arrives: React would
 * discard the parts of the document whose code is still loading, and they would vanish until then.
 */
function Extras() {
  const [extras, setExtras] = useState<ReactNode>(null)
  useEffect(() => {
    void import('./live.tsx').then(
      (part) => setExtras(<part.LiveMember />),
      () => {}, // stale-chunk.ts reloads the page, or reports that it is offline
    )
  }, [])
  return extras
}
