import { afterEach, expect, test, vi } from 'vitest'
import { sendAction } from './send-action.ts'
import { sendInOrder } from './send-in-order.ts'

type Sent = { action: string; init: RequestInit; answer: (response: Response | Error) => void }

/** Every request waits here until the test answers it. */
function holdRequests(): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal(
    'fetch',
    (action: string, init: RequestInit) =>
      new Promise<Response>((resolve, reject) => {
        sent.push({ action, init, answer: (given) => (given instanceof Error ? reject(given) : resolve(given)) })
      }),
  )
  return sent
}
afterEach(() => vi.unstubAllGlobals())

const done = () => Response.json({ favourite: true })

test('what was pressed outlives the page, unless it is more than browsers keep alive', () => {
  const sent = holdRequests()
  void sendAction({ path: '/api/favourites' }, { id: 'anna' }, 'offline')
  void sendAction({ path: '/api/reports' }, { text: 'x'.repeat(20_000) }, 'offline')
  expect(sent.map(({ init }) => init.keepalive)).toEqual([true, false])
})

test('what concerns one person goes in the order of the presses, others do not wait', async () => {
  const sent = holdRequests()
  const first = sendInOrder(['anna'], { path: '/keep' }, { id: 'anna' }, 'offline')
  const second = sendInOrder(['anna'], { path: '/remove' }, { id: 'anna' }, 'offline')
  void sendInOrder(['ben'], { path: '/keep' }, { id: 'ben' }, 'offline')
  await vi.waitFor(() => expect(sent.map(({ action }) => action)).toEqual(['/keep', '/keep']))
  sent[0]?.answer(done())
  expect(await first).toMatchObject({ kind: 'done' })
  await vi.waitFor(() => expect(sent).toHaveLength(3))
  expect(sent[2]?.action).toBe('/remove')
  sent[2]?.answer(done())
  expect(await second).toMatchObject({ kind: 'done' })
})

test('a press after one that found no server is sent all the same', async () => {
  const sent = holdRequests()
  const first = sendInOrder(['cleo'], { path: '/keep' }, { id: 'cleo' }, 'You are offline')
  const second = sendInOrder(['cleo'], { path: '/remove' }, { id: 'cleo' }, 'You are offline')
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  sent[0]?.answer(new TypeError('Failed to fetch'))
  expect(await first).toMatchObject({ kind: 'refused', message: 'You are offline' })
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  sent[1]?.answer(done())
  expect(await second).toMatchObject({ kind: 'done' })
})

test('a press about several things goes after all that was pressed about one of them', async () => {
  const sent = holdRequests()
  const actions = () => sent.map(({ action }) => action)
  void sendInOrder(['dora', 'passes'], { path: '/pass-dora' }, {}, 'offline')
  void sendInOrder(['emil'], { path: '/like-emil' }, {}, 'offline')
  void sendInOrder(['emil', 'passes'], { path: '/pass-emil' }, {}, 'offline')
  void sendInOrder(['emil', 'passes'], { path: '/undo-emil' }, {}, 'offline')
  await vi.waitFor(() => expect(actions()).toEqual(['/pass-dora', '/like-emil']))
  sent[1]?.answer(done())
  // The response for one of the two is not enough.
  await new Promise((resolve) => setTimeout(resolve))
  expect(sent).toHaveLength(2)
  sent[0]?.answer(done())
  await vi.waitFor(() => expect(actions()).toEqual(['/pass-dora', '/like-emil', '/pass-emil']))
  sent[2]?.answer(done())
  await vi.waitFor(() => expect(actions().at(-1)).toBe('/undo-emil'))
  sent[3]?.answer(done())
})
