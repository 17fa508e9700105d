import { splitLocale, type LocaleCode } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import { buildCachePrefix, offlinePaths } from '#shared/service-worker.ts'

declare const self: ServiceWorkerGlobalScope

const cacheName = buildCachePrefix + buildId

/** Stores what an inbox needs: its files, and the pages of each language that was shown here. */
export async function precache(): Promise<void> {
  const cache = await caches.open(cacheName)
  // Rejects on any unsuccessful response: nothing is ever installed partially.
  await cache.addAll(precachedFiles)
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const codes = new Set(tabs.map(({ url }) => splitLocale(new URL(url).pathname).locale.code))
  for (const code of codes) await storeLanguage(code)
}

async function storeLanguage(code: LocaleCode): Promise<void> {
  const cache = await caches.open(cacheName)
  const shell = await fetch(shellPath(code), { cache: 'reload' })
  // During a deployment another build may answer, whose shell would request other files.
  if (!shell.ok || !(await shell.clone().text()).includes(`"build":"${buildId}"`))
    throw new Error('The shell is of another build')
  await cache.put(shellPath(code), shell)
  const texts = ['common', ...routes.messages.messages].map((namespace) => `/locales/${buildId}/${code}/${namespace}.json`)
  await cache.addAll([new Request(pagePath(code), { cache: 'reload' }), ...texts])
}

const shellPath = (code: LocaleCode) => `${offlinePaths.shell}/${code}`
const pagePath = (code: LocaleCode) => `${offlinePaths.page}/${code}`

/** The shell of a language. A language that was never shown is stored for the next time. */
export async function findShell(code: LocaleCode): Promise<Response | undefined> {
  const shell = await (await caches.open(cacheName)).match(shellPath(code))
  if (!shell) void storeLanguage(code).catch(() => {}) // Offline, or another build: the next visit retries.
  return shell
}

export async function offlinePage(code: LocaleCode): Promise<Response> {
  const cache = await caches.open(cacheName)
  const [first] = await cache.matchAll(pagePath(code))
  return first ?? (await anyOfflinePage(cache)) ?? Response.error()
}

/** Another language is better than the browser's own error page. */
async function anyOfflinePage(cache: Cache): Promise<Response | undefined> {
  const page = (await cache.keys()).find(({ url }) => new URL(url).pathname.startsWith(`${offlinePaths.page}/`))
  return page && cache.match(page)
}

/** Answers with a stored file of this build; null leaves the request to the browser. */
export function findPrecached(request: Request, { pathname }: URL): Promise<Response> | null {
  const isKnown = precachedFiles.includes(pathname) || pathname.startsWith(`/locales/${buildId}/`)
  if (!isKnown) return null
  return caches.open(cacheName).then(async (cache) => (await cache.match(pathname)) ?? fetch(request))
}

/** Guest pages of this build, by address. */
export async function storeGuestPage(url: URL, response: Response): Promise<void> {
  const isWhole = response.status === 200 && response.type === 'basic' && !response.redirected
  // A query asks for another page than the path alone.
  if (isWhole && url.search === '') await (await caches.open(cacheName)).put(url.pathname, response)
}

export async function findGuestPage({ pathname }: URL): Promise<Response | undefined> {
  return (await caches.open(cacheName)).match(pathname)
}

export async function dropOldBuilds(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith(buildCachePrefix) && name !== cacheName).map((name) => caches.delete(name)),
  )
}
