import { chatActions } from '#features/chat/contract.ts'
import { env, evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test'
import { expect, it, vi } from 'vitest'
import { Conversation } from '#objects/conversation/conversation-object.ts'
import { sendMessage } from '#features/chat/server/public.ts'
import { readSummary } from '#features/member-hub/server/public.ts'
import { channelName } from '#shared/realtime/wire.ts'
import { createMatch } from '#test/support/worker/match.ts'
import { postJson } from '#test/support/worker/members.ts'
import { alarmOf, breakHub, crashHub, inConversation, inHub, mendHub } from '#test/support/worker/objects.ts'
import { connect, eventually, newId } from '#test/support/worker/realtime-client.ts'

vi.setConfig({ testTimeout: 60_000 })

const roomOf = (conversation: string) => env.CONVERSATION.getByName(conversation)
const hubOf = (member: string) => env.MEMBER_HUB.getByName(member)

async function bothOnScreen() {
  const { conversation, anna, ben } = await createMatch()
  const [annas, bens] = [await connect(anna.id), await connect(ben.id)]
  await annas.enter(conversation)
  await bens.enter(conversation)
  return { conversation, anna, ben, annas, bens }
}

/** Everything is delivered and stored: no alarm is due any more. */
async function becomeQuiet(conversation: string): Promise<void> {
  await eventually(async () => {
    await runDurableObjectAlarm(roomOf(conversation))
    return (await alarmOf(conversation)) === null
  }, 'a quiet conversation')
}

/** Everything is delivered and stored, and the conversation has hibernated. */
async function sleep(conversation: string): Promise<void> {
  await becomeQuiet(conversation)
  await evictDurableObject(roomOf(conversation))
}

it('a conversation that has hibernated sends read receipts at once', async () => {
  const { conversation, ben, annas, bens } = await bothOnScreen()
  await annas.say(conversation, 'one')
  await bens.until(() => bens.messages().length === 1, 'the message')
  await sleep(conversation)
  await postJson(ben, chatActions.read.path, { conversation, seq: 1 })
  await annas.until(() => annas.events('marks').at(-1)?.data.read === 1, 'the read mark')
})

it('a conversation that has hibernated sends delivery receipts at once when a device comes', async () => {
  const { conversation, anna, ben } = await createMatch()
  const annas = await connect(anna.id)
  await annas.enter(conversation)
  await annas.say(conversation, 'one')
  await sleep(conversation)
  await (await connect(ben.id)).join(channelName.member(ben.id))
  await annas.until(() => annas.events('marks').at(-1)?.data.delivered === 1, 'the mark')
})

it('messages read before the hub stored them stay read after a restart, without a notification', async () => {
  const { conversation, ben, annas, bens } = await bothOnScreen()
  const isStored = async (head: number) =>
    (await inHub(ben.id, 'SELECT head FROM inbox WHERE conversation = ?', conversation))[0]?.['head'] === head
  let said = 0
  // A write that was due just then goes to the disk at once; the next one waits.
  do {
    said += 1
    await annas.say(conversation, `m${said}`)
    await bens.until(() => bens.messages().length === said, 'the message')
  } while (await isStored(said))
  await crashHub(ben.id)
  await postJson(ben, chatActions.read.path, { conversation, seq: said })
  await runDurableObjectAlarm(roomOf(conversation))
  expect(await isStored(said)).toBe(true)
  expect(await readSummary(env, ben.id)).toMatchObject({ unread: 0, notifications: 0 })
})

it('more than one page is stored to its end before the conversation is quiet', async () => {
  const { conversation, anna, ben } = await createMatch()
  const bens = await connect(ben.id)
  await bens.enter(conversation)
  const say = (text: string) => sendMessage(env, conversation, { member: anna.id, cid: newId(), text })
  await say('first')
  await bens.until(() => bens.messages().length === 1, 'the first message')
  await evictDurableObject(hubOf(ben.id))
  await breakHub(ben.id)
  const long = 19
  for (let n = 0; n < long; n += 1) await say(`${'щ'.repeat(1990)}${n}`)
  await mendHub(ben.id)
  await becomeQuiet(conversation)
  // The platform's own alarm may have come first and be at work still: an object does not hibernate meanwhile.
  const cursors = async () => (await inConversation(conversation, 'SELECT cursor FROM members')).map(({ cursor }) => cursor)
  await expect.poll(cursors, { timeout: 10_000 }).toEqual([long + 1, long + 1])
  await crashHub(ben.id)
  expect(await inHub(ben.id, 'SELECT head, unread FROM inbox')).toEqual([{ head: long + 1, unread: long + 1 }])
})

it('a hub whose row is of another log gets this one whole, in a few calls', async () => {
  const { conversation, ben, annas, bens } = await bothOnScreen()
  await annas.say(conversation, 'one')
  await annas.say(conversation, 'two')
  await bens.until(() => bens.messages().length === 2, 'two messages')
  // Now the conversation knows that the hub has stored both.
  await runDurableObjectAlarm(roomOf(conversation))
  await evictDurableObject(hubOf(ben.id))
  await inHub(ben.id, "UPDATE inbox SET epoch = 'older'")
  await evictDurableObject(hubOf(ben.id))
  await annas.say(conversation, 'three')
  await eventually(async () => (await readSummary(env, ben.id))?.unread === 3, 'the whole log')
  await sleep(conversation)
})

it('a message that was taken back is not found, even if its first delivery comes last', async () => {
  const { conversation, anna, annas } = await bothOnScreen()
  await annas.say(conversation, 'first')
  await sleep(conversation)
  await annas.say(conversation, 'second')
  const sent = await eventually(async () => {
    const answer = await roomOf(conversation).sendFromHub({ member: anna.id, cid: newId(), text: 'secretword' })
    return answer.ok && answer.delivery ? { ...answer, delivery: answer.delivery } : null
  }, 'a delivery with the answer')
  await roomOf(conversation).change({ member: anna.id, kind: 'delete', seq: sent.seq })
  await annas.until(() => annas.messages().find(({ seq, deleted }) => deleted && seq === sent.seq), 'the deletion')
  await hubOf(anna.id).deliver(sent.delivery)
  const found = (await hubOf(anna.id).search('secretword', null)).hits
  expect(found.filter(({ seq }) => seq === sent.seq)).toEqual([])
})

it('a delivery that the end of its conversation has overtaken makes no row', async () => {
  const { conversation, anna, annas } = await bothOnScreen()
  const { sendFromHub } = Conversation.prototype
  const overtaken = vi.spyOn(Conversation.prototype, 'sendFromHub').mockImplementation(async function (
    this: Conversation,
    input,
  ) {
    const answer = await sendFromHub.call(this, input)
    await this.close()
    return answer
  })
  await annas.say(conversation, 'one')
  expect(await overtaken.mock.results[0]?.value).toMatchObject({ delivery: { upTo: 1 } })
  overtaken.mockRestore()
  expect(await inHub(anna.id, 'SELECT conversation FROM inbox')).toEqual([])
})

it('a position above the head marks no later message as read', async () => {
  const { conversation, ben, annas, bens } = await bothOnScreen()
  await annas.say(conversation, 'one')
  await bens.until(() => bens.messages().length === 1, 'the first message')
  expect((await postJson(ben, chatActions.read.path, { conversation, seq: 999_999_999 })).status).toBe(200)
  expect(await readSummary(env, ben.id)).toMatchObject({ unread: 0 })
  await annas.say(conversation, 'two')
  await bens.until(() => bens.messages().length === 2, 'the second message')
  expect(await readSummary(env, ben.id)).toMatchObject({ unread: 1 })
  expect(annas.events('marks').at(-1)?.data.read ?? 0).toBeLessThan(2)
})
