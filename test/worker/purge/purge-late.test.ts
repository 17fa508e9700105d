import { env, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { entitlements, orders } from '#db/schema.ts'
import { notifyMember } from '#features/member-hub/server/public.ts'
import { recoveryEmails } from '#features/auth/recovery/server/emails.ts'
import { queueEmail } from '#features/mail/server/public.ts'
import { abortObject } from '#test/support/worker/abort-object.ts'
import { dumpStores, shapeOf } from '#test/support/worker/dump.ts'
import { give, grantGifts } from '#test/support/worker/gifts.ts'
import { queueOf, consume, mailQueue } from '#test/support/worker/mail-queue.ts'
import { createMatch } from '#test/support/worker/match.ts'
import { db } from '#test/support/worker/members.ts'
import { lookAt, openPage } from '#test/support/worker/pages.ts'
import { dayMs, deleteAccount, purgeAll } from '#test/support/worker/purge.ts'
import { newId, origin } from '#test/support/worker/realtime-client.ts'
import { inboxOf, writeTo } from '#test/support/worker/requests.ts'
import { happen, order, pay, readOrderRow, seedContent } from '#test/support/worker/store.ts'

type Alarmed = Rpc.DurableObjectBranded & { alarm(): Promise<void> }

const stored = async () => shapeOf(await dumpStores())

/** Anna is purged; Ben remains. */
async function createPurged() {
  const { anna, ben, conversation } = await createMatch()
  const hub = env.MEMBER_HUB.getByName(anna.id)
  const talk = env.CONVERSATION.getByName(conversation)
  await hub.send(conversation, { cid: newId(), text: 'hello' })
  await grantGifts(anna)
  await give(anna, conversation)
  await deleteAccount(anna.id, 30 * dayMs)
  await purgeAll(Date.now())
  return { anna, ben, conversation, hub, talk }
}

/** Called inside the object, because a refusal that crosses a call counts as unhandled in tests. */
const expectShut = (conversation: string, members: [string, string]) =>
  runInDurableObject(env.CONVERSATION.getByName(conversation), async (object) => {
    await expect(object.open({ kind: 'direct', members, at: 1 })).rejects.toThrow('purged')
  })

describe('after a purge', () => {
  beforeAll(seedContent)

  it('nothing late brings anything back: deliveries, calls, alarms, requests', async () => {
    const { anna, ben, conversation, hub, talk } = await createPurged()
    await inboxOf(ben)
    const before = await stored()
    const text = { seq: 1, cid: newId(), user_id: ben.id, text: 'late', at: Date.now() }
    const acknowledged = await hub.deliver({
      conversation,
      epoch: 'e',
      self: anna.id,
      other: ben.id,
      openedAt: 1,
      stage: 'open',
      messages: [text as never],
      since: 0,
      upTo: 1,
      presence: [],
      marks: [],
      silent: false,
      settle: true,
    })
    expect(acknowledged).toMatchObject({ stored: 1, hasGap: false })
    expect(await notifyMember(env, anna.id, { id: newId(), kind: 'like', from: ben.id })).toBe(true)
    await hub.drop(conversation)
    await hub.forgetPerson(ben.id)
    await hub.expectVisitors()
    await hub.disconnectAll()
    await hub.pushEnded(1)
    expect(await hub.reserveSeat('ticket', 'encounter', ben.id)).toBe(false)
    await runInDurableObject(hub, (object) => expect(() => object.summary()).toThrow('purged'))
    expect(await talk.sendFromHub({ member: ben.id, cid: newId(), text: 'late' })).toMatchObject({ ok: false })
    await talk.mark(ben.id, { delivered: 1, read: 1, sharesRead: true })
    await talk.close()
    expect(await talk.history(ben.id, { limit: 10 })).toBeNull()
    await expectShut(conversation, [anna.id, ben.id])
    for (const stub of [hub, talk]) await runInDurableObject(stub as never, (object: Alarmed) => object.alarm())
    for (const stub of [hub, talk]) expect(await runDurableObjectAlarm(stub)).toBe(false)
    expect((await openPage(anna, '/messages')).status).not.toBe(200)
    expect((await writeTo(ben, anna.id, 'late')).ok).toBe(false)
    expect(await stored()).toEqual(before)
  })

  it('survives a restart of its objects: their tombstones are stored', async () => {
    const { conversation, hub, talk, anna, ben } = await createPurged()
    for (const stub of [hub, talk]) await abortObject(stub)
    await env.MEMBER_HUB.getByName(anna.id).notify({ id: newId(), kind: 'like', from: ben.id })
    await expectShut(conversation, [anna.id, ben.id])
    for (const stub of [env.MEMBER_HUB.getByName(anna.id), env.CONVERSATION.getByName(conversation)])
      expect(
        await runInDurableObject(stub, (_, { storage }) =>
          storage.sql
            .exec(`select name from sqlite_master where type = 'table' and name not like '\\_cf\\_%' escape '\\'`)
            .toArray(),
        ),
      ).toEqual([{ name: 'purged' }])
  })

  it('an order that is paid, refunded or disputed late grants nothing, and its receipt still counts', async () => {
    const { anna } = await createMatch()
    const [paid, pending] = [await order(anna, { 'boost-1': 1 }), await order(anna, { 'boost-5': 1 })]
    await pay(paid.sessionId)
    const { receiptNumber } = await readOrderRow(paid.orderId)
    await deleteAccount(anna.id, 30 * dayMs)
    await purgeAll(Date.now())
    expect(await readOrderRow(paid.orderId)).toMatchObject({ memberId: null, receiptNumber, state: 'fulfilled', total: 249 })
    expect((await pay(pending.sessionId)).status).toBe(200)
    expect((await (await happen(paid.sessionId, { refunded: 249 })).send()).status).toBe(200)
    expect(await readOrderRow(pending.orderId)).toMatchObject({ memberId: null, receiptNumber: Number(receiptNumber) + 1 })
    expect((await readOrderRow(paid.orderId)).state).toBe('refunded')
    const granted = await db.select().from(entitlements).where(eq(entitlements.memberId, anna.id))
    expect(granted).toEqual([])
    expect(await db.select().from(orders).where(eq(orders.memberId, anna.id))).toEqual([])
  })

  it('an email that was queued before is not sent', async () => {
    const { anna } = await createMatch()
    const queued: unknown[] = []
    const MAIL = queueOf((body) => queued.push(body))
    await queueEmail(
      { ...env, MAIL },
      recoveryEmails[1] as never,
      { origin, to: { kind: 'member', id: anna.id }, facts: {} },
      Date.now(),
    )
    await deleteAccount(anna.id, 30 * dayMs)
    await purgeAll(Date.now())
    const before = await stored()
    const sent: unknown[] = []
    const EMAIL = { send: async (message: unknown) => (sent.push(message), { messageId: 'x' }) }
    expect(queued).toHaveLength(1)
    const { explicitAcks } = await consume(mailQueue, queued, { EMAIL })
    expect([explicitAcks, sent]).toEqual([['0'], []])
    expect(await stored()).toEqual(before)
  })

  it('the last email says so, to the address that the account had', async () => {
    const { anna } = await createMatch()
    const queued: unknown[] = []
    await deleteAccount(anna.id, 30 * dayMs)
    await purgeAll(Date.now(), { ...env, MAIL: queueOf((body) => queued.push(body)) })
    const sent: { to: string; subject: string }[] = []
    const EMAIL = { send: async (message: unknown) => (sent.push(message as never), { messageId: 'x' }) }
    await consume(mailQueue, queued, { EMAIL })
    expect(JSON.stringify(queued)).not.toContain(anna.id)
    expect(sent).toMatchObject([{ to: `${anna.id}@example.test`, subject: 'Your Kismet account has been deleted for good' }])
  })

  it('the other one finds neither the conversation nor a word about it, and no error', async () => {
    const { ben, conversation } = await createPurged()
    expect(await inboxOf(ben)).toEqual([])
    expect(await env.MEMBER_HUB.getByName(ben.id).notices(50, null)).toEqual([])
    expect((await env.MEMBER_HUB.getByName(ben.id).search('hello', null)).hits).toEqual([])
    for (const path of ['/messages', '/likes', '/favorits', '/visitors', '/people-nearby']) await lookAt(ben, path)
    expect((await openPage(ben, `/messages?chat=${conversation}`)).status).toBe(404)
  })
})
