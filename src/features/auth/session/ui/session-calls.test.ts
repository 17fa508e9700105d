import { afterEach, expect, it, vi } from 'vitest'
import type { Viewer } from '#shared/bootstrap.ts'
import { createSessionCalls } from './session-calls.ts'
import { createSessionState } from './session-state.ts'

const anna: Viewer = { id: 'anna', state: 'complete', firstName: 'Anna', avatar: null, appearance: { id: 3 } }
const credentials = { email: 'anna@demo.test', password: 'kismet-demo-1' }

type Answer = Response | Error | Promise<Response>
type Call = { path: string; method: string; token: string | null; body: unknown }

/** A page of `viewer` and the server behind it, whose responses come from the list. */
function open(viewer: Viewer | null, answers: Answer[]) {
  const calls: Call[] = []
  const errors: string[] = []
  const addresses: string[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const { method = 'GET', headers, body } = init
    const sent: unknown = typeof body === 'string' ? JSON.parse(body) : undefined
    calls.push({ path, method, token: new Headers(headers).get('authorization'), body: sent })
    const answer = answers.shift() ?? new TypeError('fetch failed')
    if (answer instanceof Error) throw answer
    return answer
  })
  const logError = (...message: unknown[]) => void errors.push(message.join(' '))
  const store = createSessionState(viewer, { now: () => 1000, isOnline: () => true, logError })
  const session = createSessionCalls(store, { navigate: (path) => void addresses.push(path), homePath: '/', logError })
  return { store, session, calls, errors, addresses }
}
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const json = (body: unknown, status = 200) => Response.json(body, { status })
const token = (redirect?: string) => json({ token: 'access-0', user: anna, redirect })
const fetched = (name = 'access-1') => json({ user: anna, token: name })
const refusal = { code: 'wrong-credentials', message: 'That is not right.' }
const signedOut = { status: 'unauthenticated', data: null, token: null }

it('a sign-in sends credentials with extra fields, takes the token, fetches the session with it, and leads on', async () => {
  const { store, session, calls, addresses } = open(null, [token('/uk/likes'), fetched()])
  const statuses: string[] = []
  store.subscribe(({ status }, before) => status !== before.status && statuses.push(status))
  expect(await session.signIn(credentials, { next: '/uk/likes' })).toBeNull()
  expect(calls).toEqual([
    { path: '/api/auth/sign-in', method: 'POST', token: null, body: { next: '/uk/likes', ...credentials } },
    { path: '/api/auth/session', method: 'GET', token: 'Bearer access-0', body: undefined },
  ])
  expect(statuses).toEqual(['loading', 'authenticated'])
  expect(store.getState()).toMatchObject({ data: anna, token: 'access-1', lastRefreshed: 1000 })
  expect(addresses).toEqual(['/uk/likes'])
})

it('a sign-in by passkey sends the answer to a challenge, and goes on as any sign-in', async () => {
  const { session, calls, addresses } = open(null, [token('/likes'), fetched()])
  expect(await session.signInByPasskey({ id: 'x' }, { next: '/likes', answer: 'of a field' })).toBeNull()
  expect(calls.map(({ path, body }) => [path, body])).toEqual([
    ['/api/auth/passkeys/sign-in', { next: '/likes', answer: { id: 'x' } }],
    ['/api/auth/session', undefined],
  ])
  expect(addresses).toEqual(['/likes'])
})

it('an extra field never takes the place of a credential', async () => {
  const { session, calls } = open(null, [token(), fetched()])
  await session.signIn(credentials, { email: 'other@demo.test' })
  expect(calls[0]?.body).toEqual(credentials)
})

it.each([{ user: anna }, { user: anna, token: 7 }, { user: anna, token: '' }])(
  'a sign-in whose answer has no string token is logged and aborted: %o',
  async (answer) => {
    const { store, session, calls, errors, addresses } = open(null, [json(answer)])
    expect(await session.signIn(credentials)).toBe('internal')
    expect(store.getState()).toMatchObject(signedOut)
    expect(errors).toEqual([expect.stringContaining('Sign-in aborted')])
    expect(calls).toHaveLength(1)
    expect(addresses).toEqual([])
  },
)

it('refused credentials come back with their reason, and sign in no one', async () => {
  const { store, session, calls, errors } = open(null, [json({ error: refusal }, 401)])
  expect(await session.signIn(credentials)).toEqual({ kind: 'refused', status: 401, fields: {}, ...refusal })
  expect(store.getState()).toMatchObject({ ...signedOut, end: null })
  expect(calls).toHaveLength(1)
  expect(errors).toEqual([])
})

it.each(['signIn', 'signUp'] as const)(
  'after a %s that worked, a session that cannot be fetched clears the token, and the page leads on by its cookies',
  async (call) => {
    const { store, session, calls, errors, addresses } = open(null, [token('/likes'), json({}, 503)])
    expect(await session[call](credentials)).toBeNull()
    expect(store.getState()).toMatchObject(signedOut)
    expect(errors.join()).toContain('/api/auth/session answered 503')
    expect(calls).toHaveLength(2)
    expect(addresses).toEqual(['/likes'])
  },
)

it('a connection that breaks after the sign-in does not undo it; one that broke before says so, and it can be repeated', async () => {
  const broken = new TypeError('fetch failed')
  const { session, addresses } = open(null, [broken, token('/likes'), broken])
  expect(await session.signIn(credentials)).toBe('offline')
  expect(addresses).toEqual([])
  expect(await session.signIn(credentials)).toBeNull()
  expect(addresses).toEqual(['/likes'])
})

it('a sign-up sends its body and signs in', async () => {
  const { store, session, calls, addresses } = open(null, [
    json({ token: 'access-0', redirect: '/email-verify' }, 201),
    fetched(),
  ])
  expect(await session.signUp({ email: 'anna@demo.test' })).toBeNull()
  expect(calls).toEqual([
    { path: '/api/auth/sign-up', method: 'POST', token: null, body: { email: 'anna@demo.test' } },
    { path: '/api/auth/session', method: 'GET', token: 'Bearer access-0', body: undefined },
  ])
  expect(store.getState().status).toBe('authenticated')
  expect(addresses).toEqual(['/email-verify'])
})

it('a sign-up that prevents the login says so to the server, and stays signed out, where it is', async () => {
  const { store, session, calls, addresses } = open(null, [json({ user: anna, redirect: '/sign-in' }, 201)])
  expect(await session.signUp({ email: 'anna@demo.test' }, { preventLogin: true })).toBeNull()
  expect(store.getState()).toMatchObject(signedOut)
  expect(calls).toMatchObject([{ path: '/api/auth/sign-up', body: { email: 'anna@demo.test', preventLogin: true } }])
  expect(addresses).toEqual([])
})

it.each([false, true])('a refused sign-up names its fields; login prevented: %s', async (preventLogin) => {
  const fields = { email: 'Not an address.' }
  const { session } = open(null, [json({ error: { ...refusal, fields } }, 422)])
  expect(await session.signUp({}, { preventLogin })).toEqual({ kind: 'refused', status: 422, ...refusal, fields })
})

it('a sign-out clears data and token, then calls the server with the token, then leads on', async () => {
  const answer = Promise.withResolvers<Response>()
  const { store, session, calls, addresses } = open(anna, [fetched(), answer.promise])
  await store.getState().refresh()
  const leaving = session.signOut()
  expect(store.getState()).toMatchObject({ ...signedOut, end: 'signed-out' })
  expect(calls[1]).toEqual({ path: '/api/auth/sign-out', method: 'POST', token: 'Bearer access-1', body: {} })
  expect(addresses).toEqual([])
  answer.resolve(json({ redirect: '/uk' }))
  expect(await leaving).toBeNull()
  expect(addresses).toEqual(['/uk'])
})

it('a sign-out before the first fetch asks for the token that it sends', async () => {
  const { store, session, calls } = open(anna, [fetched(), json({ redirect: '/' })])
  await session.signOut()
  expect(calls.map(({ path, token: header }) => [path, header])).toEqual([
    ['/api/auth/session', null],
    ['/api/auth/sign-out', 'Bearer access-1'],
  ])
  expect(store.getState()).toMatchObject(signedOut)
})

it('a sign-out waits for a refresh that is under way, and sends the token that it brings', async () => {
  const answer = Promise.withResolvers<Response>()
  const { store, session, calls } = open(anna, [fetched(), answer.promise, json({ redirect: '/' })])
  await store.getState().refresh()
  void store.getState().refresh()
  const leaving = session.signOut()
  answer.resolve(fetched('access-2'))
  await leaving
  expect(calls.map(({ token: header }) => header)).toEqual([null, 'Bearer access-1', 'Bearer access-2'])
})

it('a sign-out waits two seconds for a refresh that hangs, then goes without a token; a late answer brings nothing back', async () => {
  vi.useFakeTimers()
  const answer = Promise.withResolvers<Response>()
  const { store, session, calls, addresses } = open(anna, [answer.promise, json({ redirect: '/' })])
  const leaving = session.signOut()
  await vi.advanceTimersByTimeAsync(1999)
  expect(calls).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await leaving).toBeNull()
  expect(calls[1]).toMatchObject({ path: '/api/auth/sign-out', token: null })
  answer.resolve(fetched())
  await vi.advanceTimersByTimeAsync(0)
  expect(store.getState()).toMatchObject({ ...signedOut, end: 'signed-out' })
  expect(addresses).toEqual(['/'])
})

it('a refused sign-out that did not wait for a refresh leaves a page that is signed in', async () => {
  vi.useFakeTimers()
  const { store, session } = open(anna, [new Promise<Response>(() => {}), json({ error: refusal }, 503)])
  const leaving = session.signOut()
  await vi.advanceTimersByTimeAsync(2000)
  expect(await leaving).toMatchObject({ kind: 'refused', status: 503 })
  expect(store.getState()).toMatchObject({ status: 'authenticated', data: anna, end: null })
})

it('a sign-out of a session that is over leads on as any other, and nothing takes it for a surprise', async () => {
  const { store, session, calls, addresses } = open(anna, [json({}, 401), json({ redirect: '/' })])
  const ends = new Set<unknown>()
  store.subscribe(({ end }) => ends.add(end))
  expect(await session.signOut()).toBeNull()
  expect(calls[1]).toMatchObject({ path: '/api/auth/sign-out', token: null })
  expect(ends).not.toContain('refused')
  expect(addresses).toEqual(['/'])
})

it('nothing is fetched again once a sign-out is under way', async () => {
  const { store, session, calls } = open(anna, [fetched(), json({})])
  await store.getState().refresh()
  const leaving = session.signOut()
  await store.getState().refresh()
  await leaving
  await store.getState().refresh()
  expect(calls).toHaveLength(2)
})

it('a sign-out that does not arrive leaves the session as it was', async () => {
  const { store, session, addresses } = open(anna, [fetched(), new TypeError('fetch failed'), json({ error: refusal }, 503)])
  await store.getState().refresh()
  const before = store.getState()
  expect(await session.signOut()).toBe('offline')
  expect(store.getState()).toEqual(before)
  expect(await session.signOut()).toMatchObject({ kind: 'refused', status: 503 })
  expect(store.getState()).toEqual(before)
  expect(addresses).toEqual([])
})
