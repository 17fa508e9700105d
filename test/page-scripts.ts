import { panes } from '#pages/main-settings/lazy.tsx'
import { entryForms } from '#ui/forms/form-root.tsx'
import { pageKindOf, type PageKind } from '#shared/routing/page-kind.ts'
import type { Route } from '#shared/routing/routes.ts'
import type { Manifest } from 'vite'

export const guestEntry = 'src/client/guest-entry.ts'
export const entryHydration = 'src/client/hydrate-entry.tsx'
/** Includes the modules that `hydrate` imports as soon as it runs. */
export const memberScripts = ['src/client/entry.ts', 'src/client/hydrate.tsx', 'src/client/live.tsx']

/** Start once a signed-in page works, so no page waits for them: with each page, and with an open conversation. */
export const laterScripts = ['src/client/pwa/after-start.ts']
export const conversationScripts = ['src/client/realtime/direct/direct-line.ts']

export const kindOf = (route: Route): PageKind => pageKindOf(route, true)

export const pageSources = (route: Route) => [`src/pages/${route.key}/page.tsx`, `src/layouts/frames/${route.layout}.tsx`]

/** The modules that hydrate on an entry page, one at a time. */
const formSources = (manifest: Manifest, route: Route) =>
  entryForms.map((name) => `src/pages/${route.key}/${name}.tsx`).filter((source) => source in manifest)

/** The modules of which a page shows one at a time; the first by default. */
const shownSources = (route: Route) => (route.key === 'main-settings' ? Object.values(panes).map(({ source }) => [source]) : [[]])

/** The scripts of each kind of page: one list, or one for each form or part that it shows. */
export function scriptSources(manifest: Manifest, route: Route): string[][] {
  switch (kindOf(route)) {
    case 'static':
      return [[guestEntry]]
    case 'entry':
      return formSources(manifest, route).map((source) => [guestEntry, entryHydration, source])
    case 'member':
      return shownSources(route).map((shown) => [...memberScripts, ...pageSources(route), ...shown])
  }
}
