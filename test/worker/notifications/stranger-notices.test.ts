import { env } from 'cloudflare:test'
import { describe, expect, it, vi } from 'vitest'
import { anonymousActions } from '#features/encounters/anonymous/contract.ts'
import { encounterActions } from '#features/encounters/contract.ts'
import { defaultPreferences, notificationActions, type NotificationsPage } from '#features/notifications/contract.ts'
import { changePreferences } from '#features/notifications/server/public.ts'
import { channelName } from '#shared/realtime/wire.ts'
import { encounterOf } from '#test/support/worker/encounter.ts'
import { createMember, postJson, type TestMember } from '#test/support/worker/members.ts'
import { lookAt, openPage } from '#test/support/worker/pages.ts'
import { createReachable, received } from '#test/support/worker/push.ts'
import { connect, eventually, type RealtimeClient } from '#test/support/worker/realtime-client.ts'
import { newLanguage, seatBy, start, untilPaired, wishFor } from '#test/support/worker/waiting.ts'

vi.setConfig({ testTimeout: 60_000 })

const wall = { start: '00:00', end: '00:00' }

/** A window of the member, on some page. */
async function listen({ id, sid }: TestMember) {
  const client = await connect(id, sid)
  await client.join(channelName.member(id))
  return client
}

const list = async (member: TestMember): Promise<NotificationsPage> =>
  (await openPage(member, notificationActions.list.path)).json()
const strangersOf = async (member: TestMember) => (await list(member)).items.filter(({ kind }) => kind === 'stranger')
const portraitOf = (member: TestMember | null, id: string) => openPage(member, `${encounterActions.portrait.path}?id=${id}`)

async function pair(...people: [TestMember, TestMember]): Promise<string> {
  const wish = wishFor(newLanguage())
  for (const member of people) await start(member, wish)
  const [{ id }] = await Promise.all([untilPaired(people[0]), untilPaired(people[1])])
  return id
}

/** The first event of a name, as soon as it has come. */
const eventOf = (wire: RealtimeClient, name: 'notification' | 'notifications') => wire.until(() => wire.events(name)[0], name)

const two = () =>
  Promise.all([
    createMember({ member: { firstName: 'Anneliese' } }),
    createMember({ member: { firstName: 'Benedikt', locale: 'uk' } }),
  ])

describe('being paired in anonymous chat', () => {
  it('is a notification on both wires that leads to the chat and shows nothing of who the other one is', async () => {
    const [anna, ben] = await two()
    const wires = [
      { wire: await listen(anna), own: anna, other: ben, title: 'Someone’s here to chat' },
      { wire: await listen(ben), own: ben, other: anna, title: 'Є\u00a0з\u00a0ким поговорити' },
    ]
    const id = await pair(anna, ben)
    for (const { wire, own, other, title } of wires) {
      const { data: payload } = await eventOf(wire, 'notification')
      expect(payload).toEqual({
        id: `stranger:${id}`,
        kind: 'stranger',
        icon: `${encounterActions.portrait.path}?id=${id}`,
        link_anon: id,
        title,
        message: expect.any(String),
      })
      const text = JSON.stringify([payload, await list(own)])
      for (const secret of [other.id, other.sid, 'Anneliese', 'Benedikt']) expect(text).not.toContain(secret)
      expect(await strangersOf(own)).toMatchObject([{ id: `stranger:${id}`, href: expect.stringContaining(id), unread: true }])
    }
  })

  it('counts at the bell until the chat is opened, with a script or without', async () => {
    const [anna, ben] = await two()
    const [annas, bens] = [await listen(anna), await listen(ben)]
    const id = await pair(anna, ben)
    for (const wire of [annas, bens]) expect((await eventOf(wire, 'notifications')).data).toMatchObject({ unread: 1, bell: 1 })
    await annas.join(channelName.conversation(id))
    await lookAt(ben, `/anonymous-chat/${id}`)
    for (const member of [anna, ben])
      await eventually(async () => (await strangersOf(member)).every(({ unread }) => !unread), 'the notification to be read')
  })

  it.each(['leave', 'next'] as const)('is gone with the chat: %s ends it for both', async (press) => {
    const [anna, ben] = await two()
    const id = await pair(anna, ben)
    for (const member of [anna, ben]) expect(await strangersOf(member)).toHaveLength(1)
    expect((await postJson(anna, anonymousActions[press].path, { id })).status).toBe(200)
    for (const member of [anna, ben])
      await eventually(async () => (await strangersOf(member)).length === 0, 'the notification to go')
    await seatBy(anna).withdraw()
  })

  it('is gone when the two know each other', async () => {
    const [anna, ben] = await two()
    const id = await pair(anna, ben)
    for (const { id: member } of [anna, ben]) await encounterOf(id).act(member, { kind: 'reveal' })
    for (const member of [anna, ben])
      await eventually(
        async () => (await list(member)).items.every(({ kind }) => kind === 'reveal'),
        'the match to take its place',
      )
  })

  it('is quiet in quiet hours and without its toast, and stays in the list', async () => {
    const [anna, ben] = await two()
    await changePreferences(env, anna.id, { quietHours: wall })
    const { stranger } = defaultPreferences.notifications
    await changePreferences(env, ben.id, {
      notifications: { ...defaultPreferences.notifications, stranger: { ...stranger, toast: false } },
    })
    const wires = [await listen(anna), await listen(ben)]
    await pair(anna, ben)
    for (const wire of wires) {
      expect((await eventOf(wire, 'notifications')).data).toMatchObject({ bell: 1 })
      // Its event would have come before this one's answer.
      await wire.join(channelName.member(wire === wires[0] ? anna.id : ben.id))
      expect(wire.events('notification')).toEqual([])
    }
    for (const member of [anna, ben]) expect(await strangersOf(member)).toHaveLength(1)
  })

  it('is pushed in one sentence that leads to the chat, and soon of no use', async () => {
    const [anna, { member: ben, device }] = await Promise.all([createMember(), createReachable()])
    const id = await pair(anna, ben)
    const [message] = await received(device, 1)
    expect(message?.payload).toEqual({
      kind: 'stranger',
      locale: 'en',
      title: 'Someone’s here to chat',
      text: 'Open Kismet to see more.',
      link_anon: id,
    })
    expect(message?.ttl).toBeLessThanOrEqual(5 * 60)
  })
})

describe('the portrait of a stranger', () => {
  it('is a drawing for the two alone, and no file for anyone else', async () => {
    const [anna, ben] = await two()
    const [mallory, id] = [await createMember(), await pair(anna, ben)]
    const [annas, bens] = await Promise.all([portraitOf(anna, id), portraitOf(ben, id)])
    for (const answer of [annas, bens]) {
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
    expect(await annas.text()).not.toBe(await bens.text())
    expect((await portraitOf(mallory, id)).status).toBe(404)
    expect((await portraitOf(mallory, 'a-nothing')).status).toBe(404)
    expect((await portraitOf(null, id)).status).toBe(401)
  })
})
