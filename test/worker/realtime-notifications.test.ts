import { env } from 'cloudflare:test'
import { expect, it } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { members, profiles } from '#db/schema.ts'
import { notifyMember, readSummary } from '#features/member-hub/server/public.ts'
import { channelName } from '#shared/wire.ts'
import { connect, eventually, newId, openPair } from '../support/worker/realtime-client.ts'

async function addMember(id: string, firstName: string) {
  const [at, db] = [Date.now(), openDatabase(env.DB)]
  await db.insert(members).values({
    id,
    email: `${id}@kismet.test`,
    passwordHash: '-',
    state: 'complete',
    firstName,
    birthDate: '1990-01-01',
    gender: 'woman',
    locale: 'en',
    timeZone: 'UTC',
    createdAt: at,
    updatedAt: at,
  })
  await db.insert(profiles).values({
    memberId: id,
    avatar: 'notionists:f-1',
    gender: 'woman',
    birthDate: '1990-01-01',
    seeksMask: 1,
    genderMask: 1,
    activeAt: at,
    updatedAt: at,
  })
}

it('a message whose conversation is not on screen shows a notification with name, portrait and link', async () => {
  const { conversation, anna, ben } = await openPair()
  await addMember(anna, 'Anna')
  const [annas, bens] = [await connect(anna), await connect(ben)]
  await annas.enter(conversation)
  await bens.join(channelName.member(ben))
  await annas.say(conversation, `a long\n${'line '.repeat(60)}`)
  const { data } = await bens.until(() => bens.events('notification')[0], 'notification')
  expect(data).toMatchObject({ kind: 'message', title: 'Anna', icon: '/avatars/notionists/f-1.svg', link: conversation })
  expect(data.message).toMatch(/^a long line .+…$/)
  expect([...data.message].length).toBeLessThanOrEqual(140)
  expect(annas.events('notification'), 'nobody is told of their own words').toEqual([])
})

it('a message whose conversation is on screen on any device shows none', async () => {
  const { conversation, anna, ben } = await openPair()
  await addMember(anna, 'Anna')
  const [annas, phone, laptop] = [await connect(anna), await connect(ben), await connect(ben)]
  await annas.enter(conversation)
  await laptop.enter(conversation)
  await phone.join(channelName.member(ben))
  await annas.say(conversation, 'hello')
  await phone.until(() => phone.events('inbox')[0], 'inbox event')
  await notifyMember(env, ben, { id: newId(), kind: 'like', title: 'Someone likes you', message: '' })
  await phone.until(() => phone.events('notification').length === 1, 'the like')
  expect(phone.events('notification')).toMatchObject([{ data: { kind: 'like' } }])
})

it('several messages of one conversation are one unread notification, gone when it is read', async () => {
  const { conversation, anna, ben } = await openPair()
  const annas = await connect(anna)
  await annas.enter(conversation)
  for (const text of ['one', 'two', 'three']) await annas.say(conversation, text)
  await eventually(async () => (await readSummary(env, ben))?.unread === 3, 'three messages')
  expect(await readSummary(env, ben)).toEqual({
    unread: 3,
    requests: 0,
    notifications: 1,
    conversations: [{ conversation, unread: 3 }],
  })
  await env.MEMBER_HUB.getByName(ben).markRead(conversation, 3)
  expect(await readSummary(env, ben)).toEqual({ unread: 0, requests: 0, notifications: 0, conversations: [] })
})

it('a notification told twice is shown once; who is away finds it counted', async () => {
  const member = newId()
  const payload = { id: newId(), kind: 'match' as const, title: 'It is a match', message: 'Say hello', link: newId() }
  expect(await notifyMember(env, member, payload)).toBe(true)
  const client = await connect(member)
  await client.join(channelName.member(member))
  expect(await notifyMember(env, member, payload)).toBe(true)
  await notifyMember(env, member, { ...payload, id: newId(), kind: 'like' })
  await client.until(() => client.events('notification').length > 0, 'notification')
  expect(client.events('notification')).toMatchObject([{ channel: channelName.member(member), data: { kind: 'like' } }])
  expect(await readSummary(env, member)).toMatchObject({ notifications: 2 })
})
