import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { locales } from '#shared/i18n/locales.ts'
import { routeList, type Route } from '#shared/routing/routes.ts'
import { fontPreloads } from '#ui/fonts.ts'
import { appModules, CLIENT_DIR, workerBundleBytes, WORKER_DIR } from '../scripts/bench/app-build.ts'
import { brotliBytes, filesOf, readClientManifest } from '../scripts/bench/client-files.ts'
import { guestEntry, kindOf, pageSources, scriptSources } from './page-scripts.ts'

/** Figures of a build by what they count: bytes, of static files as brotli sends them, unless they say otherwise. */
export type Sizes = Record<string, number>

const maxGrowth = 1.05

export const lastReleaseFile = 'test/sizes-of-last-release.json'

/** The figures of the release before; `npm exec -- node scripts/sizes.ts --release` writes them. */
export const readLastRelease = () => JSON.parse(readFileSync(lastReleaseFile, 'utf8')) as Sizes

/** Measures the production build in `dist`. */
export async function readSizes(): Promise<Sizes> {
  const manifest = readClientManifest(CLIENT_DIR)
  const first = filesOf(manifest, [guestEntry]).scripts
  const filesFor = (route: Route) => scriptSources(manifest, route).map((sources) => filesOf(manifest, sources).scripts)
  const scriptsOf = (route: Route) => Math.max(...filesFor(route).map((files) => brotliBytes(CLIENT_DIR, files)))
  const stylesOf = (route: Route) =>
    brotliBytes(CLIENT_DIR, filesOf(manifest, ['src/client/styles.ts', ...pageSources(route)]).styles)
  const fontsOf = (lang: string) => fontPreloads(lang).reduce((sum, file) => sum + statSync(join('.', file)).size, 0)
  const precached: string[] = JSON.parse(readFileSync(join(CLIENT_DIR, '.vite/precached.json'), 'utf8'))
  const modules = (await appModules()).filter((path) => path.endsWith('.js'))
  const pages = routeList.filter((route) => kindOf(route) !== 'static')
  return {
    'scripts of a guest page before the first touch': brotliBytes(CLIENT_DIR, first),
    ...Object.fromEntries(pages.map((route) => [`scripts of ${route.path}`, scriptsOf(route)])),
    'the examples on the home page': brotliBytes(
      CLIENT_DIR,
      filesOf(manifest, ['src/client/examples/examples.ts']).scripts.difference(first),
    ),
    'styles of a page, at most': Math.max(...routeList.map(stylesOf)),
    'fonts of a first page, at most': Math.max(...locales.map(({ lang }) => fontsOf(lang))),
    'stored by the service worker when it is installed': brotliBytes(CLIENT_DIR, precached),
    'script of the service worker': brotliBytes(CLIENT_DIR, ['service-worker.js']),
    'script of the worker, as it is': modules.reduce((sum, path) => sum + statSync(join(WORKER_DIR, path)).size, 0),
    'modules of the worker, their number': modules.length,
    'the worker with all locales, gzip': await workerBundleBytes(),
  }
}

/** Scripts of pages may grow up to their budgets (test/build/budgets.test.ts). */
const hasBudget = (what: string) => what.startsWith('scripts of ')

/** What is more than 5 % larger than in the release before, as lines to read. What is new has nothing before it. */
export function listGrown(now: Sizes, before: Sizes): string[] {
  return Object.entries(now).flatMap(([what, size]) => {
    const { [what]: old } = before
    return old !== undefined && !hasBudget(what) && size > old * maxGrowth ? [`${what}: ${size}, before ${old}`] : []
  })
}
