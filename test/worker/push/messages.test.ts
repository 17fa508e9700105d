import { env, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { blocks, members } from '#db/schema.ts'
import { defaultPreferences, type Subject } from '#features/notifications/contract.ts'
import { notifyMember } from '#features/member-hub/server/public.ts'
import { changePreferences, markNoticesRead } from '#features/notifications/server/public.ts'
import { attentionEvent, channelName } from '#shared/realtime/wire.ts'
import { receivedAt } from '#test/support/push/browser.ts'
import { createMember, db, type TestMember } from '#test/support/worker/members.ts'
import { createReachable, pass, received, waitingOf } from '#test/support/worker/push.ts'
import { connect, newId } from '#test/support/worker/realtime-client.ts'

const minute = 60_000
const tell = (to: TestMember, subject: Subject, options: { exceptSid?: string } = {}) =>
  notifyMember(env, to.id, { id: newId(), ...subject }, options)

/** A window of the member, on some page. */
async function listen({ id, sid }: TestMember) {
  const client = await connect(id, sid)
  await client.join(channelName.member(id))
  return client
}

/** Anna, and Ben with a device. */
async function couple(options: Parameters<typeof createMember>[0] = {}) {
  const [anna, { member: ben, device }] = await Promise.all([
    createMember({ member: { firstName: 'Annabella' } }),
    createReachable(options),
  ])
  return { anna, ben, device, conversation: newId() }
}

/** Something later that is pushed for certain: what came before it and is not there now never comes. */
async function after(ben: TestMember, device: Parameters<typeof received>[0], count = 1) {
  await tell(ben, { kind: 'security', event: 'password' })
  return received(device, count)
}

describe('a push message', () => {
  it('shows the kind in the member’s language, and no name, id or word of anybody; the id of its page is beside that', async () => {
    const { anna, ben, device, conversation } = await couple({ member: { locale: 'uk' } })
    await env.CONVERSATION.getByName(conversation).open({ kind: 'direct', members: [anna.id, ben.id], at: Date.now() })
    const annas = await connect(anna.id)
    await annas.enter(conversation)
    await annas.say(conversation, 'a very private word')
    const [message] = await received(device, 1)
    expect(message?.payload).toEqual({
      kind: 'message',
      locale: 'uk',
      title: 'У\u00a0тебе нове повідомлення',
      text: 'Відкрий Kismet, щоб дізнатися більше.',
      link: conversation,
    })
    const [{ text = '' } = {}] = await receivedAt(device.endpoint)
    for (const secret of [anna.id, ben.id, 'Annabella', 'private word', ben.sid]) expect(text).not.toContain(secret)
    expect(message).toMatchObject({ urgency: 'high', subject: expect.stringMatching(/^(mailto|https):/) })
    expect(message?.topic).not.toContain('message')
    expect(message?.ttl).toBeGreaterThan(23 * 60 * 60)
  })

  it('of an order is the same whatever was ordered', async () => {
    const { ben, device } = await couple()
    const notice = { kind: 'order', order: 'o1', event: 'paid' } as const
    await tell(ben, { ...notice, products: [{ product: 'gift-lantern', quantity: 2 }] })
    const [message] = await received(device, 1)
    expect(message?.payload).toMatchObject({ kind: 'order', title: 'There’s news about your order', link_order: 'o1' })
    expect(JSON.stringify(message)).not.toMatch(/lantern/i)
  })

  it('has the same size for each kind', async () => {
    const { ben, device } = await couple()
    await tell(ben, { kind: 'security', event: 'password' })
    await tell(ben, { kind: 'like', from: (await createMember()).id })
    const sizes = (await received(device, 2)).map(({ size }) => size)
    expect(new Set(sizes).size).toBe(1)
  })

  it('leads to the one page that it is about, and to the list where it is about several', async () => {
    const { anna, ben, device, conversation } = await couple()
    await tell(ben, { kind: 'match', from: anna.id, conversation })
    const [one] = await received(device, 1)
    expect(one?.payload).toMatchObject({ kind: 'match', link: conversation })

    const [cleo, dora] = await Promise.all([createMember(), createMember()])
    await tell(ben, { kind: 'match', from: cleo.id, conversation: newId() })
    await tell(ben, { kind: 'match', from: dora.id, conversation: newId() })
    await pass(ben, minute)
    const both = await received(device, 2)
    expect(both[1]?.payload).not.toHaveProperty('link')
    expect(new Set(both.map(({ size }) => size)).size).toBe(1)
  })

  it('goes to nobody who has not asked for it', async () => {
    const member = await createMember()
    await tell(member, { kind: 'security', event: 'password' })
    expect(await waitingOf(member)).toEqual({})
  })

  it('does not come when a window with the focus answers, and comes when none does', async () => {
    const { anna, ben, device, conversation } = await couple()
    const window = await listen(ben)
    await tell(ben, { kind: 'match', from: anna.id, conversation })
    await window.until(() => window.events('attention')[0], 'the question')
    expect(Object.keys(await waitingOf(ben))).toEqual(['match'])
    const answer = { type: 'channel:clientEvent', channel: channelName.member(ben.id), event: attentionEvent, data: null }
    expect(await window.request(answer)).toMatchObject({ status: 'success' })
    expect(await waitingOf(ben)).toEqual({})
    await tell(ben, { kind: 'match', from: anna.id, conversation })
    await pass(ben, 10_000)
    const messages = await received(device, 1)
    expect(messages.map(({ payload }) => payload['kind'])).toEqual(['match'])
  })

  it('does not come for what is to alert nobody, such as a like that was given again', async () => {
    const { anna, ben } = await couple()
    const window = await listen(ben)
    await notifyMember(env, ben.id, { id: newId(), kind: 'like', from: anna.id }, { quietly: true })
    expect([await waitingOf(ben), window.events('attention')]).toEqual([{}, []])
    await tell(ben, { kind: 'like', from: (await createMember()).id })
    expect(Object.keys(await waitingOf(ben))).toEqual(['like'])
  })

  it('comes for what an open window got and has not shown for a minute', async () => {
    const { anna, ben, device, conversation } = await couple()
    await env.CONVERSATION.getByName(conversation).open({ kind: 'direct', members: [anna.id, ben.id], at: Date.now() })
    const [annas, window] = [await connect(anna.id), await listen(ben)]
    await annas.enter(conversation)
    await window.enter(conversation)
    await annas.say(conversation, 'one')
    await window.until(() => window.events('notification')[0], 'the toast')
    expect(await waitingOf(ben), 'it may still be read there').toEqual({})
    const hub = env.MEMBER_HUB.getByName(ben.id)
    await runInDurableObject(hub, (_, { storage }) => {
      storage.sql.exec('UPDATE unseen SET at = at - 60000')
      storage.sql.exec("UPDATE alarms SET at = at - 60000 WHERE name = 'unseen'")
    })
    await runDurableObjectAlarm(hub)
    await pass(ben, 10_000)
    expect(await received(device, 1)).toMatchObject([{ payload: { kind: 'message' } }])
    expect(window.events('notification'), 'no second toast').toHaveLength(1)
  })

  it('about the safety of the account comes all the same, but not where it was caused', async () => {
    const { ben, device } = await couple()
    await tell(ben, { kind: 'security', event: 'password' }, { exceptSid: ben.sid })
    await expect.poll(() => waitingOf(ben)).toEqual({})
    const window = await listen(ben)
    await tell(ben, { kind: 'security', event: 'email' })
    await window.until(() => window.events('attention')[0], 'the question')
    await window.request({ type: 'channel:clientEvent', channel: channelName.member(ben.id), event: attentionEvent, data: null })
    await pass(ben, 10_000)
    expect(await received(device, 1)).toMatchObject([{ payload: { kind: 'security' } }])
  })

  it('comes once in a while for a kind; what came meanwhile is sent at its end if it is unread', async () => {
    const { anna, ben, device, conversation } = await couple()
    const message = { kind: 'message', from: anna.id, conversation } as const
    await tell(ben, message)
    await received(device, 1)
    await tell(ben, message)
    await pass(ben, 1000)
    expect(Object.keys(await waitingOf(ben)), 'it waits').toEqual(['message'])
    await pass(ben, minute)
    await received(device, 2)
    await tell(ben, message)
    await markNoticesRead(env, ben.id, null)
    await pass(ben, 2 * minute)
    expect(await after(ben, device, 3)).toMatchObject([{}, {}, { payload: { kind: 'security' } }])
  })

  it('does not come about a person behind a block, nor about one who has left', async () => {
    const { anna, ben, device, conversation } = await couple()
    await db.insert(blocks).values({ blockerId: ben.id, blockedId: anna.id, createdAt: Date.now() })
    await tell(ben, { kind: 'message', from: anna.id, conversation })
    await tell(ben, { kind: 'match', from: newId(), conversation: newId() })
    await expect.poll(() => waitingOf(ben)).toEqual({})
    expect(await after(ben, device)).toMatchObject([{ payload: { kind: 'security' } }])
  })

  it('goes by the switch of its kind and by quiet hours, in which only security comes, silently', async () => {
    const { anna, ben, device, conversation } = await couple()
    const { notifications } = defaultPreferences
    await changePreferences(env, ben.id, { notifications: { ...notifications, match: { ...notifications.match, push: false } } })
    await tell(ben, { kind: 'match', from: anna.id, conversation })
    expect(await waitingOf(ben)).toEqual({})
    await changePreferences(env, ben.id, { quietHours: { start: '00:00', end: '00:00' } })
    await tell(ben, { kind: 'message', from: anna.id, conversation })
    await expect.poll(() => waitingOf(ben)).toEqual({})
    expect(await after(ben, device)).toMatchObject([{ payload: { kind: 'security', isSilent: true } }])
  })

  it('does not go to a member who has paused', async () => {
    const { anna, ben, device, conversation } = await couple()
    await db.update(members).set({ state: 'paused' }).where(eq(members.id, ben.id))
    await tell(ben, { kind: 'message', from: anna.id, conversation })
    await expect.poll(() => waitingOf(ben)).toEqual({})
    expect(await receivedAt(device.endpoint)).toEqual([])
  })
})
