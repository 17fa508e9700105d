import { env, evictDurableObject } from 'cloudflare:test'
import { afterEach, expect, it, vi } from 'vitest'
import { channelName } from '#shared/realtime/wire.ts'
import { connect, eventually, openPair } from '#test/support/worker/realtime-client.ts'
import { readSummary } from '#features/member-hub/server/public.ts'

afterEach(() => void vi.restoreAllMocks())

/** Counts what the worker and all objects ask D1 from now on; a batch is one call. */
function countCalls(): () => number {
  const database: object = Object.getPrototypeOf(env.DB)
  const statement: object = Object.getPrototypeOf(env.DB.prepare('select 1'))
  const spies = [vi.spyOn(database as D1Database, 'batch')]
  const names = ['all', 'first', 'raw', 'run'] as const
  const others = names.map((name) => vi.spyOn(statement as D1PreparedStatement, name))
  return () => [...spies, ...others].reduce((total, { mock }) => total + mock.calls.length, 0)
}

/** Anna's unread message makes her hub ask who of her people can be met, when a page comes. */
async function openWithUnread() {
  const { conversation, anna, ben } = await openPair()
  const bens = await connect(ben)
  await bens.enter(conversation)
  await bens.say(conversation, 'hello')
  await eventually(async () => (await readSummary(env, anna))?.unread === 1, 'one unread')
  return { conversation, anna }
}

it('a page that comes back after a deployment asks D1 once: whether its member may still act', async () => {
  const { anna } = await openWithUnread()
  const before = await connect(anna)
  await before.join(channelName.member(anna))
  await evictDurableObject(env.MEMBER_HUB.getByName(anna))
  const calls = countCalls()
  const back = await connect(anna)
  expect(await back.join(channelName.member(anna), { epoch: '', seq: 0 })).toMatchObject({
    status: 'success',
    data: { summary: { unread: 1 } },
  })
  expect(calls()).toBe(1)
})

it('a page that comes for the first time also learns who cannot be met any more', async () => {
  const { anna } = await openWithUnread()
  const calls = countCalls()
  const page = await connect(anna)
  await page.join(channelName.member(anna))
  expect(calls()).toBeGreaterThan(1)
})

it('the conversation on its screen asks once more, for both of its members together', async () => {
  const { conversation, anna } = await openWithUnread()
  const before = await connect(anna)
  const { epoch, head } = await before.enter(conversation)
  await evictDurableObject(env.MEMBER_HUB.getByName(anna))
  await evictDurableObject(env.CONVERSATION.getByName(conversation))
  const calls = countCalls()
  const [back, phone] = [await connect(anna), await connect(anna)]
  for (const client of [back, phone]) {
    await client.join(channelName.member(anna), { epoch: '', seq: 0 })
    expect(await client.enter(conversation, { epoch, seq: head })).toMatchObject({ recovered: true })
  }
  expect(calls()).toBe(3)
})
