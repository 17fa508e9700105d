import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Viewer } from '#shared/bootstrap.ts'
import { createSessionState, fetchFailure, type SessionDeps, type SessionStatus } from './session-state.ts'

const anna: Viewer = { id: 'anna', state: 'complete', firstName: 'Anna', avatar: null, appearance: { id: 3 } }

/** A fake server: responses come from the list; null breaks the connection. */
function world(answers: (Response | null)[]) {
  const headers: (string | null)[] = []
  const errors: string[] = []
  const seen = { online: true, now: 1000 }
  vi.stubGlobal('fetch', async (_: string, init?: RequestInit) => {
    headers.push(new Headers(init?.headers).get('authorization'))
    const answer = answers.shift()
    if (!answer) throw new TypeError('fetch failed')
    return answer
  })
  const deps: SessionDeps = {
    now: () => seen.now,
    isOnline: () => seen.online,
    logError: (...message) => void errors.push(message.join(' ')),
  }
  return { deps, headers, errors, seen }
}
afterEach(() => vi.unstubAllGlobals())

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
    const { deps, headers } = world([session(), session()])
    const store = createSessionState(anna, deps)
    await store.getState().refresh()
    await store.getState().refresh()
    expect(headers).toEqual([null, 'Bearer access-1'])
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

  it('calls only a 401 the end of the session, not a server in trouble, and each 401 again', async () => {
    const { deps } = world([json({}, 503), json({}, 401), json({}, 401), session()])
    const store = createSessionState(anna, deps)
    const ends: unknown[] = []
    store.subscribe(({ end }, before) => end !== before.end && ends.push(end))
    const refresh = () =>
      store
        .getState()
        .refresh()
        .catch(() => undefined)
    await refresh()
    expect(ends).toEqual([])
    await refresh()
    expect(ends).toEqual(['refused'])
    await refresh()
    expect(ends).toEqual(['refused', null, 'refused'])
    await refresh()
    expect(store.getState().end).toBeNull()
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
    const { deps, headers, seen } = world([session()])
    seen.online = false
    const store = createSessionState(anna, deps)
    await store.getState().refresh()
    expect(headers).toEqual([])
    expect(store.getState().status).toBe('authenticated')
  })

  it('shares one fetch between refreshes made at once', async () => {
    const { deps, headers } = world([session()])
    const store = createSessionState(anna, deps)
    await Promise.all([store.getState().refresh(), store.getState().refresh()])
    expect(headers).toHaveLength(1)
  })
})
