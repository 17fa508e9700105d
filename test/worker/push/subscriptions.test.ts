import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { members, sessions } from '#db/schema.ts'
import { sessionActions, accountActions } from '#features/auth/contract.ts'
import { mostSubscriptions, pushActions } from '#features/push/contract.ts'
import { createPerson, password } from '#test/support/worker/account.ts'
import { createMember, db, postJson } from '#test/support/worker/members.ts'
import { newDevice, createReachable, subscribe, subscriptionsOf } from '#test/support/worker/push.ts'
import { newId } from '#test/support/worker/realtime-client.ts'
import { Visitor } from '#test/support/worker/visitor.ts'

describe('a device for push messages', () => {
  it('is stored for its session, once, and forgotten when its member turns it off', async () => {
    const { member, device } = await createReachable()
    expect((await subscribe(member, device)).status).toBe(200)
    expect(await subscriptionsOf(member)).toMatchObject([{ ...device, sessionId: member.sid }])
    expect((await postJson(member, pushActions.unsubscribe.path, {})).status).toBe(200)
    expect(await subscriptionsOf(member)).toEqual([])
  })

  it('needs a member, and a deployment with keys', async () => {
    const device = await newDevice()
    expect((await postJson(null, pushActions.subscribe.path, { member: 'x', ...device })).status).toBe(401)
    const member = await createMember()
    const visitor = new Visitor(undefined, { VAPID_PRIVATE_KEY: '' })
    const answer = await visitor.post(
      pushActions.subscribe.path,
      { member: member.id, ...device },
      { authorization: `Bearer ${member.token}` },
    )
    expect(answer.status).toBe(404)
    expect(await subscriptionsOf(member)).toEqual([])
  })

  it('is refused at an address that is no push service’s, or with keys that are none', async () => {
    const member = await createMember()
    const device = await newDevice()
    const wrong = [
      { ...device, endpoint: 'http://127.0.0.1:1/push/x' },
      { ...device, endpoint: 'https://169.254.169.254/latest' },
      { ...device, endpoint: 'https://example.test/push' },
      { ...device, endpoint: `${device.endpoint}/${'x'.repeat(2000)}` },
      { ...device, p256dh: `B${'A'.repeat(86)}` },
      { ...device, p256dh: 'short' },
      { ...device, auth: '' },
      { endpoint: device.endpoint },
      {},
    ]
    for (const each of wrong) expect((await subscribe(member, each)).status, JSON.stringify(each)).toBe(422)
    expect(await subscriptionsOf(member)).toEqual([])
  })

  it('is taken for nobody but the member who has asked for messages there', async () => {
    const { member: first, device } = await createReachable()
    const second = await createMember()
    expect((await subscribe(second, { ...device, member: first.id })).status).toBe(409)
    expect(await subscriptionsOf(first)).toHaveLength(1)
    expect(await subscriptionsOf(second)).toEqual([])
  })

  it('belongs to the account that is signed in there now', async () => {
    const { member: first, device } = await createReachable()
    const second = await createMember()
    await subscribe(second, device)
    expect(await subscriptionsOf(first)).toEqual([])
    expect(await subscriptionsOf(second)).toHaveLength(1)
  })

  it('makes room for a newer one beyond five', async () => {
    const { member } = await createReachable()
    for (let index = 0; index < mostSubscriptions; index++) {
      const [sid, now] = [newId(), Date.now()]
      await db
        .insert(sessions)
        .values({ id: sid, subjectKind: 'member', subjectId: member.id, createdAt: now, seenAt: now, expiresAt: now + 60_000 })
      await env.DB.prepare(
        'insert into push_subscriptions (session_id, member_id, endpoint, p256dh, auth, created_at) values (?, ?, ?, ?, ?, ?)',
      )
        .bind(sid, member.id, `https://fcm.googleapis.com/${sid}`, '', '', now + index + 1000)
        .run()
    }
    expect(await subscriptionsOf(member)).toHaveLength(mostSubscriptions + 1)
    await subscribe(member, await newDevice())
    const kept = await subscriptionsOf(member)
    expect(kept).toHaveLength(mostSubscriptions)
  })

  it('is asked for at most twenty times an hour', async () => {
    const member = await createMember()
    const device = await newDevice()
    const statuses = []
    for (let index = 0; index < 21; index++) statuses.push((await subscribe(member, device)).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('the device goes', () => {
  it('with a sign-out', async () => {
    const { member } = await createReachable()
    expect((await postJson(member, sessionActions.signOut.path, {})).status).toBe(200)
    expect(await subscriptionsOf(member)).toEqual([])
  })

  it('when its session is signed out from another device', async () => {
    const person = await createPerson({ confirmedAgoMs: 0 })
    const other = { ...person, sid: newId() }
    const now = Date.now()
    await db.insert(sessions).values({
      id: other.sid,
      subjectKind: 'member',
      subjectId: person.id,
      createdAt: now,
      seenAt: now,
      expiresAt: now + 60_000,
    })
    await env.DB.prepare(
      'insert into push_subscriptions (session_id, member_id, endpoint, p256dh, auth, created_at) values (?, ?, ?, ?, ?, ?)',
    )
      .bind(other.sid, person.id, `https://fcm.googleapis.com/${other.sid}`, '', '', now)
      .run()
    const answer = await postJson(person, accountActions.endDevices.path, { id: other.sid, password })
    expect(answer.status, await answer.clone().text()).toBe(200)
    expect(await subscriptionsOf(person)).toEqual([])
  })

  it('when the profile is paused, and with a restriction', async () => {
    const { member } = await createReachable()
    await db.update(members).set({ state: 'paused' }).where(eq(members.id, member.id))
    expect(await subscriptionsOf(member)).toEqual([])
    const { member: other } = await createReachable()
    await db.update(members).set({ state: 'restricted' }).where(eq(members.id, other.id))
    expect(await subscriptionsOf(other)).toEqual([])
  })

  it('with the account', async () => {
    const { member } = await createReachable()
    await db.delete(members).where(eq(members.id, member.id))
    expect(await subscriptionsOf(member)).toEqual([])
  })
})
