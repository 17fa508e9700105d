import { citySeeds } from '#features/location/server/public.ts'
import { locales } from '#shared/i18n/locales.ts'
import { withPrefix } from '#shared/routing/href.ts'
import { origin, startApp } from '../app.ts'
import { compareUnderLoad } from '../compare.ts'
import { startMiniflare, type RunningWorker } from '../miniflare.ts'
import type { Figure } from '../report.ts'

/** Headers that the server, not the worker, sets for each connection or time. */
const CONNECTION_HEADERS = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'])

const PAGES = [
  { path: '/', what: 'home page' },
  { path: '/uk/london', what: 'city page' },
  { path: '/de/blog/first-messages', what: 'blog post' },
]

/**
 * Compares cached pages with a worker that only returns the same bytes and headers, while the pages of all cities in all
 * languages are cached too.
 */
export async function measureGuestPage(workDir: string): Promise<Figure[]> {
  await using app = await startApp(workDir)
  const cities = citySeeds.flatMap(({ slug }) => locales.map(({ code }) => withPrefix(`/${slug}`, code)))
  const startedAt = performance.now()
  let bytes = 0
  for (const path of cities) bytes += (await readPage(`${origin(app)}${path}`)).html.length
  const figures: Figure[] = [
    {
      what: `Pages of all cities in all languages (${cities.length}), each for the first time`,
      measured: `${((performance.now() - startedAt) / cities.length).toFixed(1)} ms each, ${(bytes / 1e6).toFixed(1)} million characters in all`,
      target: 'none',
      met: true,
    },
  ]
  for (const page of PAGES) figures.push(await measurePage(app, page))
  const etag = (await fetch(origin(app))).headers.get('etag')
  const unchanged = await fetch(origin(app), { headers: { 'If-None-Match': etag ?? '' } })
  figures.push({
    what: 'Cached home page asked for again with its ETag',
    measured: `${unchanged.status}`,
    target: '304',
    met: unchanged.status === 304,
  })
  return figures
}

async function measurePage(app: RunningWorker, { path, what }: (typeof PAGES)[number]): Promise<Figure> {
  const { html, headers } = await readPage(`${origin(app)}${path}`)
  await using constant = await startMiniflare({ modules: true, script: constantWorker(html, headers) })
  const compared = await compareUnderLoad({
    constant: { pid: constant.pid, port: constant.port, path: '/' },
    page: { pid: app.pid, port: app.port, path },
  })
  const { ratio, requestsPerSecond, cpuMicrosPerRequest } = compared.page
  return {
    what: `Cached ${what} to a constant response of the same bytes and headers`,
    measured: `${ratio.toFixed(2)} × (${requestsPerSecond.toFixed(0)} requests/s, ${cpuMicrosPerRequest.toFixed(0)} µs CPU; constant ${compared.constant.requestsPerSecond.toFixed(0)} requests/s, ${compared.constant.cpuMicrosPerRequest.toFixed(0)} µs CPU)`,
    target: '≥ 0.9 ×',
    met: ratio >= 0.9,
  }
}

async function readPage(address: string): Promise<{ html: string; headers: [string, string][] }> {
  const page = await fetch(address)
  if (page.status !== 200) throw new Error(`${address} answered ${page.status}`)
  return { html: await page.text(), headers: [...page.headers].filter(([name]) => !CONNECTION_HEADERS.has(name)) }
}

function constantWorker(html: string, headers: [string, string][]): string {
  return `const html = new TextEncoder().encode(${JSON.stringify(html)});
const headers = new Headers(${JSON.stringify(headers)});
export default { fetch: () => new Response(html, { headers }) };
`
}
