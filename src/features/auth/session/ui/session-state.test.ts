import { describe, expect, it } from 'vitest'
import type { Viewer } from '#shared/bootstrap.ts'
import { createSessionState, fetchFailure, type SessionDeps, type SessionStatus } from './session-state.ts'

const anna: Viewer = { id: 'anna', state: 'complete', firstName: 'Anna', avatar: null, appearance: { id: 3 } }

type Call = { path: string; method: string; headers: Record<string, string>; body: unknown }

/** A fake server: answers come from the list; a null breaks the connection. */
function world(answers: (Response | null)[]) {
  const calls: Call[] = []
  const errors: string[] = []
  const places: string[] = []
  const seen = { online: true, ended: 0, now: 1000 }
  const deps: SessionDeps = {
    fetch: async (path, init) => {
      calls.push({
        path,
        method: init.method ?? 'GET',
        headers: { ...(init.headers as Record<string, string>) },
        body: init.body,
      })
      const answer = answers.shift()
      if (!answer) throw new TypeError('fetch failed')
      return answer
    },
    now: () => seen.now,
    isOnline: () => seen.online,
    navigate: (path) => void places.push(path),
    signedOutPath: '/',
    onEnded: () => void seen.ended++,
    logError: (...message) => void errors.push(message.join(' ')),
  }
  return { deps, calls, errors, places, seen }
}

const json = (body: unknown, status = 200) => Response.json(body, { status })
const session = () => json({ user: anna, token: 'access-1' })

describe('the session store', () => {
  it('starts unauthenticated, loads, and is authenticated when a session is fetched', async () => {
    const { deps } = world([session()])
    const store = createSessionState(null, deps)
    const statuses: SessionStatus[] = [store.getState().status]
    store.subscribe(({ status }) => statuses.push(status))
    await store.getState().refresh()
    expect(statuses).toEqual(['unauthenticated', 'loading', 'authenticated'])
    expect(store.getState()).toMatchObject({ data: anna, token: 'access-1', lastRefreshed: 1000 })
  })

  it('starts authenticated with the viewer that the page was written for', () => {
    expect(createSessionState(anna, world([]).deps).getState()).toMatchObject({
      status: 'authenticated',
      data: anna,
      token: null,
    })
  })

  it('sends the token it has in the Authorization header', async () => {
    const { deps, calls } = world([session(), session()])
    const store = createSessionState(anna, deps)
    await store.getState().refresh()
    await store.getState().refresh()
    expect(calls.map((call) => call.headers['Authorization'])).toEqual([undefined, 'Bearer access-1'])
  })

  it.each([401, 403, 500])('clears data and token when the fetch answers %i, and names the failure', async (status) => {
    const { deps, errors } = world([session(), json({}, status)])
    const store = createSessionState(anna, deps)
    await store.getState().refresh()
    await expect(store.getState().refresh()).rejects.toThrow(fetchFailure)
    expect(store.getState()).toMatchObject({ status: 'unauthenticated', data: null, token: null })
    expect(errors).toHaveLength(1)
    expect(errors[0]).toContain('/api/auth/session')
  })

  it('calls only a 401 the end of the session, not a server in trouble', async () => {
    const { deps, seen } = world([json({}, 503), json({}, 401)])
    const store = createSessionState(anna, deps)
    await store
      .getState()
      .refresh()
      .catch(() => undefined)
    expect(seen.ended).toBe(0)
    await store
      .getState()
      .refresh()
      .catch(() => undefined)
    expect(seen.ended).toBe(1)
  })

  it('treats an answer without a string token as a failure', async () => {
    const { deps } = world([json({ user: anna, token: 7 })])
    const store = createSessionState(anna, deps)
    await expect(store.getState().refresh()).rejects.toThrow(fetchFailure)
    expect(store.getState().status).toBe('unauthenticated')
  })

  it('keeps everything when the connection breaks: that was no attempt', async () => {
    const { deps, errors } = world([session(), null])
    const store = createSessionState(anna, deps)
    await store.getState().refresh()
    await store.getState().refresh()
    expect(store.getState()).toMatchObject({ status: 'authenticated', data: anna, token: 'access-1', lastRefreshed: 1000 })
    expect(errors).toEqual([])
  })

  it('starts no fetch while offline', async () => {
    const { deps, calls, seen } = world([session()])
    seen.online = false
    const store = createSessionState(anna, deps)
    await store.getState().refresh()
    expect(calls).toEqual([])
    expect(store.getState().status).toBe('authenticated')
  })

  it('shares one fetch between refreshes made at once', async () => {
    const { deps, calls } = world([session()])
    const store = createSessionState(anna, deps)
    await Promise.all([store.getState().refresh(), store.getState().refresh()])
    expect(calls).toHaveLength(1)
  })

  it('signs in: sends credentials with extra fields, takes the token, fetches the session', async () => {
    const { deps, calls } = world([json({ token: 'access-0', user: anna }), session()])
    const store = createSessionState(null, deps)
    expect(await store.getState().signIn({ email: 'anna@demo.test', password: 'kismet-demo-1' }, { next: '/likes' })).toBe(true)
    expect(JSON.parse(String(calls[0]?.body))).toEqual({ next: '/likes', email: 'anna@demo.test', password: 'kismet-demo-1' })
    expect(calls[1]?.headers['Authorization']).toBe('Bearer access-0')
    expect(store.getState().status).toBe('authenticated')
  })

  it('aborts a sign-in whose answer has no string token, and logs it', async () => {
    const { deps, calls, errors } = world([json({ user: anna })])
    const store = createSessionState(null, deps)
    expect(await store.getState().signIn({ email: 'anna@demo.test', password: 'kismet-demo-1' })).toBe(false)
    expect(store.getState()).toMatchObject({ status: 'unauthenticated', token: null })
    expect(errors[0]).toContain('Sign-in aborted')
    expect(calls).toHaveLength(1)
  })

  it('stays signed out when the credentials are refused', async () => {
    const { deps, errors } = world([json({ error: { code: 'wrong-credentials' } }, 401)])
    const store = createSessionState(null, deps)
    expect(await store.getState().signIn({ email: 'anna@demo.test', password: 'wrong' })).toBe(false)
    expect(store.getState().status).toBe('unauthenticated')
    expect(errors).toEqual([])
  })

  it('signs in after a sign-up, unless that is prevented', async () => {
    const first = world([json({ token: 'access-0', user: anna }, 201), session()])
    const store = createSessionState(null, first.deps)
    expect(await store.getState().signUp({ email: 'anna@demo.test' })).toBe(true)
    expect(store.getState().status).toBe('authenticated')

    const second = world([json({ token: 'access-0', user: anna }, 201)])
    const prevented = createSessionState(null, second.deps)
    expect(await prevented.getState().signUp({ email: 'anna@demo.test' }, { preventLogin: true })).toBe(true)
    expect(prevented.getState()).toMatchObject({ status: 'unauthenticated', token: null })
    expect(second.calls).toHaveLength(1)
  })

  it('signs out: clears data and token, calls the server with the token, and leaves', async () => {
    const { deps, calls, places, seen } = world([session(), json({ redirect: '/uk' })])
    const store = createSessionState(anna, deps)
    await store.getState().refresh()
    const leaving = store.getState().signOut()
    expect(store.getState()).toMatchObject({ status: 'unauthenticated', data: null, token: null })
    await leaving
    expect(calls[1]).toMatchObject({ path: '/api/auth/sign-out', method: 'POST', headers: { Authorization: 'Bearer access-1' } })
    expect(places).toEqual(['/uk'])
    expect(seen.ended).toBe(1)
  })
})
