import { requestActions, chatActions } from '#features/chat/contract.ts'
import { env, evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { readHistory } from '#features/chat/server/public.ts'
import { channelName, type Receipt } from '#shared/realtime/wire.ts'
import { abortObject } from '#test/support/worker/abort-object.ts'
import { createMatch } from '#test/support/worker/match.ts'
import { postJson, type TestMember } from '#test/support/worker/members.ts'
import { breakHub, crash, inConversation, mendHub } from '#test/support/worker/objects.ts'
import { connectPoll } from '#test/support/worker/poll-client.ts'
import { connect, eventually, newId, type LineClient } from '#test/support/worker/realtime-client.ts'
import { openRequest } from '#test/support/worker/requests.ts'

const read = (member: TestMember, conversation: string, seq: number) =>
  postJson(member, chatActions.read.path, { conversation, seq })
const say = (member: TestMember, conversation: string, text = 'hello') =>
  postJson(member, chatActions.send.path, { conversation, cid: newId(), text })
const prefer = (member: TestMember, changed: { readMarks?: boolean; typing?: boolean }) =>
  env.MEMBER_HUB.getByName(member.id).changePreferences(changed)

const lastMarks = (client: LineClient): Receipt | undefined => client.events('marks').at(-1)?.data
/** Returns the partner's receipts as a member's page would show them. */
const marksFor = async (member: TestMember, conversation: string) =>
  (await readHistory(env, conversation, member.id))?.page?.marks[0]
const untilMarks = (client: LineClient, wanted: Partial<Receipt>) =>
  client.until(
    () => {
      const marks = lastMarks(client)
      return marks && Object.entries(wanted).every(([key, value]) => marks[key as keyof Receipt] === value) ? marks : null
    },
    `marks ${JSON.stringify(wanted)}`,
  )
const breakConversation = (conversation: string) => inConversation(conversation, 'ALTER TABLE members RENAME TO members_away')
const mendConversation = (conversation: string) => inConversation(conversation, 'ALTER TABLE members_away RENAME TO members')

describe('a delivery receipt', () => {
  it('comes when a device has the message, in the conversation or in its inbox', async () => {
    const { conversation, anna, ben } = await createMatch()
    const annas = await connect(anna.id)
    await annas.enter(conversation)
    await annas.say(conversation, 'one')
    expect(await marksFor(anna, conversation), 'nobody there').toEqual({ user_id: ben.id, delivered: 0, read: 0 })
    const phone = await connect(ben.id)
    await phone.enter(conversation)
    expect(await untilMarks(annas, { delivered: 1 })).toEqual({ user_id: ben.id, delivered: 1, read: 0 })
    await phone.leave(channelName.conversation(conversation))
    await phone.join(channelName.member(ben.id))
    await annas.say(conversation, 'two')
    await untilMarks(annas, { delivered: 2, read: 0 })
  })

  it('comes later for a member who was away: with the first device that joins their channel, on either transport', async () => {
    const { conversation, anna, ben } = await createMatch()
    const annas = await connect(anna.id)
    await annas.enter(conversation)
    await annas.say(conversation, 'one')
    await annas.say(conversation, 'two')
    const bens = await connectPoll(ben.id)
    await bens.join(channelName.member(ben.id))
    await untilMarks(annas, { user_id: ben.id, delivered: 2, read: 0 })
  })

  it('is not sent again for changes of only the other’s own messages', async () => {
    const { conversation, anna, ben } = await createMatch()
    const [annas, bens] = [await connect(anna.id), await connect(ben.id)]
    await annas.enter(conversation)
    await bens.enter(conversation)
    await annas.say(conversation, 'question')
    await untilMarks(annas, { delivered: 1 })
    const before = annas.events('marks').length
    for (const text of ['one', 'two', 'three']) await bens.say(conversation, text)
    await untilMarks(bens, { delivered: 4 })
    expect(annas.events('marks').length - before, 'his answer reads hers').toBeLessThanOrEqual(1)
  })
})

describe('a read receipt', () => {
  it('is sent when the other has seen the message, and is part of joins and histories', async () => {
    const { conversation, anna, ben } = await createMatch()
    const annas = await connect(anna.id)
    await annas.enter(conversation)
    await annas.say(conversation, 'one')
    await annas.say(conversation, 'two')
    await eventually(async () => (await read(ben, conversation, 1)).status === 200, 'read')
    await untilMarks(annas, { user_id: ben.id, read: 1 })
    await read(ben, conversation, 99)
    await untilMarks(annas, { read: 2 })
    await read(ben, conversation, 1)
    expect(await marksFor(anna, conversation)).toMatchObject({ read: 2 })
    expect((await annas.enter(conversation)).marks).toMatchObject([{ user_id: ben.id, read: 2 }])
    expect(await marksFor(ben, conversation)).toMatchObject({ user_id: anna.id })
  })

  it('comes with one’s own message, which reads all before it', async () => {
    const { conversation, anna, ben } = await createMatch()
    const annas = await connect(anna.id)
    await annas.enter(conversation)
    await annas.say(conversation, 'question')
    await say(ben, conversation, 'answer')
    const marks = await annas.until(() => annas.events('marks').find(({ data }) => data.read >= 1), 'read')
    expect(marks.data.user_id).toBe(ben.id)
  })

  it('of a changed message counts its new position', async () => {
    const { conversation, anna, ben } = await createMatch()
    await say(anna, conversation)
    await postJson(anna, chatActions.edit.path, { conversation, seq: 1, text: 'hello there' })
    await eventually(async () => (await (await read(ben, conversation, 2)).json<{ unread: number }>()).unread === 0, 'read')
    await eventually(async () => (await marksFor(anna, conversation))?.read === 2, 'the mark')
  })
})

describe('a member who does not share read receipts', () => {
  it('sends none and sees none; delivery receipts show all the same', async () => {
    const { conversation, anna, ben } = await createMatch()
    await prefer(ben, { readMarks: false })
    const [annas, bens] = [await connect(anna.id), await connect(ben.id)]
    await annas.enter(conversation)
    await bens.enter(conversation)
    await annas.say(conversation, 'one')
    await bens.say(conversation, 'two')
    await bens.until(() => bens.messages().length === 2, 'both messages')
    await annas.until(() => annas.messages().length === 2, 'both messages')
    await read(ben, conversation, 2)
    await read(anna, conversation, 2)
    await annas.until(() => (lastMarks(annas)?.delivered ?? 0) >= 1, 'her message is delivered')
    await bens.until(() => lastMarks(bens)?.delivered === 2, 'his message is delivered')
    for (const client of [annas, bens]) expect(client.events('marks').every(({ data }) => data.read === 0)).toBe(true)
    for (const member of [anna, ben]) expect(await marksFor(member, conversation)).toMatchObject({ read: 0 })
    const [row] = await inConversation(conversation, 'SELECT read FROM members WHERE member = ?', ben.id)
    expect(row, 'the conversation does not even know').toEqual({ read: 0 })
  })

  it('takes back what shows at once, for both, and may share it again', async () => {
    const { conversation, anna, ben } = await createMatch()
    const [annas, bens] = [await connect(anna.id), await connect(ben.id)]
    await annas.enter(conversation)
    await bens.enter(conversation)
    await annas.say(conversation, 'one')
    await bens.until(() => bens.messages().length === 1, 'message')
    await read(ben, conversation, 1)
    await untilMarks(annas, { read: 1 })
    await postJson(ben, '/api/settings/chat', { readMarks: false, typing: true })
    await untilMarks(annas, { read: 0 })
    await postJson(ben, '/api/settings/chat', { readMarks: true, typing: true })
    await untilMarks(annas, { read: 1 })
  })

  it('never shows what was read in that time; the next that is read shows again', async () => {
    const { conversation, anna, ben } = await createMatch()
    const [annas, bens] = [await connect(anna.id), await connect(ben.id)]
    await annas.enter(conversation)
    await bens.enter(conversation)
    for (const text of ['one', 'two', 'three']) await annas.say(conversation, text)
    await bens.until(() => bens.messages().length === 3, 'the messages')
    await read(ben, conversation, 1)
    await untilMarks(annas, { read: 1 })
    await prefer(ben, { readMarks: false })
    await untilMarks(annas, { read: 0 })
    await read(ben, conversation, 2)
    await prefer(ben, { readMarks: true })
    await untilMarks(annas, { read: 1 })
    await evictDurableObject(env.MEMBER_HUB.getByName(ben.id))
    await evictDurableObject(env.CONVERSATION.getByName(conversation))
    expect(await marksFor(anna, conversation)).toMatchObject({ read: 1 })
    await annas.say(conversation, 'four')
    await bens.until(() => bens.messages().length === 4, 'one more, whose delivery is acknowledged')
    expect(await marksFor(anna, conversation)).toMatchObject({ delivered: 4, read: 1 })
    await read(ben, conversation, 3)
    await untilMarks(annas, { read: 3 })
    expect(annas.events('marks').map(({ data }) => data.read)).not.toContain(2)
  })
})

describe('receipts are never lost', () => {
  it('when the conversation is away as the member reads: the hub sends them later', async () => {
    const { conversation, anna, ben } = await createMatch()
    await say(anna, conversation)
    await eventually(async () => (await read(ben, conversation, 0)).status === 200, 'the row')
    await breakConversation(conversation)
    expect((await read(ben, conversation, 1)).status).toBe(200)
    await mendConversation(conversation)
    await eventually(
      async () =>
        (await marksFor(anna, conversation))?.read === 1 ||
        (await runDurableObjectAlarm(env.MEMBER_HUB.getByName(ben.id)), false),
      'the mark',
    )
  })

  it('when the hub restarts before it could send them', async () => {
    const { conversation, anna, ben } = await createMatch()
    await say(anna, conversation)
    await eventually(async () => (await read(ben, conversation, 0)).status === 200, 'the row')
    const before = env.MEMBER_HUB.getByName(ben.id)
    await abortObject(before, (sql) => void sql.exec('UPDATE inbox SET read_seq = 1, marks_due = 1'))
    const hub = env.MEMBER_HUB.getByName(ben.id)
    await hub.summary()
    await runDurableObjectAlarm(hub)
    await eventually(async () => (await marksFor(anna, conversation))?.read === 1, 'the mark')
  })

  it('when the reader’s or the sender’s hub restarts or fails on the way: members present get the newest state', async () => {
    const { conversation, anna, ben } = await createMatch()
    const annas = await connect(anna.id)
    await annas.enter(conversation)
    await annas.say(conversation, 'one')
    await eventually(async () => (await read(ben, conversation, 0)).status === 200, 'the row')
    await breakHub(anna.id)
    await read(ben, conversation, 1)
    await eventually(async () => (await marksFor(anna, conversation))?.read === 1, 'the mark in the conversation')
    await crash(conversation)
    await mendHub(anna.id)
    await evictDurableObject(env.MEMBER_HUB.getByName(anna.id))
    await runDurableObjectAlarm(env.CONVERSATION.getByName(conversation))
    await untilMarks(annas, { read: 1 })
  })
})

it('a request shows no one whether it was read, before it is accepted', async () => {
  const { conversation, anna, ben } = await openRequest()
  const bens = await connect(ben.id)
  await bens.join(channelName.member(ben.id))
  await read(ben, conversation, 1)
  const annas = await connect(anna.id)
  expect((await annas.enter(conversation)).marks).toEqual([])
  expect((await readHistory(env, conversation, anna.id))?.page?.marks).toEqual([])
  await postJson(ben, requestActions.accept.path, { conversation })
  await untilMarks(annas, { user_id: ben.id, read: 1 })
})

describe('typing', () => {
  const type = (client: LineClient, conversation: string, event = 'client-typing') =>
    client.request({ type: 'channel:clientEvent', channel: channelName.conversation(conversation), event, data: {} })
  const marker = 'client-look'

  it.each(['the one who writes', 'the one who reads'])('does not show when %s has switched it off', async (who) => {
    const { conversation, anna, ben } = await createMatch()
    await prefer(who === 'the one who writes' ? anna : ben, { typing: false })
    const [annas, bens] = [await connect(anna.id), await connect(ben.id)]
    await annas.enter(conversation)
    await bens.enter(conversation)
    expect(await type(annas, conversation), 'nobody is told of the setting').toMatchObject({ status: 'success' })
    await type(annas, conversation, marker)
    await bens.until(() => bens.events(marker)[0], 'what came after it')
    expect(bens.events('client-typing')).toEqual([])
    await prefer(who === 'the one who writes' ? anna : ben, { typing: true })
    await type(annas, conversation)
    await bens.until(() => bens.events('client-typing')[0], 'typing')
  })
})
