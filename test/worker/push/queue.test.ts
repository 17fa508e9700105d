import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sessions } from '#db/schema.ts'
import { retryDelaysS } from '#features/push/rules.ts'
import { channelName } from '#shared/realtime/wire.ts'
import { answerNext, end, receivedAt } from '#test/support/push/browser.ts'
import { consume, queueOf } from '#test/support/worker/mail-queue.ts'
import { createMember, db, type TestMember } from '#test/support/worker/members.ts'
import { createReachable, newDevice, subscribe, subscriptionsOf, waitingOf } from '#test/support/worker/push.ts'
import { connect, newId } from '#test/support/worker/realtime-client.ts'
import { queuePush } from '#objects/member-hub/notifications/queue-push.ts'

const pushQueue = 'kismet-push'
type Queued = { kind: string; at: number; until: number; sealed: string }

let lines: Record<string, unknown>[] = []
beforeEach(() => {
  lines = []
  for (const level of ['log', 'warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((line: unknown) => void lines.push(JSON.parse(String(line))))
})
afterEach(() => void vi.restoreAllMocks())

/** A queue that a test looks into. */
function openQueue() {
  const queued: Queued[] = []
  return { queued, PUSH: queueOf((body) => queued.push(body as Queued)) }
}

/** What the queue holds after a match. */
async function queuedFor(member: TestMember, order: { until?: number; exceptSid?: string } = {}) {
  const { queued, PUSH } = openQueue()
  await queuePush({ ...env, PUSH }, { kind: 'match', member: member.id, isSilent: false, about: {}, ...order }, Date.now())
  const [push] = queued
  if (!push) throw new Error('nothing was queued')
  return push
}

/** A second signed-in browser of the member, with a device. */
async function addDevice(member: TestMember) {
  const [sid, now] = [newId(), Date.now()]
  await db
    .insert(sessions)
    .values({ id: sid, subjectKind: 'member', subjectId: member.id, createdAt: now, seenAt: now, expiresAt: now + 3_600_000 })
  const device = await newDevice()
  await env.DB.prepare(
    'insert into push_subscriptions (session_id, member_id, endpoint, p256dh, auth, created_at) values (?, ?, ?, ?, ?, ?)',
  )
    .bind(sid, member.id, device.endpoint, device.p256dh, device.auth, now)
    .run()
  return { sid, device }
}

describe('a push message in the queue', () => {
  it('says its kind and its times, and nothing of whom it is for', async () => {
    const { member, device } = await createReachable()
    const push = await queuedFor(member)
    expect(push).toEqual({
      kind: 'match',
      at: expect.any(Number),
      until: expect.any(Number),
      sealed: expect.stringMatching(/^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/),
    })
    expect((await consume(pushQueue, [push])).explicitAcks).toEqual(['0'])
    expect(await receivedAt(device.endpoint)).toHaveLength(1)
    const log = JSON.stringify(lines)
    for (const secret of [member.id, member.sid, device.endpoint, device.auth]) expect(log).not.toContain(secret)
    expect(lines.at(-1)).toMatchObject({ what: 'push', kind: 'match', outcome: 'sent', answer: '201', attempts: 1 })
  })

  it('goes to all devices of a member but the one that has caused it', async () => {
    const { member, device } = await createReachable()
    const other = await addDevice(member)
    await consume(pushQueue, [await queuedFor(member), await queuedFor(member, { exceptSid: other.sid })])
    expect([(await receivedAt(device.endpoint)).length, (await receivedAt(other.device.endpoint)).length]).toEqual([2, 1])
  })

  it('is dropped when it is of no use any more, or not one of ours', async () => {
    const { member, device } = await createReachable()
    const push = await queuedFor(member, { until: Date.now() - 1 })
    const bodies = [push, 'hello', { kind: 'match' }, { ...(await queuedFor(member)), sealed: 'x' }]
    expect((await consume(pushQueue, bodies)).explicitAcks).toEqual(['0', '1', '2', '3'])
    expect(await receivedAt(device.endpoint)).toEqual([])
  })

  it('does not reach a device whose session has ended since', async () => {
    const { member, device } = await createReachable()
    const push = await queuedFor(member)
    await db
      .update(sessions)
      .set({ expiresAt: Date.now() - 1 })
      .where(eq(sessions.id, member.sid))
    expect((await consume(pushQueue, [push])).explicitAcks).toEqual(['0'])
    expect(await receivedAt(device.endpoint)).toEqual([])
  })
})

describe('a push service', () => {
  it('that knows the subscription no more ends it', async () => {
    const { member, device } = await createReachable()
    const other = await addDevice(member)
    await end(device.endpoint)
    expect((await consume(pushQueue, [await queuedFor(member)])).explicitAcks).toEqual(['0'])
    expect(await subscriptionsOf(member)).toMatchObject([{ endpoint: other.device.endpoint }])
    await answerNext(other.device.endpoint, { status: 410 })
    await consume(pushQueue, [await queuedFor(member)])
    expect(await subscriptionsOf(member)).toEqual([])
  })

  it('that is away gets the message again for this device alone, after longer and longer pauses', async () => {
    const { member, device } = await createReachable()
    const other = await addDevice(member)
    const { queued, PUSH } = openQueue()
    await answerNext(device.endpoint, { status: 503 }, { status: 429, retryAfter: '77' }, { status: 500 })
    expect((await consume(pushQueue, [await queuedFor(member)], { PUSH })).explicitAcks).toEqual(['0'])
    expect(queued).toHaveLength(1)
    const first = await consume(pushQueue, queued, { PUSH, attempts: 1 })
    expect([first.retryMessages, first.pausesS]).toEqual([[{ msgId: '0' }], [77]])
    const second = await consume(pushQueue, queued, { PUSH, attempts: 2 })
    expect(second.pausesS).toEqual([retryDelaysS[1]])
    expect((await consume(pushQueue, queued, { PUSH, attempts: 3 })).explicitAcks).toEqual(['0'])
    expect([(await receivedAt(device.endpoint)).length, (await receivedAt(other.device.endpoint)).length]).toEqual([1, 1])
    expect(queued, 'no other message was made').toHaveLength(1)
  })

  it('that cannot be reached is asked again, and the log says so without its address', async () => {
    const { member, device } = await createReachable()
    const push = await queuedFor(member)
    const { queued, PUSH } = openQueue()
    const failed = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError(`cannot load ${device.endpoint}`))
    await consume(pushQueue, [push], { PUSH })
    failed.mockRejectedValue(new DOMException(`${device.endpoint} was too slow`, 'TimeoutError'))
    expect((await consume(pushQueue, queued, { PUSH, attempts: 1 })).pausesS).toEqual([retryDelaysS[0]])
    failed.mockRestore()
    const answers = lines.filter(({ what }) => what === 'push').map(({ outcome, answer }) => [outcome, answer])
    expect(answers).toEqual([
      ['later', 'unreachable'],
      ['later', 'timeout'],
    ])
    expect(JSON.stringify(lines)).not.toContain(device.endpoint)
    expect((await consume(pushQueue, queued, { PUSH, attempts: 2 })).explicitAcks).toEqual(['0'])
    expect(await receivedAt(device.endpoint)).toHaveLength(1)
  })

  it('that stays away has the message moved to the dead letter queue, and from there into the log', async () => {
    const { member, device } = await createReachable()
    const { queued, PUSH } = openQueue()
    const attempts = retryDelaysS.length + 1
    await answerNext(device.endpoint, { status: 503 }, { status: 503 })
    await consume(pushQueue, [await queuedFor(member)], { PUSH })
    const last = await consume(pushQueue, queued, { PUSH, attempts })
    expect(last.retryMessages, 'the platform moves it').toEqual([{ msgId: '0' }])
    await consume('kismet-push-failed', queued)
    expect(lines.at(-1)).toMatchObject({ level: 'error', what: 'push-failed', kind: 'match', cure: expect.any(String) })
  })

  it('that refuses the message gets it no more, and an operator reads why', async () => {
    const { member, device } = await createReachable()
    const { queued, PUSH } = openQueue()
    await answerNext(device.endpoint, { status: 403 }, { status: 307 })
    for (const status of ['403', '307']) {
      expect((await consume(pushQueue, [await queuedFor(member)], { PUSH })).explicitAcks).toEqual(['0'])
      expect(lines.at(-1)).toMatchObject({ level: 'error', outcome: 'refused', answer: status })
    }
    expect([queued, await subscriptionsOf(member)]).toMatchObject([[], [{ sessionId: member.sid }]])
  })
})

it('while the database is away the message waits', async () => {
  const { member, device } = await createReachable()
  const push = await queuedFor(member)
  const away = { prepare: () => { throw new Error('away') }, batch: () => Promise.reject(new Error('away')) } // prettier-ignore
  const DB = Object.assign(Object.create(env.DB) as D1Database, away)
  const { retryMessages, pausesS } = await consume(pushQueue, [push], { DB })
  expect([retryMessages, pausesS]).toEqual([[{ msgId: '0' }], [retryDelaysS[0]]])
  expect(await receivedAt(device.endpoint)).toEqual([])
  await consume(pushQueue, [push])
  expect(await receivedAt(device.endpoint)).toHaveLength(1)
})

it('a member without a device costs the queue nothing: their hub hears of it', async () => {
  const { member, device } = await createReachable()
  await end(device.endpoint)
  await consume(pushQueue, [await queuedFor(member)])
  await consume(pushQueue, [await queuedFor(member)])
  const isNoted = async () => {
    await env.MEMBER_HUB.getByName(member.id).notify({ id: newId(), kind: 'like', from: (await createMember()).id })
    return Object.keys(await waitingOf(member)).length > 0
  }
  expect(await isNoted()).toBe(false)
  expect((await subscribe(member, await newDevice())).status).toBe(200)
  const window = await connect(member.id, member.sid)
  await window.join(channelName.member(member.id))
  expect(await isNoted(), 'with a device again').toBe(true)
})
