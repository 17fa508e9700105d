import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { securityEvents } from '#db/schema.ts'
import { sendMessage } from '#features/chat/server/public.ts'
import { MemberHub } from '#objects/member-hub/member-hub.ts'
import { RateLimits } from '#objects/member-hub/dispatch/rate-limits.ts'
import { channelName } from '#shared/realtime/wire.ts'
import { db } from '#test/support/worker/members.ts'
import { crash } from '#test/support/worker/objects.ts'
import { connect, connectDirectly, eventually, newId, openPair, type LineClient } from '#test/support/worker/realtime-client.ts'

vi.setConfig({ testTimeout: 60_000 })

/** Another conversation of the same member. */
async function openAnother(anna: string): Promise<string> {
  const conversation = newId()
  await env.CONVERSATION.getByName(conversation).open({ kind: 'direct', members: [anna, newId()], at: Date.now() })
  return conversation
}

/** Sends until it is refused; returns how many were taken, and the refusal. */
async function exhaust(client: LineClient, conversation: string) {
  const channel = channelName.conversation(conversation)
  for (let taken = 0; ; taken += 1) {
    const answer = await client.request({ type: 'message:send', channel, cid: newId(), text: 'again' })
    if (answer.status === 'error') return { taken, answer }
  }
}

/** The bucket refills one message every 500 ms. */
const withRefill = (began: number) => 20 + Math.ceil((Date.now() - began) / 500) + 1

it('one limit counts the messages of all sockets of a member', async () => {
  const { conversation, anna } = await openPair()
  const other = await openAnother(anna)
  const began = Date.now()
  const [here, there, hub] = [await connectDirectly(anna, conversation), await connectDirectly(anna, other), await connect(anna)]
  await here.enter(conversation)
  await there.enter(other)
  await hub.enter(other)
  const all = await Promise.all([exhaust(here, conversation), exhaust(there, other), exhaust(hub, other)])
  for (const { answer } of all) expect(answer).toMatchObject({ code: 'too-many', retryAfterS: 1 })
  // One may have been refused while others held what was left.
  const rest = await Promise.all([exhaust(here, conversation), exhaust(there, other), exhaust(hub, other)])
  const taken = [...all, ...rest].reduce((sum, one) => sum + one.taken, 0)
  expect(taken).toBeGreaterThanOrEqual(10)
  const plain = await sendMessage(env, other, { member: anna, cid: newId(), text: 'by a form' })
  expect(plain).toMatchObject({ ok: false, code: 'too-many' })
  expect(taken).toBeLessThanOrEqual(withRefill(began))
})

it('one socket may use the whole limit', async () => {
  const { conversation, anna } = await openPair()
  const here = await connectDirectly(anna, conversation)
  await here.enter(conversation)
  expect((await exhaust(here, conversation)).taken).toBeGreaterThanOrEqual(20)
})

it('leaving and coming back brings no more messages', async () => {
  const { conversation, anna } = await openPair()
  const began = Date.now()
  let taken = 0
  const channel = channelName.conversation(conversation)
  const send = async (page: LineClient, count: number) => {
    const frame = () => page.request({ type: 'message:send', channel, cid: newId(), text: 'again' })
    const answers = await Promise.all([...Array(count).keys()].map(frame))
    taken += answers.filter(({ status }) => status === 'success').length
  }
  // As many frames as a second allows, and more messages than the bucket has.
  for (let visit = 0; visit < 3; visit += 1) {
    const here = await connectDirectly(anna, conversation)
    await here.enter(conversation)
    // The next page opens while this one still sends.
    const [next] = await Promise.all([connectDirectly(anna, conversation), send(here, 8)])
    here.socket.close(1000)
    await next.enter(conversation)
    await send(next, 3)
    next.socket.close(1000)
  }
  expect(taken).toBeLessThanOrEqual(withRefill(began))
})

it('sockets that are opened at once, closed and opened again bring no more messages', async () => {
  const { conversation, anna } = await openPair()
  const began = Date.now()
  let taken = 0
  for (let round = 0; round < 5; round += 1) {
    const pages = await Promise.all([...Array(8).keys()].map(() => connectDirectly(anna, conversation)))
    const [page] = pages
    await page?.enter(conversation)
    if (page) taken += (await exhaust(page, conversation)).taken
    for (const page of pages) page.socket.close(1000)
    await Promise.all(pages.map((page) => page.closed))
  }
  expect(taken).toBeLessThanOrEqual(withRefill(began))
})

it('a refused message fills no bucket, and what was sent before the hub knew is a debt', () => {
  const limits = new RateLimits({ ctx: { waitUntil: () => {} }, env, member: newId(), directConversations: () => [] })
  for (let count = 0; count < 20; count += 1) expect(limits.takeMessage(0)).toBe(0)
  // The hub has restarted: it did not know of this loan.
  limits.lend('one', { used: 0, held: 5, wanted: 0 }, 0)
  expect(limits.takeMessage(0)).toBe(3_000)
  limits.endLoan('one')
  expect(limits.takeMessage(0)).toBe(500)
  expect(limits.lend('two', { used: 5, held: 0, wanted: 5 }, 0)).toBe(0)
  expect(limits.takeMessage(2_500)).toBe(500)
  expect(limits.takeMessage(3_000)).toBe(0)
})

it('a repeat of a stored message costs nothing', async () => {
  const { conversation, anna } = await openPair()
  const here = await connectDirectly(anna, conversation)
  await here.enter(conversation)
  const cid = newId()
  for (let count = 0; count < 30; count += 1) expect(await here.say(conversation, 'once', cid)).toMatchObject({ seq: 1 })
})

it('momentary events have a share that the hub does not give twice', async () => {
  const { conversation, anna } = await openPair()
  const channel = channelName.conversation(conversation)
  const [here, hub] = [await connectDirectly(anna, conversation), await connect(anna)]
  await here.enter(conversation)
  await hub.enter(conversation)
  const send = (client: LineClient) => client.request({ type: 'channel:clientEvent', channel, event: 'client-typing' })
  const answers = await Promise.all([...Array(12).keys()].flatMap(() => [send(here), send(hub)]))
  expect(answers.filter(({ status }) => status === 'success').length).toBeLessThanOrEqual(10)
})

it('a fifth conversation, and a ninth page of one, get no direct socket until another has closed', async () => {
  const { conversation, anna } = await openPair()
  const pages = await Promise.all([...Array(8).keys()].map(() => connectDirectly(anna, conversation)))
  expect(await (await connectDirectly(anna, conversation)).closed).toMatchObject({ code: 4429 })
  for (const page of pages.slice(1)) page.socket.close(1000)
  const others = await Promise.all([...Array(3).keys()].map(() => openAnother(anna)))
  for (const other of others) await (await connectDirectly(anna, other)).enter(other)
  const fifth = await openAnother(anna)
  expect(await (await connectDirectly(anna, fifth)).closed).toMatchObject({ code: 4429 })
  pages[0]?.socket.close(1000)
  await eventually(async () => {
    const page = await connectDirectly(anna, fifth)
    return (
      (await Promise.race([page.closed, page.join(channelName.conversation(fifth))])) && page.events('presence:subscribed')[0]
    )
  }, 'room for it')
})

it('a conversation that restarts borrows anew', async () => {
  const { conversation, anna } = await openPair()
  const began = Date.now()
  const here = await connectDirectly(anna, conversation)
  await here.enter(conversation)
  const before = await exhaust(here, conversation)
  await crash(conversation)
  const again = await connectDirectly(anna, conversation)
  await again.enter(conversation)
  const after = await exhaust(again, conversation)
  // What was lent when it stopped may be sent once more.
  expect(before.taken + after.taken).toBeLessThanOrEqual(withRefill(began) + 5)
})

it('a conversation that knows of no sockets reports no loan, and the hub counts what it had lent as sent', async () => {
  const { anna, conversation } = await openPair()
  await connectDirectly(anna, conversation)
  await crash(conversation)
  const delivered = vi.spyOn(MemberHub.prototype, 'deliver')
  await env.CONVERSATION.getByName(conversation).catchUp(anna)
  const [list] = delivered.mock.calls.flatMap(([{ self, direct }]) => (self === anna && direct ? direct : []))
  delivered.mockRestore()
  // The report of a socket that opens meanwhile is another one, and the hub would count the same messages twice.
  expect(list).toMatchObject({ connections: [], lease: null })
  const began = Date.now()
  const hub = await connect(anna)
  await hub.enter(conversation)
  expect((await exhaust(hub, conversation)).taken).toBeLessThanOrEqual(withRefill(began) - 5)
})

it('a hub that restarts counts what it had lent as lent', () => {
  const directConversations = () => ['one', 'two', 'three', 'four']
  const limits = new RateLimits({ ctx: { waitUntil: () => {} }, env, member: newId(), directConversations })
  for (let count = 0; count < 5; count += 1) expect(limits.takeMessage(0)).toBe(0)
  expect(limits.takeMessage(0), 'fifteen are lent').toBeGreaterThan(0)
  expect(limits.lend('four', { used: 0, held: 5, wanted: 0 }, 0)).toBe(0)
  expect(limits.lend('one', { used: 0, held: 0, wanted: 0 }, 0), 'it has sent them').toBe(0)
  expect(limits.takeMessage(0)).toBeGreaterThan(0)
})

it('operators see who reaches a limit on direct sockets', async () => {
  const { conversation, anna } = await openPair()
  const here = await connectDirectly(anna, conversation)
  await here.enter(conversation)
  const count = async () => {
    const rows = await db.select().from(securityEvents).where(eq(securityEvents.kind, 'limit-reached'))
    return rows.reduce((sum, row) => sum + row.count, 0)
  }
  const before = await count()
  const channel = channelName.conversation(conversation)
  const event = { type: 'channel:clientEvent', channel, event: 'client-typing' }
  const answers = await Promise.all([...Array(60).keys()].map(() => here.request(event)))
  expect(answers.filter(({ status }) => status === 'error').length).toBeGreaterThan(20)
  // Once for the events, and once for the frames.
  await eventually(async () => (await count()) === before + 2, 'two lines')
})
