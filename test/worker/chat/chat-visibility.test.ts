import { settingsActions } from '#features/settings/contract.ts'
import { env, runDurableObjectAlarm } from 'cloudflare:test'
import { expect, it } from 'vitest'
import { channelName } from '#shared/realtime/wire.ts'
import { createMatch } from '#test/support/worker/match.ts'
import { postJson, type TestMember } from '#test/support/worker/members.ts'
import { inConversation } from '#test/support/worker/objects.ts'
import { connectPoll } from '#test/support/worker/poll-client.ts'
import { connect, type LineClient } from '#test/support/worker/realtime-client.ts'

const setOnline = (member: TestMember, showsOnline: boolean) =>
  postJson(member, settingsActions.privacy.path, { showsOnline, browsesInvisibly: false })
const present = (client: LineClient) =>
  client
    .events('presence:subscribed')
    .at(-1)
    ?.data.map((user) => user.user_id)
const steps = (client: LineClient) =>
  [...client.events('presence:joining'), ...client.events('presence:leaving')]
    .toSorted((a, b) => a.rev - b.rev)
    .map((event) => [event.event, event.data.user_id])

it.each([
  ['WebSocket', connect],
  ['polling', connectPoll],
])('who hides is not announced and not listed, and still receives (%s)', async (_, open) => {
  const { conversation, anna, ben } = await createMatch()
  expect((await setOnline(ben, false)).status).toBe(200)
  const annas = await connect(anna.id)
  await annas.enter(conversation)
  const bens = await open(ben.id)
  await bens.enter(conversation)
  await bens.until(() => present(bens), 'his list')
  expect(present(bens)?.toSorted(), 'he sees both').toEqual([anna.id, ben.id].toSorted())
  await annas.say(conversation, 'hello')
  await bens.until(() => bens.messages()[0], 'the message')
  const again = await connect(anna.id)
  await again.enter(conversation)
  await again.until(() => present(again), 'her list')
  expect(present(again)).toEqual([anna.id])
  await bens.leave(channelName.conversation(conversation))
  await bens.enter(conversation)
  expect(steps(annas)).toEqual([])
})

it('a change of the setting shows at once in what is open', async () => {
  const { conversation, anna, ben } = await createMatch()
  const [annas, bens, bensPhone] = [await connect(anna.id), await connect(ben.id), await connect(ben.id)]
  for (const client of [annas, bens, bensPhone]) await client.enter(conversation)
  await setOnline(ben, false)
  await annas.until(() => annas.events('presence:leaving')[0], 'leaving')
  await setOnline(ben, true)
  await annas.until(() => annas.events('presence:joining').length === 2, 'joining again')
  expect(steps(annas)).toEqual([
    ['presence:joining', ben.id],
    ['presence:leaving', ben.id],
    ['presence:joining', ben.id],
  ])
  bens.socket.close(1000)
  bensPhone.socket.close(1000)
  await annas.until(() => annas.events('presence:leaving').length === 2, 'leaving')
})

it('a conversation that was away receives the change later', async () => {
  const { conversation, anna, ben } = await createMatch()
  const [annas, bens] = [await connect(anna.id), await connect(ben.id)]
  await annas.enter(conversation)
  await bens.enter(conversation)
  await annas.until(() => annas.events('presence:joining')[0], 'joining')
  await inConversation(conversation, 'ALTER TABLE presence RENAME TO presence_away')
  await setOnline(ben, false)
  await inConversation(conversation, 'ALTER TABLE presence_away RENAME TO presence')
  const hub = env.MEMBER_HUB.getByName(ben.id)
  await runDurableObjectAlarm(hub)
  await annas.until(() => annas.events('presence:leaving')[0], 'leaving')
})

it('a hub that missed the change receives it with the next connection', async () => {
  const { conversation, anna, ben } = await createMatch()
  await (await connect(ben.id)).enter(conversation)
  await env.DB.prepare('update profiles set shows_online = 0 where member_id = ?').bind(ben.id).run()
  const annas = await connect(anna.id)
  await annas.enter(conversation)
  await annas.until(() => present(annas)?.includes(ben.id), 'not known yet')
  await connect(ben.id)
  await annas.until(() => annas.events('presence:leaving')[0], 'leaving')
})
