import { afterEach, beforeEach, expect, test, vi } from 'vitest'

// Modules of its own: files share theirs, and an action that another one never answered would be under way here for ever.
vi.resetModules()
const { noteChange } = await import('#shared/changes.ts')
const { sendAction } = await import('#ui/forms/send-action.ts')
const { sendInOrder } = await import('#ui/forms/send-in-order.ts')
const { fetchAhead, takePayload } = await import('./payloads.ts')

type Held = { path: string; answer: (body: unknown, init?: ResponseInit) => void }

/** Pending requests; each waits until the test answers it. */
let held: Held[] = []

beforeEach(() => {
  vi.useFakeTimers()
  held = []
  vi.stubGlobal(
    'fetch',
    (path: string) =>
      new Promise<Response>((resolve) => held.push({ path, answer: (body, init) => resolve(Response.json(body, init)) })),
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Returns a separate page for each test, because prefetched payloads are cached by URL. */
const page = (path: string) => new URL(path, 'https://kismet.example')
const pathsAsked = () => held.map(({ path }) => path)

test('a page that was fetched ahead is not asked for again', async () => {
  expect([fetchAhead(page('/a')), fetchAhead(page('/a'))]).toEqual([true, false])
  held[0]?.answer({ build: 'one' })
  expect(await takePayload(page('/a'))).toEqual({ build: 'one' })
  expect(pathsAsked()).toEqual(['/a/_payload.json'])
})

test('a page that is refused because it was too much at once is left to its document, and may be asked for later', async () => {
  fetchAhead(page('/limited'))
  held[0]?.answer({ error: { code: 'too-many' } }, { status: 429, headers: { 'Retry-After': '60' } })
  expect(await takePayload(page('/limited'))).toBeNull()
  const later = takePayload(page('/limited'))
  held[1]?.answer({ build: 'one' })
  expect(await later).toEqual({ build: 'one' })
})

test('a page that is closed comes as the one in its place; of another outage the document says more', async () => {
  const closed = takePayload(page('/closed'))
  held[0]?.answer({ build: 'one', data: { error: { status: 503 } } }, { status: 503 })
  expect(await closed).toEqual({ build: 'one', data: { error: { status: 503 } } })
  const away = takePayload(page('/away'))
  held[1]?.answer({ error: { code: 'unavailable' } }, { status: 503 })
  expect(await away).toBeNull()
})

test('after ten seconds it is', () => {
  fetchAhead(page('/b'))
  vi.advanceTimersByTime(10_000)
  void takePayload(page('/b'))
  expect(pathsAsked()).toHaveLength(2)
})

test('what was fetched ahead, or is being fetched, is not used once an action was sent, nor once it was answered', async () => {
  fetchAhead(page('/c'))
  const sent = sendAction({ path: '/api/favourites' }, {}, 'offline')
  expect(fetchAhead(page('/c'))).toBe(true)
  held[1]?.answer({ favourite: true })
  await sent
  const taken = takePayload(page('/c'))
  expect(pathsAsked()).toEqual(['/c/_payload.json', '/api/favourites', '/c/_payload.json', '/c/_payload.json'])
  held[0]?.answer({ build: 'before' })
  held[2]?.answer({ build: 'meanwhile' })
  held[3]?.answer({ build: 'after' })
  expect(await taken).toEqual({ build: 'after' })
})

test('a page that is opened while an action is under way is asked for again when both are answered', async () => {
  const sent = sendAction({ path: '/api/favourites' }, {}, 'offline')
  const taken = takePayload(page('/d'))
  held[0]?.answer({ favourite: true })
  await sent
  held[1]?.answer({ build: 'perhaps before' })
  await vi.waitFor(() => expect(held).toHaveLength(3))
  held[2]?.answer({ build: 'after' })
  expect(await taken).toEqual({ build: 'after' })
})

test('a page that comes while actions are under way waits for their answers, and is asked for again', async () => {
  const press = () => sendInOrder(['cart'], { path: '/api/cart' }, {}, 'offline')
  const sent = Promise.all([press(), press()])
  const taken = takePayload(page('/cart'))
  const isTaken = vi.fn()
  void taken.then(isTaken)
  held.find(({ path }) => path.startsWith('/cart'))?.answer({ build: 'before' })
  await vi.advanceTimersByTimeAsync(2_000)
  held.find(({ path }) => path === '/api/cart')?.answer({})
  await vi.advanceTimersByTimeAsync(2_000)
  expect(pathsAsked().filter((path) => path === '/api/cart')).toHaveLength(2)
  expect(isTaken).not.toHaveBeenCalled()
  held.at(-1)?.answer({})
  await sent
  await vi.waitFor(() => expect(held).toHaveLength(4))
  held.at(-1)?.answer({ build: 'after' })
  expect(await taken).toEqual({ build: 'after' })
  expect(vi.getTimerCount()).toBe(0)
})

test('an action that hangs holds no page up for longer than five seconds', async () => {
  void sendAction({ path: '/api/cart' }, {}, 'offline')
  const taken = takePayload(page('/hung'))
  held[1]?.answer({ build: 'one' })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await taken).toEqual({ build: 'one' })
  held[0]?.answer({})
})

test('a prefetched payload is not used once the server reported a change', () => {
  fetchAhead(page('/e'))
  noteChange()
  void takePayload(page('/e'))
  expect(pathsAsked()).toHaveLength(2)
})
