import { origin, startApp } from '../app.ts'
import { compareUnderLoad } from '../compare.ts'
import { startMiniflare } from '../miniflare.ts'
import type { Figure } from '../report.ts'

/** Headers that the server, not the worker, sets for each connection or moment. */
const CONNECTION_HEADERS = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'])

/** Compares the cached home page with a worker that only answers with the same bytes and headers. */
export async function measureGuestPage(workDir: string): Promise<Figure[]> {
  await using app = await startApp(workDir)
  const page = await fetch(origin(app))
  if (page.status !== 200) throw new Error(`The home page answered ${page.status}`)
  const html = await page.text()
  const headers = [...page.headers].filter(([name]) => !CONNECTION_HEADERS.has(name))
  await using constant = await startMiniflare({ modules: true, script: constantWorker(html, headers) })

  const etag = page.headers.get('etag')
  const unchanged = await fetch(origin(app), { headers: { 'If-None-Match': etag ?? '' } })
  const compared = await compareUnderLoad({
    constant: { pid: constant.pid, port: constant.port, path: '/' },
    page: { pid: app.pid, port: app.port, path: '/' },
  })
  const { ratio, requestsPerSecond, cpuMicrosPerRequest } = compared.page
  return [
    {
      what: 'Cached home page to a constant response of the same bytes and headers',
      measured: `${ratio.toFixed(2)} × (${requestsPerSecond.toFixed(0)} requests/s, ${cpuMicrosPerRequest.toFixed(0)} µs CPU; constant ${compared.constant.requestsPerSecond.toFixed(0)} requests/s, ${compared.constant.cpuMicrosPerRequest.toFixed(0)} µs CPU)`,
      target: '≥ 0.9 ×',
      met: ratio >= 0.9,
    },
    {
      what: 'Cached home page asked for again with its ETag',
      measured: `${unchanged.status}`,
      target: '304',
      met: unchanged.status === 304,
    },
  ]
}

function constantWorker(html: string, headers: [string, string][]): string {
  return `const html = new TextEncoder().encode(${JSON.stringify(html)});
const headers = new Headers(${JSON.stringify(headers)});
export default { fetch: () => new Response(html, { headers }) };
`
}
