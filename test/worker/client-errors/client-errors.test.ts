import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ErrorReport } from '#features/client-errors/contract.ts'
import { createApp } from '#worker/app.ts'
import { linesOf, watchLog } from '#test/support/worker/log.ts'
import { origin } from '#test/support/worker/realtime-client.ts'

let lines: string[] = []
beforeEach(() => {
  lines = watchLog()
})
afterEach(() => void vi.restoreAllMocks())

const app = createApp()
const report: ErrorReport = {
  id: '6f1d1c8e-5a0e-4c6e-9b0a-3a5a1f0c2d4b',
  build: '0123456789ab',
  route: 'likes',
  kind: 'hydration',
  name: 'Error',
  code: 'react-418',
  frames: ['react-AbC_-12.js:1:204', 'page-DEF4567.js:2:10'],
}

async function send(body: unknown, { headers = {}, changed = {} }: { headers?: Record<string, string>; changed?: object } = {}) {
  const context = createExecutionContext()
  const request = new Request(`${origin}/api/errors`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json', 'cf-connecting-ip': '192.0.2.41', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const response = await app.fetch(request, { ...env, ...changed }, context)
  await waitOnExecutionContext(context)
  return response.status
}

const reports = () => linesOf(lines, 'client-error')

describe('a report of an error in a browser', () => {
  test('becomes one line and one count, whoever sends it', async () => {
    const points: AnalyticsEngineDataPoint[] = []
    const COUNTERS = { writeDataPoint: (point: AnalyticsEngineDataPoint) => void points.push(point) }
    expect(await send(report, { changed: { COUNTERS } })).toBe(202)
    expect(reports()).toEqual([{ level: 'error', what: 'client-error', requestId: expect.any(String), ...report }])
    expect(points.filter(({ indexes }) => indexes?.[0] === 'client-error')).toEqual([
      { indexes: ['client-error'], blobs: ['likes', 'hydration', 'Error', 'react-418', '0123456789ab'], doubles: [] },
    ])
  })

  test('without a known message, or without a frame, is one, too', async () => {
    const { code: _, ...unknown } = report
    expect([await send(unknown), await send({ ...report, frames: [] }), await send({ ...report, route: 'not-found' })]).toEqual([
      202, 202, 202,
    ])
    expect(reports()).toHaveLength(3)
  })

  test.each<[string, unknown]>([
    ['a text beside what is asked for', { ...report, message: 'dinner at eight' }],
    ['a name of its own', { ...report, name: 'DinnerAtEight' }],
    ['an unknown route', { ...report, route: '/likes?t=secret' }],
    ['an unknown kind', { ...report, kind: 'dinner' }],
    ['an unknown code', { ...report, code: 'dinner' }],
    ['another id', { ...report, id: 'dinner' }],
    ['another build', { ...report, build: 'dinner-eight' }],
    ['a frame with a line end', { ...report, frames: ['a.js:1:2\n{"level":"error","what":"dinner"}'] }],
    ['a frame with a sentence', { ...report, frames: ['dinner at eight'] }],
    ['a frame with an address', { ...report, frames: ['https://kismet.localhost/assets/a.js:1:2'] }],
    ['a frame that is long', { ...report, frames: [`${'a'.repeat(61)}.js:1:2`] }],
    ['frames that are no list', { ...report, frames: 'a.js:1:2' }],
    ['too many frames', { ...report, frames: Array.from({ length: 13 }, () => 'a.js:1:2') }],
    ['nothing', {}],
  ])('with %s is refused, and nothing of it is in the log', async (_, body) => {
    expect(await send(body)).toBe(422)
    expect(reports()).toEqual([])
    expect(lines.filter((line) => /dinner|secret|aaaa|\n/.test(line))).toEqual([])
  })

  test('over 4 KB, no JSON, as a form, or from another site is refused', async () => {
    expect(await send({ ...report, name: 'x'.repeat(4_200) })).toBe(413)
    expect(await send('{"id": dinner')).toBe(400)
    expect(await send('[]')).toBe(400)
    expect(await send('id=dinner', { headers: { 'content-type': 'application/x-www-form-urlencoded' } })).toBe(303)
    expect(await send('dinner', { headers: { 'content-type': 'text/plain' } })).toBe(415)
    expect(await send(report, { headers: { origin: 'https://elsewhere.example' } })).toBe(403)
    expect(reports()).toEqual([])
    expect(lines.filter((line) => line.includes('dinner'))).toEqual([])
  })

  test('over the limit of its network is refused before it is read, with one line a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / 60_000) * 60_000 })
    const limited = { changed: { ERROR_LIMIT: env.SMALL_ERROR_LIMIT } }
    const statuses: number[] = []
    while (statuses.at(-1) !== 429) statuses.push(await send(report, limited))
    expect(statuses[0]).toBe(202)
    const before = reports().length
    expect([await send('{', limited), await send(report, limited)]).toEqual([429, 429])
    expect(await send(report, { ...limited, headers: { 'cf-connecting-ip': '192.0.2.42' } })).toBe(202)
    expect(reports()).toHaveLength(before + 1)
    expect(linesOf(lines, 'errors')).toEqual([expect.objectContaining({ level: 'security', kind: 'limit-reached' })])
    vi.useRealTimers()
  })
})
