import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addressesFor } from '#features/photos/server/public.ts'
import { createApp } from '#worker/app.ts'
import { createPerson, password } from '#test/support/worker/account.ts'
import { canariesIn, createWatched } from '#test/support/worker/canaries.ts'
import { linesOf, secretsIn, watchLog } from '#test/support/worker/log.ts'
import { newId, origin } from '#test/support/worker/realtime-client.ts'
import { newPerson } from '#test/support/worker/visitor.ts'

vi.setConfig({ testTimeout: 60_000 })

let lines: string[] = []
beforeEach(() => {
  lines = watchLog()
})
afterEach(() => void vi.restoreAllMocks())

const app = createApp()
/** The build under test has no hash of its sources: scripts/build/build-facts.ts. */
const buildId = 'development0'

async function ask(path: string, init: RequestInit = {}, changed: object = {}): Promise<Response> {
  const context = createExecutionContext()
  const headers = { origin, 'content-type': 'application/json', ...(init.headers as Record<string, string>) }
  const response = await app.fetch(
    new Request(origin + path, { redirect: 'manual', ...init, headers }),
    { ...env, ...changed },
    context,
  )
  await response.clone().text()
  await waitOnExecutionContext(context)
  return response
}

const post = (path: string, body: object, changed?: object, headers: Record<string, string> = {}) =>
  ask(path, { method: 'POST', body: JSON.stringify(body), headers }, changed)
const as = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })
const requests = () => linesOf(lines, 'request')

describe('a request’s line', () => {
  test('has its id, route key, status and duration, and the steps of a page', async () => {
    const { viewer, other } = await createWatched('match')
    const response = await ask(`/uk/profile-info/${other.id}?from=likes`, { headers: as(viewer) })
    const [line] = requests()
    expect(response.status).toBe(200)
    expect(line).toEqual({
      level: 'info',
      what: 'request',
      requestId: response.headers.get('x-request-id'),
      route: 'profile-info',
      method: 'GET',
      status: 200,
      ms: expect.any(Number),
      steps: { gate: expect.any(Number), read: expect.any(Number), load: expect.any(Number), render: expect.any(Number) },
    })
  })

  test.each([
    ['/privacy-policy', 'privacy-policy', 200],
    ['/de/sign-in?t=secret', 'sign-in', 200],
    ['/people-nearby/_payload.json', 'people-nearby', 200],
    ['/photos/some-token/240.webp', '/photos/:token/:file', 404],
    ['/api/auth/session', '/api/auth/session', 401],
    ['/api/no-such-call', 'not-found', 404],
    ['/no/such/page', 'not-found', 404],
    ['/healthz', '/healthz', 200],
    ['/ops/members/someone', '/ops/members/:id', 404],
  ])('names %s as %s', async (path, route, status) => {
    await ask(path)
    expect(requests()).toEqual([expect.objectContaining({ route, status })])
  })

  test('has the code of its error, also where a middleware refused it', async () => {
    await post('/api/auth/sign-out', {}, {}, { origin: 'https://elsewhere.example' })
    await post('/api/likes', { id: newId() })
    expect(requests()).toMatchObject([
      { route: '/api/auth/sign-out', status: 403, code: 'forbidden' },
      { route: '/api/likes', status: 401, code: 'unauthorized' },
    ])
  })

  test('is written only where it is switched on', async () => {
    await ask('/healthz', {}, { REQUEST_LOG: 'off' })
    expect(lines).toEqual([])
  })

  test('is counted with the same names, its build, and a time for each step', async () => {
    const points: AnalyticsEngineDataPoint[] = []
    const COUNTERS = { writeDataPoint: (point: AnalyticsEngineDataPoint) => void points.push(point) }
    const { viewer } = await createWatched('match')
    await ask('/likes', { headers: as(viewer) }, { COUNTERS })
    await post('/api/likes', { id: newId() }, { COUNTERS })
    expect(points.map(({ indexes, blobs }) => [indexes, blobs])).toEqual([
      [['request'], ['likes', 'GET', '200', '', 'document', buildId]],
      [['request'], ['/api/likes', 'POST', '401', 'unauthorized', 'document', buildId]],
    ])
    expect(points.map(({ doubles }) => doubles?.map((ms) => ms >= 0))).toEqual([
      [true, true, true, true, true],
      [true, false, false, false, false],
    ])
  })

  test('is counted with its build also where it failed', async () => {
    const points: AnalyticsEngineDataPoint[] = []
    const COUNTERS = { writeDataPoint: (point: AnalyticsEngineDataPoint) => void points.push(point) }
    const { viewer } = await createWatched('match')
    const away = () => Promise.reject(new Error('away'))
    const statement = { bind: () => statement, first: away, all: away, run: away, raw: away }
    await ask('/likes', { headers: as(viewer) }, { COUNTERS, DB: { prepare: () => statement, batch: away } })
    expect(points.map(({ blobs }) => blobs)).toEqual([['likes', 'GET', '500', 'internal', 'document', buildId]])
  })
})

describe('the log', () => {
  test('holds no text, address, token, place or e-mail address of a walk, also when every step of it fails', async () => {
    const watched = await createWatched('match')
    const { viewer, other, conversation, photo } = watched
    const [secret, email] = ['watermelon-in-may', `${newId()}@example.test`]
    const token = ((await addressesFor(env, viewer.id, Date.now()))(photo) ?? '').split('/')[2] ?? ''
    expect(token).not.toBe('')
    // The second walk meets a database, a bucket and a mail service that are away and name what they were asked for.
    const away = () => Promise.reject(new Error(`away: ${email} https://x.example/?t=${token}`))
    const statement = { bind: () => statement, first: away, all: away, run: away, raw: away }
    const broken = {
      DB: { prepare: () => statement, batch: away },
      PHOTOS: { get: away, head: away, put: away },
      EMAIL: { send: away },
    }
    for (const changed of [{}, broken]) {
      await post('/api/auth/sign-up', newPerson({ email, password: secret }), changed)
      await post('/api/auth/sign-in', { email, password: secret }, changed)
      await post('/api/account/reset', { email }, changed)
      await ask(`/sign-in?step=undo&t=${token}`, {}, changed)
      await ask(`/email-verify?t=${token}`, {}, changed)
      await ask(`/photos/${token}/240.webp`, { headers: as(viewer) }, changed)
      await ask(`/messages?q=${secret}`, { headers: as(viewer) }, changed)
      await ask(`/messages/_payload.json?chat=${conversation}&q=${secret}`, { headers: as(viewer) }, changed)
      await ask(`/people-nearby?lat=52.1234&lng=5.4321`, { headers: as(viewer) }, changed)
      await ask('/realtime', { headers: { ...as(viewer), 'sec-websocket-protocol': token } }, changed)
      await post('/api/chat/send', { conversation, cid: newId(), text: secret }, changed, as(viewer))
      await post('/api/profile/place', { revision: 1, cellX: 4321, cellY: 1234 }, changed, as(viewer))
      await post('/api/reports', { id: other.id, source: 'profile', category: 'fake', text: secret }, changed, as(viewer))
      await ask('/api/chat/send', { method: 'POST', body: `{"text": ${secret}`, headers: as(viewer) }, changed)
    }
    const statuses = requests().map(({ status }) => Number(status))
    expect(statuses).toHaveLength(28)
    expect(statuses.filter((status) => status >= 500).length).toBeGreaterThan(5)
    expect(linesOf(lines, 'request-failed').length).toBeGreaterThan(5)
    expect(secretsIn(lines, watched)).toEqual([])
    // A cell's number stands in a random id by chance, and in no line as a number.
    expect(canariesIn(lines.join('\n'), { cellX: 4321, cellY: 1234 })).toEqual([])
    for (const text of [secret, email, token, '52.1234', '"4321"', '"1234"'])
      expect(lines.filter((line) => line.includes(text))).toEqual([])
  })
})

describe('Server-Timing', () => {
  const timingOf = async (path: string, init: RequestInit = {}, changed: object = {}) =>
    (await ask(path, init, { SERVER_TIMING: 'on', ...changed })).headers.get('server-timing')

  test('names the steps of a member’s own page, as document and as payload', async () => {
    const { viewer } = await createWatched('match')
    for (const path of ['/likes', '/likes/_payload.json'])
      expect(await timingOf(path, { headers: as(viewer) })).toMatch(/^gate;dur=\d+, read;dur=\d+, load;dur=\d+, render;dur=\d+$/)
  })

  test('is absent where it is switched off', async () => {
    const { viewer } = await createWatched('match')
    for (const SERVER_TIMING of ['off', '', undefined])
      expect(await timingOf('/likes', { headers: as(viewer) }, { SERVER_TIMING })).toBeNull()
  })

  test('is absent on every answer to a guest, and to whoever is still signing up', async () => {
    const { email } = await createPerson()
    for (const path of ['/', '/sign-in', '/sign-up', '/api/auth/session', '/privacy-policy'])
      expect(await timingOf(path)).toBeNull()
    for (const [path, body] of [
      ['/api/auth/sign-in', { email, password }],
      ['/api/auth/sign-in', { email: `${newId()}@example.test`, password }],
      ['/api/auth/sign-up', newPerson({ email })],
      ['/api/account/reset', { email }],
    ] as const)
      expect(await timingOf(path, { method: 'POST', body: JSON.stringify(body) }), path).toBeNull()
    const joining = await post('/api/auth/sign-up', newPerson())
    const cookie = joining.headers.getSetCookie().map((line) => line.split(';')[0]).join('; ') // prettier-ignore
    const page = await ask('/email-verify', { headers: { cookie } }, { SERVER_TIMING: 'on' })
    expect([page.status, page.headers.get('server-timing')]).toEqual([200, null])
  })

  test('is absent where a page is refused, so that absent and hidden members take the same shape', async () => {
    const { viewer } = await createWatched('match')
    expect(await timingOf(`/profile-info/${newId()}`, { headers: as(viewer) })).toBeNull()
    expect(await timingOf('/api/photos', { headers: as(viewer) })).toBeNull()
  })
})
