import { env, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { expect, it } from 'vitest'
import { blocks } from '#db/schema.ts'
import { type Subject, defaultPreferences } from '#features/notifications/contract.ts'
import { notifyMember, readSummary } from '#features/member-hub/server/public.ts'
import { changePreferences } from '#features/notifications/server/public.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { channelName } from '#shared/realtime/wire.ts'
import { drawingOf } from '#test/support/worker/drawings.ts'
import { createMember, db, type TestMember } from '#test/support/worker/members.ts'
import { connect, eventually, newId } from '#test/support/worker/realtime-client.ts'
import { createPhoto } from '#test/support/worker/photos.ts'
import { markRead } from '#features/chat/server/public.ts'

const wordsOf = async (code: 'en' | 'uk' | 'de') =>
  createTranslator(code, await loadMessages(code, ['notifications', 'photos']), { timeZone: 'UTC' })

/** Two members with an open conversation. */
async function openCouple(options: Parameters<typeof createMember>[0] = {}) {
  const [anna, ben] = await Promise.all([
    createMember({ member: { firstName: 'Anna' }, profile: { avatar: 'notionists:f-1' } }),
    createMember(options),
  ])
  const conversation = newId()
  await env.CONVERSATION.getByName(conversation).open({ kind: 'direct', members: [anna.id, ben.id], at: Date.now() })
  return { conversation, anna, ben }
}

/** Opens a page that joins its member's own channel. */
async function listen({ id, sid }: TestMember) {
  const client = await connect(id, sid)
  await client.join(channelName.member(id))
  return client
}

const tell = (to: TestMember, subject: Subject, options?: { exceptSid?: string }) =>
  notifyMember(env, to.id, { id: newId(), ...subject }, options)

it('a message whose conversation is not on screen shows a notification with name, portrait and link', async () => {
  const { conversation, anna, ben } = await openCouple()
  const [annas, bens] = [await connect(anna.id), await listen(ben)]
  await annas.enter(conversation)
  await annas.say(conversation, `a long\n${'line '.repeat(60)}`)
  const { data } = await bens.until(() => bens.events('notification')[0], 'notification')
  expect(data).toMatchObject({ kind: 'message', title: 'Anna', icon: await drawingOf('notionists:f-1'), link: conversation })
  expect(data.message).toMatch(/^a long line .+…$/)
  expect([...data.message].length).toBeLessThanOrEqual(140)
  expect(data).not.toHaveProperty('sound')
  expect(annas.events('notification'), 'nobody is told of their own words').toEqual([])
  expect(bens.events('notifications')).toMatchObject([{ data: { unread: 1 } }])
})

it('the portrait is the photo, if there is one, at an address for this reader', async () => {
  const { conversation, anna, ben } = await openCouple()
  await createPhoto(anna, { state: 'approved' })
  const [annas, bens] = [await connect(anna.id), await listen(ben)]
  await annas.enter(conversation)
  await annas.say(conversation, 'hello')
  const { data } = await bens.until(() => bens.events('notification')[0], 'notification')
  expect(data.icon).toMatch(/^\/photos\/m[\w-]+\/320\.webp$/)
})

it('a message whose conversation some device has open is sent to every device, and not stored at once', async () => {
  const { conversation, anna, ben } = await openCouple()
  const [annas, phone, laptop] = [await connect(anna.id), await listen(ben), await listen(ben)]
  await annas.enter(conversation)
  await laptop.enter(conversation)
  await annas.say(conversation, 'hello')
  await laptop.until(() => laptop.events('notification')[0], 'a word to the window, which may be hidden')
  await phone.until(() => phone.events('notification')[0], 'a word to the device in the hand')
  expect(phone.events('notification')).toMatchObject([{ data: { kind: 'message', link: conversation, message: 'hello' } }])
  expect(await readSummary(env, ben.id)).toMatchObject({ unread: 1, notifications: 0 })
  expect((await markRead(env, ben.id, conversation, 1))?.unread).toBe(0)
  await afterAMinute(ben)
  await phone.heads()
  expect(phone.events('notification'), 'what was read within a minute stays quiet').toHaveLength(1)
  expect(await readSummary(env, ben.id)).toMatchObject({ notifications: 0 })
})

/** Goes on to a minute after a message was delivered to open windows only. */
async function afterAMinute({ id }: TestMember): Promise<void> {
  const hub = env.MEMBER_HUB.getByName(id)
  await runInDurableObject(hub, (_, { storage }) => {
    storage.sql.exec('UPDATE unseen SET at = at - 60000')
    storage.sql.exec("UPDATE alarms SET at = at - 60000 WHERE name = 'unseen'")
  })
  await runDurableObjectAlarm(hub)
}

it('a message that an open window has not shown for a minute is kept, without another toast', async () => {
  const { conversation, anna, ben } = await openCouple()
  const [annas, hidden] = [await connect(anna.id), await listen(ben)]
  await annas.enter(conversation)
  await hidden.enter(conversation)
  await annas.say(conversation, 'one')
  await annas.say(conversation, 'two')
  await hidden.until(() => hidden.events('notification').length === 2, 'both')
  expect(await readSummary(env, ben.id)).toMatchObject({ unread: 2, notifications: 0 })
  await evictDurableObject(env.MEMBER_HUB.getByName(ben.id))
  await afterAMinute(ben)
  expect(await readSummary(env, ben.id)).toMatchObject({ unread: 2, notifications: 1 })
  expect(await env.MEMBER_HUB.getByName(ben.id).notices(9, null)).toMatchObject([
    { notice: { kind: 'message', from: anna.id, conversation }, unread: true },
  ])
  await hidden.until(() => hidden.events('notifications').at(-1)?.data.unread === 1, 'the count')
  expect(hidden.events('notification')).toHaveLength(2)
  await markRead(env, ben.id, conversation, 2)
  expect(await readSummary(env, ben.id)).toMatchObject({ unread: 0, notifications: 0 })
  await afterAMinute(ben)
  expect(await readSummary(env, ben.id)).toMatchObject({ notifications: 0 })
})

it('of a window that reads what comes nothing is kept; what came last has a minute of its own', async () => {
  const { conversation, anna, ben } = await openCouple()
  const [annas, bens] = [await connect(anna.id), await listen(ben)]
  await annas.enter(conversation)
  await bens.enter(conversation)
  await annas.say(conversation, 'one')
  await bens.until(() => bens.messages().length === 1, 'the first')
  await markRead(env, ben.id, conversation, 1)
  await annas.say(conversation, 'two')
  await bens.until(() => bens.messages().length === 2, 'the second')
  await afterAMinute(ben)
  expect(await readSummary(env, ben.id)).toMatchObject({ unread: 1, notifications: 0 })
  await afterAMinute(ben)
  expect(await readSummary(env, ben.id)).toMatchObject({ unread: 1, notifications: 1 })
})

it('several messages of one conversation are one unread notification, gone when it is read', async () => {
  const { conversation, anna, ben } = await openCouple()
  const [annas, bens] = [await connect(anna.id), await listen(ben)]
  await annas.enter(conversation)
  for (const text of ['one', 'two', 'three']) await annas.say(conversation, text)
  await eventually(async () => (await readSummary(env, ben.id))?.unread === 3, 'three messages')
  expect(await readSummary(env, ben.id)).toEqual({
    unread: 3,
    requests: 0,
    notifications: 1,
    // The tab of messages counts them already.
    bell: 0,
    likes: 0,
    conversations: [{ conversation, unread: 3 }],
    match: null,
  })
  await env.MEMBER_HUB.getByName(ben.id).markRead(conversation, 3)
  expect(await readSummary(env, ben.id)).toEqual({
    unread: 0,
    requests: 0,
    notifications: 0,
    bell: 0,
    likes: 0,
    conversations: [],
    match: null,
  })
  await bens.until(() => bens.events('notifications').at(-1)?.data.unread === 0, 'the count is told')
})

it('a notification sent twice is shown once; a member who is away finds it counted', async () => {
  const { conversation, anna, ben } = await openCouple()
  const notice = { id: newId(), kind: 'match' as const, from: anna.id, conversation }
  expect(await notifyMember(env, ben.id, notice)).toBe(true)
  const client = await listen(ben)
  expect(await notifyMember(env, ben.id, notice)).toBe(true)
  await tell(ben, { kind: 'like', from: anna.id })
  await client.until(() => client.events('notification').length > 0, 'notification')
  expect(client.events('notification')).toMatchObject([{ channel: channelName.member(ben.id), data: { kind: 'like' } }])
  expect(await readSummary(env, ben.id)).toMatchObject({ notifications: 2 })
})

it('unread likes are added up; a repeat of one of them is dropped', async () => {
  const [anna, carl, dora, ben] = await Promise.all(
    ['Anna', 'Carl', 'Dora', 'Ben'].map((firstName) => createMember({ member: { firstName, locale: 'uk' } })),
  )
  if (!anna || !carl || !dora || !ben) throw new Error('nobody')
  const bens = await listen(ben)
  const like = (from: TestMember) => notifyMember(env, ben.id, { id: `like:${from.id}:1`, kind: 'like', from: from.id })
  for (const from of [anna, carl, anna, dora]) await like(from)
  const { t, tn } = await wordsOf('uk')
  await bens.until(() => bens.events('notification').length === 3, 'three likes')
  expect(bens.events('notification').map(({ data }) => data.title)).toEqual([
    t('notifications.like.title', { name: 'Anna' }),
    tn('notifications.like.more', 1, { name: 'Carl' }),
    tn('notifications.like.more', 2, { name: 'Dora' }),
  ])
  expect(await readSummary(env, ben.id)).toMatchObject({ notifications: 1 })
  await env.MEMBER_HUB.getByName(ben.id).markNoticesRead(null)
  await like(anna)
  expect(await readSummary(env, ben.id)).toMatchObject({ notifications: 0 })
})

it('words are in the language that the member reads at this moment', async () => {
  const member = await createMember({ member: { locale: 'de' } })
  const page = await listen(member)
  await tell(member, { kind: 'moderation', photo: 'rejected', reason: 'unclear' })
  const { data } = await page.until(() => page.events('notification')[0], 'notification')
  const { t } = await wordsOf('de')
  expect(data).toMatchObject({ title: t('notifications.photo.rejectedTitle'), message: t('photos.reason.unclear') })
})

it('security is in error style, and the session that did it is not notified', async () => {
  const member = await createMember()
  const [own, other] = [await listen(member), await listen({ ...member, sid: newId() })]
  await tell(member, { kind: 'security', event: 'password' }, { exceptSid: member.sid })
  const { data } = await other.until(() => other.events('notification')[0], 'notification')
  expect(data.type).toBeTruthy()
  await own.until(() => own.events('notifications')[0], 'the count')
  expect(own.events('notification')).toEqual([])
})

it('no member is notified of somebody across a block', async () => {
  const { conversation, anna, ben } = await openCouple()
  const bens = await listen(ben)
  await db.insert(blocks).values({ blockerId: ben.id, blockedId: anna.id, createdAt: 1 })
  await tell(ben, { kind: 'match', from: anna.id, conversation })
  await tell(ben, { kind: 'security', event: 'email' })
  await bens.until(() => bens.events('notification')[0], 'the other one')
  expect(bens.events('notification')).toMatchObject([{ data: { kind: 'security' } }])
})

it('a kind that the member wants no toast of is counted only; one without a sound says so', async () => {
  const { conversation, anna, ben } = await openCouple()
  const bens = await listen(ben)
  await changePreferences(env, ben.id, {
    notifications: {
      ...defaultPreferences.notifications,
      like: { toast: false, sound: true, push: true, email: false },
      match: { toast: true, sound: false, push: true, email: false },
    },
  })
  await tell(ben, { kind: 'like', from: anna.id })
  await tell(ben, { kind: 'match', from: anna.id, conversation })
  await bens.until(() => bens.events('notification')[0], 'the match')
  expect(bens.events('notification')).toMatchObject([{ data: { kind: 'match', sound: false } }])
  expect(bens.events('notifications').map(({ data }) => data.unread)).toEqual([1, 2])
})
