import { env, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { afterEach, expect, it, vi } from 'vitest'
import { timings } from '#shared/realtime/wire.ts'
import { crash, crashHub, inHub } from '#test/support/worker/objects.ts'
import {
  connectDirectly,
  eventually,
  newId,
  openPage,
  openPair,
  type RealtimeClient,
} from '#test/support/worker/realtime-client.ts'

vi.setConfig({ testTimeout: 60_000 })
afterEach(() => void vi.restoreAllMocks())

const socketsOf = (member: string) => inHub(member, 'SELECT connection, conversation FROM direct_sockets')

/** The hub's sockets have been silent for longer than any that lives. */
async function silence(member: string): Promise<void> {
  const hub = env.MEMBER_HUB.getByName(member)
  await runInDurableObject(hub, (_, state) => {
    for (const socket of state.getWebSockets())
      socket.serializeAttachment({ ...socket.deserializeAttachment(), acceptedAt: Date.now() - timings.silenceMs })
  })
  await evictDurableObject(hub)
}

async function isReaped(member: string, first: RealtimeClient): Promise<void> {
  let code: number | null = null
  void first.closed.then((closed) => (code = closed.code))
  await eventually(async () => {
    await runDurableObjectAlarm(env.MEMBER_HUB.getByName(member))
    return code !== null
  }, 'the end of the first socket')
  expect(code).toBe(4408)
}

it('the silent first socket of a page with a second one is closed', async () => {
  const { conversation, anna } = await openPair()
  const { first } = await openPage(anna, conversation)
  await silence(anna)
  await isReaped(anna, first)
})

it('it is closed as well if the second one was found silent before', async () => {
  const { conversation, anna } = await openPair()
  const { first, direct } = await openPage(anna, conversation)
  direct.socket.close(1000)
  await eventually(async () => (await socketsOf(anna)).length === 0, 'the row is gone')
  await silence(anna)
  await isReaped(anna, first)
})

it('a page that has left the conversation is watched no longer than until its next frame', async () => {
  const { conversation, anna } = await openPair()
  const { first, direct } = await openPage(anna, conversation)
  direct.socket.close(1000)
  await eventually(async () => (await socketsOf(anna)).length === 0, 'the row is gone')
  await first.heads()
  const alarms = () => inHub(anna, "SELECT name FROM alarms WHERE name = 'reap'")
  await eventually(async () => {
    await runDurableObjectAlarm(env.MEMBER_HUB.getByName(anna))
    return (await alarms()).length === 0
  }, 'no more alarms')
  expect(first.socket.readyState).toBe(WebSocket.OPEN)
})

it('a socket that was lost before it joined is forgotten with the next one that opens there', async () => {
  const { conversation, anna } = await openPair()
  await connectDirectly(anna, conversation)
  await crash(conversation)
  expect(await socketsOf(anna)).toHaveLength(1)
  await connectDirectly(anna, conversation)
  expect(await socketsOf(anna)).toHaveLength(1)
})

it('a socket that was lost before it joined is forgotten once its page has gone', async () => {
  const { conversation, anna } = await openPair()
  await connectDirectly(anna, conversation)
  await crash(conversation)
  await crashHub(anna)
  await eventually(async () => {
    await runDurableObjectAlarm(env.MEMBER_HUB.getByName(anna))
    return (await socketsOf(anna)).length === 0
  }, 'the row is gone')
})

it('lost sockets in four conversations keep no fifth one out for long', async () => {
  const [anna, ids] = [newId(), [...Array(5).keys()].map(() => newId())]
  for (const id of ids) await env.CONVERSATION.getByName(id).open({ kind: 'direct', members: [anna, newId()], at: Date.now() })
  const [fifth = '', ...others] = ids
  for (const id of others) {
    await connectDirectly(anna, id)
    await crash(id)
  }
  expect(await (await connectDirectly(anna, fifth)).closed).toMatchObject({ code: 4429 })
  await eventually(async () => (await socketsOf(anna)).length === 0, 'room')
  expect(await (await connectDirectly(anna, fifth)).enter(fifth)).toMatchObject({ head: 0 })
})

it('the purge of one of the two ends the sockets of both', async () => {
  const { conversation, anna, ben } = await openPair()
  const pages = [await openPage(anna, conversation), await openPage(ben, conversation)]
  await env.CONVERSATION.getByName(conversation).purge()
  for (const { direct, first } of pages) {
    expect(await direct.closed).toMatchObject({ code: 4403 })
    expect(direct.events('closed')).toHaveLength(1)
    expect(first.socket.readyState).toBe(WebSocket.OPEN)
  }
  for (const member of [anna, ben]) expect(await socketsOf(member)).toEqual([])
})
