import { env, evictDurableObject, SELF } from 'cloudflare:test'
import { afterEach, expect, it, vi } from 'vitest'
import { channelName } from '#shared/realtime/wire.ts'
import { readHistory } from '#features/chat/server/public.ts'
import { createMember } from '#test/support/worker/members.ts'
import { connect, newId, openPair, origin, upgrade } from '#test/support/worker/realtime-client.ts'

afterEach(() => void vi.restoreAllMocks())

/** From now on D1 answers nothing, for the worker and all objects, as when its connection is lost. */
function takeDatabaseAway(): void {
  const away = async () => Promise.reject(new Error('D1_ERROR: Network connection lost.'))
  const statement = Object.getPrototypeOf(env.DB.prepare('select 1')) as D1PreparedStatement
  for (const name of ['all', 'first', 'raw', 'run'] as const) vi.spyOn(statement, name).mockImplementation(away)
  vi.spyOn(Object.getPrototypeOf(env.DB) as D1Database, 'batch').mockImplementation(away)
}

const say = (conversation: string, cid: string, text: string) => ({
  type: 'message:send',
  channel: channelName.conversation(conversation),
  cid,
  text,
})

/** Short words are bound to the next one by a space that does not break. */
const withSpaces = (text: string) => text.replaceAll('\u00a0', ' ')

it('a message is refused as unavailable while D1 is away, stores nothing, and its repeat arrives once when D1 is back', async () => {
  const { conversation, anna, ben } = await openPair()
  const [annas, bens] = [await connect(anna), await connect(ben)]
  await annas.enter(conversation)
  await bens.enter(conversation)
  await evictDurableObject(env.CONVERSATION.getByName(conversation))
  takeDatabaseAway()
  const message = say(conversation, newId(), 'hello')
  for (let n = 0; n < 3; n += 1) expect(await annas.request(message)).toMatchObject({ status: 'error', code: 'unavailable' })
  vi.restoreAllMocks()
  for (let n = 0; n < 2; n += 1) expect(await annas.request(message)).toMatchObject({ status: 'success', data: { seq: 1 } })
  await bens.until(() => bens.messages()[0], 'the message')
  expect((await readHistory(env, conversation, ben))?.page?.messages.map(({ text }) => text)).toEqual(['hello'])
  expect(bens.messages().map(({ text }) => text)).toEqual(['hello'])
})

it('connections that are open stay open, and a new one is refused until D1 is back', async () => {
  const { anna } = await openPair()
  const open = await connect(anna)
  takeDatabaseAway()
  expect(await open.heads()).toEqual({})
  expect((await upgrade(anna, newId())).status).toBe(500)
  vi.restoreAllMocks()
  expect((await upgrade(anna, newId())).status).toBe(101)
  expect(await open.heads()).toEqual({})
})

it('pages and calls say so in the reader’s language, and no cache stores the answer', async () => {
  const member = await createMember()
  takeDatabaseAway()
  const headers = { authorization: `Bearer ${member.token}`, accept: 'text/html', 'accept-language': 'uk' }
  const page = await SELF.fetch(`${origin}/uk/people`, { headers })
  expect([page.status, page.headers.get('cache-control')]).toEqual([500, 'no-store'])
  const html = await page.text()
  expect(html).toContain('<html lang="uk">')
  expect(withSpaces(html)).toContain('<h1>У нас щось зламалося</h1>')
  const call = await SELF.fetch(`${origin}/api/people/count`, { headers: { ...headers, accept: 'application/json' } })
  expect([call.status, call.headers.get('cache-control')]).toEqual([500, 'no-store'])
  expect(withSpaces(await call.text())).toContain('У нас щось зламалося. Спробуй за хвилину.')
})
