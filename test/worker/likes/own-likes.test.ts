import { env } from 'cloudflare:test'
import { expect, it } from 'vitest'
import { likeActions, likesPerDay } from '#features/likes/contract.ts'
import { notifyMember, readSummary } from '#features/member-hub/server/public.ts'
import { defaultPreferences } from '#features/notifications/contract.ts'
import { changePreferences } from '#features/notifications/server/public.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { channelName, ownLikeId } from '#shared/realtime/wire.ts'
import { drawingOf } from '#test/support/worker/drawings.ts'
import { createMember, postForm, postJson, type TestMember } from '#test/support/worker/members.ts'
import { connect, newId, type LineClient } from '#test/support/worker/realtime-client.ts'

const like = (from: TestMember, { id }: TestMember) => postJson(from, likeActions.like.path, { id })
const withdraw = (from: TestMember, { id }: TestMember) => postJson(from, likeActions.withdraw.path, { id })

/** Opens a page of a member that receives what their own channel brings. */
async function listen({ id, sid }: TestMember): Promise<LineClient> {
  const client = await connect(id, sid)
  await client.join(channelName.member(id))
  return client
}

const ownLikes = (client: LineClient) => client.events('notification').filter(({ data }) => data.like_out === true)
const untilOwnLikes = (client: LineClient, count: number) =>
  client.until(() => ownLikes(client).length >= count && ownLikes(client), `${count} own likes`)

it('each like shows on all devices of the member who gave it, with what is left of the day', async () => {
  const [anna, ben, cleo] = await Promise.all([
    createMember({ member: { locale: 'uk' } }),
    createMember({ member: { firstName: 'Ben' }, profile: { avatar: 'notionists:f-1' } }),
    createMember(),
  ])
  const devices = await Promise.all([listen(anna), listen(anna)])
  await like(anna, ben)
  await like(anna, cleo)
  const { t } = createTranslator('uk', await loadMessages('uk', ['likes']), { timeZone: 'UTC' })
  for (const device of devices) {
    const shown = await untilOwnLikes(device, 2)
    expect(shown.map(({ data }) => data).toSorted((one, other) => (other.like_remain ?? 0) - (one.like_remain ?? 0))).toEqual([
      {
        id: ownLikeId(ben.id),
        kind: 'like',
        icon: await drawingOf('notionists:f-1'),
        title: t('likes.done.liked', { name: 'Ben' }),
        message: '',
        like_out: true,
        like_remain: likesPerDay - 1,
        sound: false,
      },
      expect.objectContaining({ id: ownLikeId(cleo.id), like_out: true, like_remain: likesPerDay - 2 }),
    ])
  }
})

it('whoever is liked receives neither key, of a like or of a match', async () => {
  const [anna, ben] = await Promise.all([createMember(), createMember()])
  const [annas, bens] = await Promise.all([listen(anna), listen(ben)])
  await like(anna, ben)
  await bens.until(() => bens.events('notification').length === 1, 'the like')
  await untilOwnLikes(annas, 1)
  await like(ben, anna)
  await untilOwnLikes(bens, 1)
  await annas.until(() => annas.events('notification').some(({ data }) => data.kind === 'match'), 'the match')
  const received = (client: LineClient) =>
    client.events('notification').filter(({ data }) => 'like_out' in data || 'like_remain' in data)
  expect(received(annas).map(({ data }) => data.id)).toEqual([ownLikeId(ben.id)])
  expect(received(bens).map(({ data }) => data.id)).toEqual([ownLikeId(anna.id)])
})

it('an own like is not stored, counted or shown again', async () => {
  const [anna, ben] = await Promise.all([createMember(), createMember()])
  const before = await listen(anna)
  await like(anna, ben)
  await untilOwnLikes(before, 1)
  expect(await readSummary(env, anna.id)).toMatchObject({ notifications: 0, bell: 0, likes: 0 })
  expect(await env.MEMBER_HUB.getByName(anna.id).notices(9, null)).toEqual([])
  expect(before.events('notifications')).toEqual([])
  const later = await listen(anna)
  await later.heads()
  expect(later.events('notification')).toEqual([])
})

it('a like given again shows again; one that stands already, or is refused, does not', async () => {
  const [anna, ben, cleo] = await Promise.all([createMember(), createMember(), createMember()])
  const client = await listen(anna)
  await like(anna, ben)
  await like(anna, ben)
  await withdraw(anna, ben)
  await like(anna, ben)
  await postJson(anna, likeActions.like.path, { id: anna.id })
  await like(anna, cleo)
  const shown = await client.until(
    () => ownLikes(client).some(({ data }) => data.id === ownLikeId(cleo.id)) && ownLikes(client),
    'the last',
  )
  expect(shown.map(({ data }) => data.id).toSorted()).toEqual(
    [ownLikeId(ben.id), ownLikeId(ben.id), ownLikeId(cleo.id)].toSorted(),
  )
})

it('a like by a plain form shows on the other devices, too', async () => {
  const [anna, ben] = await Promise.all([createMember(), createMember()])
  const client = await listen(anna)
  await postForm(anna, likeActions.like.path, { id: ben.id })
  await untilOwnLikes(client, 1)
})

const { notifications } = defaultPreferences
it.each([
  ['without toasts of likes', { notifications: { ...notifications, like: { ...notifications.like, toast: false } } }],
  ['in their quiet hours', { quietHours: { start: '00:00', end: '00:00' } }],
])('a member %s is shown none', async (_, preferences) => {
  const [anna, ben, cleo] = await Promise.all([createMember(), createMember(), createMember()])
  const client = await listen(anna)
  await changePreferences(env, anna.id, preferences)
  await like(anna, ben)
  await like(anna, cleo)
  await notifyMember(env, anna.id, { id: newId(), kind: 'security', event: 'password' })
  await client.until(() => client.events('notification').some(({ data }) => data.kind === 'security'), 'what shows at all times')
  expect(ownLikes(client)).toEqual([])
})
