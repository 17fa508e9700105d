import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { PageKind } from '#shared/routing/page-kind.ts'
import { routeList, routes, type Route } from '#shared/routing/routes.ts'
import { CLIENT_DIR } from '../../scripts/bench/app-build.ts'
import { builtAssets } from '../../src/worker/render/assets.ts'
import {
  conversationScripts,
  entryHydration,
  guestEntry,
  kindOf,
  laterScripts,
  memberScripts,
  pageSources,
  scriptSources,
} from '../page-scripts.ts'
import { listGrown, readLastRelease, readSizes } from '../sizes.ts'
import { brotliBytes, dynamicDepth, filesOf, readClientManifest } from '../../scripts/bench/client-files.ts'

/**
 * Files that a browser has to load for each page, by the manifest of the production build. test/e2e/scripts.spec.ts
 * shows that a real browser fetches just these. 1 KB is 1,000 bytes, brotli. Three budgets are hard, those of scripts before
 * and after the first touch and of signed-in pages; everything else is compared with the release before.
 */
const manifest = readClientManifest(CLIENT_DIR)

const routesOf = (kind: PageKind) => routeList.filter((route) => kindOf(route) === kind)

/** A visitor during sign-up has a session: those forms count as signed in. */
const registrationForms = routesOf('entry').filter((route) => route.rules?.includes('registration'))
const guestForms = routesOf('entry').filter((route) => !route.rules?.includes('registration'))

/** Bytes by page, so that a failure names the pages that are too big. */
function tooBig(pages: readonly Route[], size: (route: Route) => number, maxBytes: number): Record<string, number> {
  const sizes = pages.map((route) => [route.key, size(route)] as const)
  return Object.fromEntries(sizes.filter(([, bytes]) => bytes > maxBytes))
}

describe('the production build keeps its budgets', () => {
  const firstScripts = filesOf(manifest, [guestEntry]).scripts
  const scriptBytes = (route: Route) =>
    Math.max(...scriptSources(manifest, route).map((sources) => brotliBytes(CLIENT_DIR, filesOf(manifest, sources).scripts)))

  test('a page outside the signed-in area loads at most 5 KB of script before the first touch', () => {
    expect(brotliBytes(CLIENT_DIR, firstScripts)).toBeLessThanOrEqual(5_000)
  })

  test('a public page loads no more script after it', () => {
    expect(tooBig(routesOf('static'), scriptBytes, 5_000)).toEqual({})
  })

  test('what makes the examples of the home page move comes when they are near', () => {
    const examples = filesOf(manifest, ['src/client/examples/examples.ts']).scripts.difference(firstScripts)
    expect(brotliBytes(CLIENT_DIR, examples)).toBeGreaterThan(0)
  })

  test('a form for guests loads at most 80 KB of script after the first touch', () => {
    const afterTouch = (route: Route) => scriptBytes(route) - brotliBytes(CLIENT_DIR, firstScripts)
    expect(tooBig(guestForms, afterTouch, 80_000)).toEqual({})
  })

  test('a signed-in page loads at most 112 KB of script', () => {
    expect(tooBig([...routesOf('member'), ...registrationForms], scriptBytes, 112_000)).toEqual({})
  })

  test('what starts once a signed-in page works is at most 8 KB more', () => {
    const [sources = []] = scriptSources(manifest, routes.messages)
    const later = filesOf(manifest, [...laterScripts, ...conversationScripts]).scripts.difference(
      filesOf(manifest, sources).scripts,
    )
    expect(later.size).toBeGreaterThanOrEqual(2)
    expect(brotliBytes(CLIENT_DIR, later)).toBeLessThanOrEqual(8_000)
  })

  test('no schema comes to a browser: contracts that build one with a spread or a property of another bring all of valibot', () => {
    const withSchemas = [...new Set(Object.values(manifest).map(({ file }) => file))].filter(
      (file) => file.endsWith('.js') && readFileSync(join(CLIENT_DIR, file), 'utf8').includes('~standard'),
    )
    expect(withSchemas).toEqual([])
  })

  test('no script brings styles of its own, which the Content-Security-Policy would refuse', () => {
    const scripts = new Set(Object.values(manifest).map(({ file }) => file))
    const withStyles = [...scripts].filter(
      (file) => file.endsWith('.js') && readFileSync(join(CLIENT_DIR, file), 'utf8').includes('[data-sonner-toaster][dir='),
    )
    expect(withStyles).toEqual([])
  })

  test('no page is behind more than one import that waits for another', () => {
    // A document names its page's modules and their imports: preloaded, or requested together at the first touch.
    const incomplete = [...routesOf('member'), ...routesOf('entry')].filter((route) => {
      const kind = kindOf(route)
      const { entry, preloads, modules } = builtAssets(manifest, { pageKey: route.key, layoutKey: route.layout, kind })
      const start = filesOf(manifest, kind === 'member' ? memberScripts.slice(0, 2) : [guestEntry, entryHydration]).scripts
      const known = new Set([entry, ...preloads, ...[...start].map((file) => `/${file}`)])
      const isNamed = (sources: readonly string[], named: readonly string[] = []) =>
        filesOf(manifest, sources).scripts.isSubsetOf(new Set([...known, ...named].map((file) => file.slice(1))))
      if (modules.kind !== 'entry') return !isNamed(pageSources(route))
      const forms = Object.entries(modules.forms)
      return forms.length === 0 || !forms.every(([name, files]) => isNamed([`src/pages/${route.key}/${name}.tsx`], files))
    })
    expect(incomplete).toEqual([])
    expect(dynamicDepth(manifest, 'src/client/hydrate.tsx', 'src/client/live.tsx')).toBe(1)
    expect(dynamicDepth(manifest, guestEntry, entryHydration)).toBe(1)
  })

  test('nothing else is more than 5 % larger than in the release before', async () => {
    expect(listGrown(await readSizes(), readLastRelease()), 'npm exec -- node scripts/sizes.ts shows all of it').toEqual([])
  })

  test('what has grown is named with both figures; what is new, gone, smaller or has a budget is not', () => {
    const before = { grown: 1000, allowed: 1000, smaller: 1000, gone: 1000, 'scripts of /likes': 1000 }
    const now = { grown: 1051, allowed: 1050, smaller: 900, new: 5000, 'scripts of /likes': 2000 }
    expect(listGrown(now, before)).toEqual(['grown: 1051, before 1000'])
  })
})
