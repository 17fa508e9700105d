import { expect, it, vi } from 'vitest'
import { channelName } from '#shared/realtime/wire.ts'
import { createDelivery, sentMessage } from './deliver.ts'
import type { StoredItem } from './outbox-store.ts'
import { RequestError } from '../requests.ts'

const item: StoredItem = {
  channel: channelName.conversation('c1'),
  cid: 'cid-00000001',
  text: 'Look',
  createdAt: 0,
  status: 'pending',
  replyTo: { epoch: 'e', seq: 3 },
}
const uploaded = { id: 'photo-id', width: 800, height: 600 }
const sent = { epoch: 'e', seq: 4, sentAt: 5 }

function setUp(answer: () => Response | Promise<Response>) {
  const fetch = vi.fn(async (_path: string, _init: RequestInit) => answer())
  const ask = vi.fn(async (): Promise<unknown> => sent)
  return { fetch, ask, delivery: createDelivery({ ask, fetch: fetch as unknown as typeof globalThis.fetch }) }
}

it('brings a photo up as a form with conversation and cid, and answers where it is', async () => {
  const { fetch, delivery } = setUp(() => Response.json({ photo: uploaded }))
  expect(await delivery.upload(item, new Blob(['bytes'], { type: 'image/webp' }))).toEqual(uploaded)
  const [path, init] = fetch.mock.calls[0]!
  const form = init.body as FormData
  expect([path, init.method, form.get('conversation'), form.get('cid')]).toEqual([
    '/api/chat/photo',
    'POST',
    'c1',
    'cid-00000001',
  ])
  expect(await (form.get('file') as File).text()).toBe('bytes')
})

it('sends over the connection, with the photo that is up', async () => {
  const { fetch, ask, delivery } = setUp(() => Response.json({}))
  expect(await delivery.send({ ...item, uploaded })).toEqual(sent)
  expect(ask).toHaveBeenCalledWith({
    type: 'message:send',
    channel: item.channel,
    cid: item.cid,
    text: 'Look',
    replyTo: { epoch: 'e', seq: 3 },
    photo: 'photo-id',
  })
  expect(fetch).not.toHaveBeenCalled()
})

it('sends by a plain call where this tab has not joined the conversation', async () => {
  const { fetch, ask, delivery } = setUp(() => Response.json(sent))
  ask.mockRejectedValueOnce(new RequestError('not-joined'))
  expect(await delivery.send(item)).toEqual(sent)
  const [path, init] = fetch.mock.calls[0]!
  expect(path).toBe('/api/chat/send')
  expect(JSON.parse(init.body as string)).toEqual({ conversation: 'c1', cid: item.cid, text: 'Look', replyTo: 3 })
})

it.each([
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [404, 'forbidden'],
  [409, 'conflict'],
  [413, 'too-big'],
  [422, 'bad-frame'],
  [429, 'too-many'],
  [503, 'unavailable'],
])('puts the status %i into the words of the socket: %s', async (status, code) => {
  const { delivery } = setUp(() => Response.json({}, { status }))
  await expect(delivery.upload(item, new Blob())).rejects.toMatchObject({ code })
})

it('passes on the Retry-After of a plain call', async () => {
  const { ask, delivery } = setUp(() => new Response('{}', { status: 429, headers: { 'Retry-After': '7' } }))
  ask.mockRejectedValue(new RequestError('not-joined'))
  await expect(delivery.send(item)).rejects.toMatchObject({ code: 'too-many', retryAfterS: 7 })
})

it('rejects a call without an answer as unavailable, so that it is retried', async () => {
  const { delivery } = setUp(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(delivery.upload(item, new Blob())).rejects.toMatchObject({ code: 'unavailable' })
})

it('knows the message as everyone will see it', () => {
  expect(sentMessage({ ...item, uploaded, photo: new Blob() }, sent, 'me')).toEqual({
    ...sent,
    cid: item.cid,
    from: 'me',
    text: 'Look',
    replyTo: { epoch: 'e', seq: 3 },
    photo: uploaded,
  })
})
