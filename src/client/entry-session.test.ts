import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Bootstrap, Viewer } from '#shared/bootstrap.ts'
import { sessionActions } from '#features/auth/contract.ts'

const robin: Viewer = { id: 'robin', state: 'incomplete', firstName: 'Robin', avatar: null, appearance: { id: 3 } }

/** A page during registration; `answer` is the server's answer about the session. */
async function open({ isPeriodic = false } = {}) {
  const view = new EventTarget()
  const page = Object.assign(new EventTarget(), {
    getElementById: () => ({ textContent: JSON.stringify(bootstrap(isPeriodic)) }),
  })
  const server = { answer: () => Response.json({ token: 'token', user: robin }) }
  const place = { assign: vi.fn<(address: string) => void>() }
  const call = vi.fn<typeof fetch>(async () => server.answer())
  const globals = {
    window: view,
    document: page,
    location: place,
    fetch: call,
    navigator: { onLine: true },
    localStorage: emptyStorage,
  }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  // A separate page, with its own session store.
  vi.resetModules()
  const { keepEntrySession } = await import('./entry-session.ts')
  keepEntrySession()
  const focus = () => {
    view.dispatchEvent(new Event('focus'))
    return settle()
  }
  return { page, server, place, call, focus }
}

const bootstrap = (periodicRefresh: boolean) =>
  ({ viewer: robin, locale: 'uk', config: { periodicRefresh } }) as Partial<Bootstrap>
const emptyStorage = { getItem: () => null, removeItem: () => {} }
const settle = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('refreshes the session for the focus that it came with, and for every later one', async () => {
  const { call, place, focus } = await open()
  await settle()
  expect(call.mock.calls.map(([path]) => path)).toEqual([sessionActions.current.path])
  await focus()
  expect(call).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(call).toHaveBeenCalledTimes(2)
  expect(place.assign).not.toHaveBeenCalled()
})

it('also every second where the deployment has it so', async () => {
  const { call } = await open({ isPeriodic: true })
  await vi.advanceTimersByTimeAsync(3000)
  expect(call).toHaveBeenCalledTimes(4)
})

it.each([
  ['is over', () => Response.json({}, { status: 401 })],
  ['is at another step', () => Response.json({ token: 'token', user: { ...robin, state: 'complete' } })],
  ['is somebody else’s', () => Response.json({ token: 'token', user: { ...robin, id: 'dana' } })],
])('leads to the sign-in page, which knows the way on, when it %s', async (_, answer) => {
  const { server, place, focus } = await open()
  await settle()
  server.answer = answer
  await focus()
  expect(place.assign.mock.calls).toEqual([['/uk/sign-in']])
})

it('leaves the way to the page’s own form for as long as that is answered', async () => {
  const { page, server, place, focus } = await open()
  await settle()
  page.dispatchEvent(new Event('submit'))
  server.answer = () => Response.json({ token: 'token', user: { ...robin, state: 'complete' } })
  await focus()
  expect(place.assign).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(10_000)
  await focus()
  expect(place.assign).toHaveBeenCalledTimes(1)
})

it('a server in trouble leads nowhere', async () => {
  const { server, place, focus } = await open()
  await settle()
  server.answer = () => Response.json({}, { status: 503 })
  await focus()
  expect(place.assign).not.toHaveBeenCalled()
})
