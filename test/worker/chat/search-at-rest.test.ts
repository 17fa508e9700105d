import { env, runDurableObjectAlarm } from 'cloudflare:test'
import { afterEach, expect, it, vi } from 'vitest'
import { chatActions } from '#features/chat/contract.ts'
import { Conversation } from '#objects/conversation/conversation-object.ts'
import { createMatch } from '#test/support/worker/match.ts'
import { postJson, type TestMember } from '#test/support/worker/members.ts'
import { crash, crashHub, inHub } from '#test/support/worker/objects.ts'
import { eventually, openPage } from '#test/support/worker/realtime-client.ts'

vi.setConfig({ testTimeout: 60_000 })
afterEach(() => void vi.restoreAllMocks())

async function bothOnScreen() {
  const { conversation, anna, ben } = await createMatch()
  const [annas, bens] = [await openPage(anna.id, conversation), await openPage(ben.id, conversation)]
  return { conversation, anna, ben, annas, bens }
}

const find = async ({ id }: TestMember, text: string) => {
  const { hits, isComplete } = await env.MEMBER_HUB.getByName(id).search(text, null)
  return { seqs: hits.map(({ seq }) => seq).toSorted((a, b) => a - b), isComplete }
}
const indexed = async ({ id }: TestMember) => (await inHub(id, 'SELECT seq FROM search_texts ORDER BY seq')).map(({ seq }) => seq)
const hasHead = ({ id }: TestMember, head: number) =>
  eventually(async () => (await inHub(id, 'SELECT head FROM inbox'))[0]?.['head'] === head, `head ${head}`)
const alarmOf = async ({ id }: TestMember) =>
  (await inHub(id, "SELECT at FROM alarms WHERE name = 'index'"))[0]?.['at'] as number | undefined

it('what pages show is indexed when somebody searches, for that member alone', async () => {
  const { conversation, anna, ben, annas } = await bothOnScreen()
  for (const text of ['persimmon one', 'two', 'persimmon three']) await annas.direct.say(conversation, text)
  for (const member of [anna, ben]) await hasHead(member, 3)
  expect(await indexed(ben)).toEqual([])
  expect(await find(ben, 'persimmon')).toEqual({ seqs: [1, 3], isComplete: true })
  expect(await indexed(ben)).toEqual([1, 2, 3])
  expect(await indexed(anna)).toEqual([])
  await annas.direct.say(conversation, 'persimmon four')
  expect(await find(ben, 'persimmon')).toEqual({ seqs: [1, 3, 4], isComplete: true })
})

it('the alarm indexes it once the conversation is quiet, and not while it is lively', async () => {
  const { conversation, ben, annas } = await bothOnScreen()
  await annas.direct.say(conversation, 'persimmon')
  await hasHead(ben, 1)
  const hub = env.MEMBER_HUB.getByName(ben.id)
  expect((await alarmOf(ben)) ?? 0).toBeGreaterThan(Date.now() + 20_000)
  await inHub(ben.id, "UPDATE alarms SET at = 0 WHERE name = 'index'")
  await runDurableObjectAlarm(hub)
  expect(await indexed(ben), 'a moment ago').toEqual([])
  expect((await alarmOf(ben)) ?? 0).toBeGreaterThan(Date.now() + 20_000)
  const { now } = Date
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 31_000)
  await eventually(async () => {
    await runDurableObjectAlarm(hub)
    return (await indexed(ben)).length === 1
  }, 'the index')
  expect(await inHub(ben.id, 'SELECT * FROM search_behind')).toEqual([])
})

it('a message taken back or edited leaves no earlier text, whenever it is indexed', async () => {
  const { conversation, anna, ben, annas, bens } = await bothOnScreen()
  await annas.direct.say(conversation, 'persimmon one')
  await hasHead(ben, 1)
  await find(ben, 'persimmon')
  for (const text of ['persimmon two', 'persimmon three']) await annas.direct.say(conversation, text)
  await hasHead(ben, 3)
  for (const seq of [1, 2]) await postJson(anna, chatActions.delete.path, { conversation, seq })
  await postJson(anna, chatActions.edit.path, { conversation, seq: 3, text: 'pumpkin three' })
  await bens.direct.until(() => bens.direct.messages().length === 6, 'messages and changes')
  await hasHead(ben, 6)
  const texts = async () => (await inHub(ben.id, 'SELECT text FROM search_texts ORDER BY seq')).map(({ text }) => text)
  expect(await texts(), 'before a search').toEqual(['', '', 'pumpkin three'])
  expect(await find(ben, 'persimmon')).toEqual({ seqs: [], isComplete: true })
  expect(await find(ben, 'pumpkin')).toEqual({ seqs: [3], isComplete: true })
  expect(await texts()).toEqual(['', '', 'pumpkin three'])
})

it('nothing is lost with the objects, and a search that cannot reach the log says that it is incomplete', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { conversation, ben, annas } = await bothOnScreen()
  await annas.direct.say(conversation, 'persimmon')
  await hasHead(ben, 1)
  const away = vi.spyOn(Conversation.prototype, 'readSince').mockImplementation(() => Promise.reject(new Error('away')))
  expect(await find(ben, 'persimmon')).toEqual({ seqs: [], isComplete: false })
  away.mockRestore()
  await crashHub(ben.id)
  await crash(conversation)
  expect(await find(ben, 'persimmon')).toEqual({ seqs: [1], isComplete: true })
})

it('a search waits no longer than two seconds for a log that does not answer', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { conversation, ben, annas } = await bothOnScreen()
  await annas.direct.say(conversation, 'persimmon one')
  await hasHead(ben, 1)
  await find(ben, 'persimmon')
  await annas.direct.say(conversation, 'persimmon two')
  await hasHead(ben, 2)
  const slow = vi.spyOn(Conversation.prototype, 'readSince').mockImplementation(() => new Promise(() => {}))
  expect(await find(ben, 'persimmon')).toEqual({ seqs: [1], isComplete: false })
  slow.mockRestore()
  expect(await find(ben, 'persimmon')).toEqual({ seqs: [1, 2], isComplete: true })
})

it('the end of the conversation leaves nothing to index', async () => {
  const { conversation, ben, annas } = await bothOnScreen()
  await annas.direct.say(conversation, 'persimmon')
  await hasHead(ben, 1)
  await env.CONVERSATION.getByName(conversation).close()
  expect(await inHub(ben.id, 'SELECT * FROM search_behind')).toEqual([])
  expect(await find(ben, 'persimmon')).toEqual({ seqs: [], isComplete: true })
})
