import { requestActions, chatActions } from '#features/chat/contract.ts'
import { env, runDurableObjectAlarm } from 'cloudflare:test'
import { expect, it, vi } from 'vitest'
import { readSummary } from '#features/member-hub/server/public.ts'
import { channelName } from '#shared/realtime/wire.ts'
import { createMatch } from '#test/support/worker/match.ts'
import { postJson } from '#test/support/worker/members.ts'
import { alarmOf, crash, crashHub, inHub } from '#test/support/worker/objects.ts'
import { connect, eventually, type LineClient } from '#test/support/worker/realtime-client.ts'
import { hubOf, openRequest } from '#test/support/worker/requests.ts'

vi.setConfig({ testTimeout: 60_000 })

async function bothOnScreen() {
  const { conversation, anna, ben } = await createMatch()
  const [annas, bens] = [await connect(anna.id), await connect(ben.id)]
  for (const client of [annas, bens]) {
    await client.join(channelName.member(client.memberId))
    await client.enter(conversation)
  }
  return { conversation, anna, ben, annas, bens }
}

/** A hub must not crash while it loads the texts of a toast: in tests all requests share that promise. */
const shownTo = (client: LineClient) => client.until(() => client.events('notification')[0], 'the toast')

const settled = (conversation: string) =>
  eventually(async () => {
    await runDurableObjectAlarm(env.CONVERSATION.getByName(conversation))
    return (await alarmOf(conversation)) === null
  }, 'a quiet conversation')
const found = async (member: { id: string }, text: string) =>
  (await hubOf(member).search(text, null)).hits.map(({ seq }) => seq).toSorted((a, b) => a - b)

it.each([
  ['both hubs', { hubs: true, room: false }],
  ['the conversation', { hubs: false, room: true }],
  ['all of them', { hubs: true, room: true }],
])('after the end of %s every message is found and counted once', async (_, { hubs, room }) => {
  const { conversation, anna, ben, annas, bens } = await bothOnScreen()
  for (let n = 1; n <= 5; n += 1) await annas.say(conversation, `watermelon ${n}`)
  await bens.until(() => bens.messages().length === 5, 'five messages')
  await shownTo(bens)
  if (room) await crash(conversation)
  if (hubs) await Promise.all([crashHub(anna.id), crashHub(ben.id)])
  await settled(conversation)
  for (const member of [anna, ben]) expect(await found(member, 'watermelon')).toEqual([1, 2, 3, 4, 5])
  expect(await readSummary(env, ben.id)).toMatchObject({ unread: 5 })
  expect(await readSummary(env, anna.id)).toMatchObject({ unread: 0 })
})

it('changes that a hub had not stored are found and counted as they are now', async () => {
  const { conversation, anna, ben, annas, bens } = await bothOnScreen()
  for (const text of ['watermelon one', 'watermelon two', 'watermelon three']) await annas.say(conversation, text)
  await postJson(anna, chatActions.edit.path, { conversation, seq: 1, text: 'pumpkin one' })
  await postJson(anna, chatActions.delete.path, { conversation, seq: 2 })
  await postJson(ben, chatActions.react.path, { conversation, seq: 3, emoji: '🔥' })
  await bens.until(() => bens.messages().length === 6, 'messages and changes')
  await shownTo(bens)
  await crashHub(ben.id)
  await crash(conversation)
  await settled(conversation)
  for (const member of [anna, ben]) {
    expect(await found(member, 'watermelon')).toEqual([3])
    expect(await found(member, 'pumpkin')).toEqual([1])
  }
  expect(await readSummary(env, ben.id)).toMatchObject({ unread: 2 })
  expect(await inHub(ben.id, 'SELECT head, unread FROM inbox')).toEqual([{ head: 6, unread: 2 }])
})

it('a message taken back is not unread, and after a position that was read later messages count', async () => {
  const { conversation, anna, ben, annas, bens } = await bothOnScreen()
  for (let n = 1; n <= 4; n += 1) await annas.say(conversation, `m${n}`)
  await postJson(anna, chatActions.delete.path, { conversation, seq: 4 })
  await bens.until(() => bens.messages().length === 5, 'messages and deletion')
  expect(await readSummary(env, ben.id)).toMatchObject({ unread: 3 })
  await postJson(ben, chatActions.read.path, { conversation, seq: 2 })
  expect(await readSummary(env, ben.id)).toMatchObject({ unread: 1 })
})

it('the message of a request is found by both once it is accepted', async () => {
  const { anna, ben, conversation } = await openRequest('persimmon hello')
  expect(await found(ben, 'persimmon')).toEqual([])
  expect((await postJson(ben, requestActions.accept.path, { conversation })).status).toBe(200)
  for (const member of [anna, ben]) expect(await found(member, 'persimmon')).toEqual([1])
})
