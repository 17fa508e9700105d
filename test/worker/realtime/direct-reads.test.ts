import { env, runDurableObjectAlarm } from 'cloudflare:test'
import { afterEach, expect, it, vi } from 'vitest'
import { Conversation } from '#objects/conversation/conversation-object.ts'
import { MemberHub } from '#objects/member-hub/member-hub.ts'
import { channelName } from '#shared/realtime/wire.ts'
import { createMatch } from '#test/support/worker/match.ts'
import { crash, inHub } from '#test/support/worker/objects.ts'
import {
  connect,
  connectDirectly,
  eventually,
  newId,
  openPage,
  openPair,
  type LineClient,
} from '#test/support/worker/realtime-client.ts'

vi.setConfig({ testTimeout: 60_000 })
afterEach(() => void vi.restoreAllMocks())

const rowOf = async (member: string, conversation: string) =>
  (await inHub(member, 'SELECT head, unread, read_seq FROM inbox WHERE conversation = ?', conversation))[0]
const read = (client: LineClient, conversation: string, seq: number) =>
  client.request({ type: 'message:read', channel: channelName.conversation(conversation), seq })
const readMarks = (client: LineClient) => client.events('marks').map(({ data }) => data.read)

it('what a page has read is shown to the other one at once, and reaches the hub with the messages', async () => {
  const { conversation, anna, ben } = await createMatch()
  const [annas, bens] = [await openPage(anna.id, conversation), await openPage(ben.id, conversation)]
  const delivered = vi.spyOn(MemberHub.prototype, 'deliver')
  const { seq } = await annas.direct.say(conversation, 'one')
  await bens.direct.until(() => bens.direct.messages()[0], 'the message')
  expect(await read(bens.direct, conversation, seq)).toMatchObject({ status: 'success' })
  await annas.direct.until(() => readMarks(annas.direct).includes(seq), 'the receipt')
  expect(await rowOf(ben.id, conversation), 'not yet').toMatchObject({ head: 0 })
  await eventually(async () => (await rowOf(ben.id, conversation))?.['head'] === seq, 'the row')
  expect(await rowOf(ben.id, conversation)).toMatchObject({ unread: 0, read_seq: seq })
  expect(delivered.mock.calls.filter(([{ self }]) => self === ben.id)).toHaveLength(1)
  expect(await inHub(ben.id, 'SELECT seq FROM unseen')).toEqual([])
  expect(bens.first.events('notification')).toEqual([])
})

it('what was read later takes a message that counts as unread off the badge within three seconds', async () => {
  const { conversation, anna, ben } = await createMatch()
  const [annas, bens] = [await openPage(anna.id, conversation), await openPage(ben.id, conversation)]
  const { seq } = await annas.direct.say(conversation, 'one')
  await eventually(async () => (await rowOf(ben.id, conversation))?.['unread'] === 1, 'the unread message')
  const began = Date.now()
  await read(bens.direct, conversation, seq)
  await bens.first.until(() => bens.first.events('inbox').at(-1)?.data.unread === 0, 'the badge')
  expect(Date.now() - began).toBeLessThan(3_500)
})

it('an answered report survives the end of the conversation’s object', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { conversation, anna, ben } = await openPair()
  const [annas, bens] = [await openPage(anna, conversation), await openPage(ben, conversation)]
  const { seq } = await annas.direct.say(conversation, 'one')
  await read(bens.direct, conversation, seq)
  await crash(conversation)
  await eventually(async () => {
    await runDurableObjectAlarm(env.CONVERSATION.getByName(conversation))
    return (await rowOf(ben, conversation))?.['read_seq'] === seq
  }, 'the read position')
  expect(await rowOf(ben, conversation)).toMatchObject({ unread: 0 })
})

it('a member without read receipts sends none, nor later for what was read without them', async () => {
  const { conversation, anna, ben } = await openPair()
  const hub = env.MEMBER_HUB.getByName(ben)
  await hub.changePreferences({ readMarks: false })
  const [annas, bens] = [await openPage(anna, conversation), await openPage(ben, conversation)]
  const { seq } = await annas.direct.say(conversation, 'in private')
  await bens.direct.until(() => bens.direct.messages()[0], 'the message')
  await read(bens.direct, conversation, seq)
  await eventually(async () => (await rowOf(ben, conversation))?.['read_seq'] === seq, 'the read position')
  await hub.changePreferences({ readMarks: true })
  await eventually(async () => {
    const [row] = await inHub(ben, 'SELECT facts FROM direct_sockets')
    return String(row?.['facts']).includes(`"sharesRead":true,"keptRead":${seq}`)
  }, 'that the conversation knows')
  await read(bens.direct, conversation, seq)
  const next = await annas.direct.say(conversation, 'to be seen')
  await bens.direct.until(() => bens.direct.messages()[1], 'the next message')
  expect(readMarks(annas.direct).every((position) => position === 0)).toBe(true)
  await read(bens.direct, conversation, next.seq)
  await annas.direct.until(() => readMarks(annas.direct).includes(next.seq), 'the receipt')
})

it.each(['answers', 'hangs'])(
  'what was read in private stays so when the member begins to share, though the hub did not have it yet, if the conversation %s',
  async (conversationThen) => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { conversation, anna, ben } = await openPair()
    const hub = env.MEMBER_HUB.getByName(ben)
    await hub.changePreferences({ readMarks: false })
    const [annas, bens] = [await openPage(anna, conversation), await openPage(ben, conversation)]
    const { seq } = await annas.direct.say(conversation, 'in private')
    await bens.direct.until(() => bens.direct.messages()[0], 'the message')
    await read(bens.direct, conversation, seq)
    if (conversationThen === 'hangs')
      vi.spyOn(Conversation.prototype, 'catchUp').mockImplementationOnce(() => new Promise(() => {}))
    await hub.changePreferences({ readMarks: true })
    await eventually(async () => (await rowOf(ben, conversation))?.['read_seq'] === seq, 'the read position')
    await eventually(async () => {
      const [row] = await inHub(ben, 'SELECT facts FROM direct_sockets')
      return String(row?.['facts']).includes('"sharesRead":true')
    }, 'that the conversation knows')
    await read(bens.direct, conversation, seq)
    const next = await annas.direct.say(conversation, 'to be seen')
    await bens.direct.until(() => bens.direct.messages()[1], 'the next message')
    await read(bens.direct, conversation, next.seq)
    await annas.direct.until(() => readMarks(annas.direct).includes(next.seq), 'the receipt')
    expect(readMarks(annas.direct)).not.toContain(seq)
  },
)

it('only what the log has can be read, and only in a joined conversation', async () => {
  const { conversation, anna, ben } = await openPair()
  const annas = await openPage(anna, conversation)
  const outside = await connectDirectly(ben, conversation)
  expect(await read(outside, conversation, 1)).toMatchObject({ code: 'not-joined' })
  await outside.enter(conversation)
  expect(await read(outside, conversation, 1_000)).toMatchObject({ status: 'success' })
  const { seq } = await annas.direct.say(conversation, 'one')
  await eventually(async () => (await rowOf(ben, conversation))?.['head'] === seq, 'the row')
  expect(await rowOf(ben, conversation)).toMatchObject({ unread: 1, read_seq: 0 })
})

it('the first socket takes it as well, and brings the hub what it lacks', async () => {
  const { conversation, anna, ben } = await openPair()
  const [annas] = [await openPage(anna, conversation), await openPage(ben, conversation)]
  const { seq } = await annas.direct.say(conversation, 'one')
  const old = await connect(ben, newId())
  expect(await read(old, conversation, seq)).toMatchObject({ code: 'not-joined' })
  await old.enter(conversation)
  expect(await read(old, conversation, seq)).toMatchObject({ status: 'success' })
  expect(await rowOf(ben, conversation)).toMatchObject({ head: seq, unread: 0, read_seq: seq })
})
