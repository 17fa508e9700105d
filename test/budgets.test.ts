import { describe, expect, test } from 'vitest'
import { routeList, type Route } from '#shared/routes.ts'
import { CLIENT_DIR, requireAppBuild, workerBundleBytes } from '../scripts/bench/app-build.ts'
import { brotliBytes, dynamicDepth, filesOf, readClientManifest } from '../scripts/bench/client-files.ts'

/**
 * What a browser has to load for each page, by the manifest of the production build (docs/performance.md has what a real
 * one fetched). 1 KB is 1,000 bytes, brotli.
 */
const guestEntry = 'src/client/guest-entry.ts'
const memberEntry = 'src/client/entry.ts'
const hydration = 'src/client/hydrate.tsx'

requireAppBuild()
const manifest = readClientManifest(CLIENT_DIR)

/** Whoever is registering has a session: those pages count as signed in, although they start like a guest's. */
const isGuestRoute = (route: Route) => route.layout !== 'protected' && !route.rules?.includes('registration')
const guestRoutes = routeList.filter(isGuestRoute)
const sessionRoutes = routeList.filter((route) => !isGuestRoute(route))

function pageSources(route: Route): string[] {
  const messages = ['common', ...route.messages].map((namespace) => `locales/en/${namespace}.json`)
  return [hydration, `src/pages/${route.key}/page.tsx`, `src/layouts/frames/${route.layout}.tsx`, ...messages]
}

/** Bytes by page, so that a failure names the pages that are too big. */
function tooBig(pages: readonly Route[], size: (route: Route) => number, maxBytes: number): Record<string, number> {
  const sizes = pages.map((route) => [route.key, size(route)] as const)
  return Object.fromEntries(sizes.filter(([, bytes]) => bytes > maxBytes))
}

describe('the production build keeps its budgets', () => {
  const firstScripts = filesOf(manifest, [guestEntry]).scripts

  test('a guest page loads at most 5 KB of script before the first touch', () => {
    expect(brotliBytes(CLIENT_DIR, firstScripts)).toBeLessThanOrEqual(5_000)
  })

  test('a guest page loads at most 64 KB of script after the first touch', () => {
    const size = (route: Route) => brotliBytes(CLIENT_DIR, filesOf(manifest, pageSources(route)).scripts.difference(firstScripts))
    expect(tooBig(guestRoutes, size, 64_000)).toEqual({})
  })

  test('a signed-in page loads at most 95 KB of script', () => {
    const extras = (route: Route) => (route.layout === 'protected' ? ['src/client/live.tsx'] : [])
    const size = (route: Route) =>
      brotliBytes(CLIENT_DIR, filesOf(manifest, [memberEntry, ...pageSources(route), ...extras(route)]).scripts)
    expect(tooBig(sessionRoutes, size, 95_000)).toEqual({})
  })

  test('a page loads at most 12 KB of CSS', () => {
    const size = (route: Route) => brotliBytes(CLIENT_DIR, filesOf(manifest, pageSources(route)).styles)
    expect(tooBig(routeList, size, 12_000)).toEqual({})
  })

  test('no page is behind more than one import that waits for another', () => {
    // The entry waits for nothing: it is in the document, and so is what a signed-in page imports through it.
    const deep = routeList
      .flatMap((route) => pageSources(route))
      .filter((source) => dynamicDepth(manifest, hydration, source) > 1)
    expect(deep).toEqual([])
  })

  test('the worker is at most 1.5 MB, gzip', async () => {
    expect(await workerBundleBytes()).toBeLessThanOrEqual(1_500_000)
  })
})
