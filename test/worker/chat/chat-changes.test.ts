import { chatActions } from '#features/chat/contract.ts'
import { env, runDurableObjectAlarm } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { readHistory, readInbox } from '#features/chat/server/public.ts'
import { readSummary } from '#features/member-hub/server/public.ts'
import { channelName, limits, positionOf, type WireMessage } from '#shared/realtime/wire.ts'
import { createMember, postForm, postJson, type TestMember } from '#test/support/worker/members.ts'
import { breakHub, crash, inConversation, mendHub, storedIn } from '#test/support/worker/objects.ts'
import { connect, eventually, newId, openPair } from '#test/support/worker/realtime-client.ts'

/** A conversation of two signed-in members, and their sockets in it. */
async function openChat() {
  const { conversation, anna, ben } = await openPair()
  const [annaMember, benMember] = await Promise.all([
    createMember({ member: { id: anna } }),
    createMember({ member: { id: ben } }),
  ])
  const [annas, bens] = await Promise.all([connect(anna), connect(ben)])
  await Promise.all([annas.enter(conversation), bens.enter(conversation)])
  return { conversation, anna: annaMember, ben: benMember, annas, bens }
}

const edit = (member: TestMember, conversation: string, seq: number, text: string) =>
  postJson(member, chatActions.edit.path, { conversation, seq, text })
const takeBack = (member: TestMember, conversation: string, seq: number) =>
  postJson(member, chatActions.delete.path, { conversation, seq })
const react = (member: TestMember, conversation: string, seq: number, emoji: string) =>
  postJson(member, chatActions.react.path, { conversation, seq, emoji })
const statusOf = async (answer: Promise<Response>) => (await answer).status

const logOf = async (conversation: string, member: { id: string }) =>
  (await readHistory(env, conversation, member.id))?.page?.messages ?? []
const headOf = async (conversation: string, member: { id: string }) =>
  (await readHistory(env, conversation, member.id))?.page?.head
const newest = (messages: WireMessage[]) => messages.toSorted((a, b) => positionOf(a) - positionOf(b)).at(-1)

describe('an edit', () => {
  it('keeps the message’s seq, takes the log’s next position and reaches everyone', async () => {
    const { conversation, anna, ben, annas, bens } = await openChat()
    const { seq } = await annas.say(conversation, 'Helo')
    await bens.say(conversation, 'Hi')
    expect(await statusOf(edit(anna, conversation, seq, ' Hello '))).toBe(200)
    for (const client of [annas, bens]) {
      const told = await client.until(() => client.messages().find((message) => message.change), 'the edit')
      expect(told).toMatchObject({ seq: 1, change: 3, text: 'Hello', from: anna.id, editedAt: expect.any(Number) })
    }
    expect((await logOf(conversation, ben)).map(({ text }) => text)).toEqual(['Hello', 'Hi'])
    expect(await bens.heads()).toEqual({ [channelName.conversation(conversation)]: 3 })
    const again = await bens.enter(conversation, { epoch: bens.messages()[0]?.epoch ?? '', seq: 2 })
    expect(again).toMatchObject({ recovered: true, more: false, head: 3, messages: [{ seq: 1, change: 3 }] })
  })

  it('to the same text takes no position, however often it is asked for', async () => {
    const { conversation, anna, annas } = await openChat()
    await annas.say(conversation, 'Helo')
    for (let n = 0; n < 3; n += 1) expect(await statusOf(edit(anna, conversation, 1, 'Hello'))).toBe(200)
    expect(await headOf(conversation, anna)).toBe(2)
  })

  it('is refused with 409 after 15 minutes, for another’s words and for what was taken back', async () => {
    const { conversation, anna, ben, annas } = await openChat()
    await annas.say(conversation, 'one')
    await annas.say(conversation, 'two')
    await inConversation(conversation, 'UPDATE messages SET sent_at = sent_at - ? WHERE seq = 1', limits.editMs + 1000)
    await takeBack(anna, conversation, 2)
    expect(await statusOf(edit(anna, conversation, 1, 'later'))).toBe(409)
    expect(await statusOf(edit(ben, conversation, 1, 'not mine'))).toBe(409)
    expect(await statusOf(edit(anna, conversation, 2, 'back again'))).toBe(409)
    expect((await logOf(conversation, anna)).map(({ text }) => text)).toEqual(['one', ''])
    expect(await headOf(conversation, anna)).toBe(3)
  })

  it('of nothing visible, or of too much, is refused by field', async () => {
    const { conversation, anna, annas } = await openChat()
    await annas.say(conversation, 'one')
    for (const text of ['', ' \u200b ', 'x'.repeat(2001)]) {
      const response = await edit(anna, conversation, 1, text)
      expect([response.status, await response.json()]).toMatchObject([422, { error: { fields: { text: expect.any(String) } } }])
    }
  })

  it('lost in a race against a deletion leaves it deleted', async () => {
    const { conversation, anna, annas } = await openChat()
    await annas.say(conversation, 'one')
    const [first, second] = await Promise.all([
      statusOf(takeBack(anna, conversation, 1)),
      statusOf(edit(anna, conversation, 1, 'two')),
    ])
    expect([200, 409]).toContain(second)
    expect(first).toBe(200)
    expect((await logOf(conversation, anna))[0]).toMatchObject({ text: '', deleted: true })
  })
})

describe('a deletion', () => {
  it('leaves nothing of the message in any object, only its seq', async () => {
    const { conversation, anna, ben, annas, bens } = await openChat()
    await annas.say(conversation, 'an unmistakable secret')
    await react(ben, conversation, 1, '🔥')
    await bens.until(() => newest(bens.messages())?.reactions, 'the reaction')
    expect(await statusOf(takeBack(anna, conversation, 1))).toBe(200)
    await bens.until(() => newest(bens.messages())?.deleted, 'the deletion')
    // Flushes pending writes before a hub is read.
    for (const { id } of [anna, ben])
      await eventually(async () => (await readInbox(env, id))?.[0]?.previewKind === 'deleted', 'the inbox without it')
    const stored = await Promise.all([storedIn('conversation', conversation), storedIn('hub', anna.id), storedIn('hub', ben.id)])
    for (const rows of stored) expect(rows).not.toMatch(/unmistakable|secret|🔥/)
    expect(await logOf(conversation, ben)).toEqual([
      expect.objectContaining({ seq: 1, change: 3, text: '', deleted: true, from: anna.id }),
    ])
    expect(await statusOf(takeBack(anna, conversation, 1)), 'once more').toBe(200)
    expect(await headOf(conversation, anna)).toBe(3)
  })

  it('of another’s words is refused', async () => {
    const { conversation, ben, annas } = await openChat()
    await annas.say(conversation, 'mine')
    expect(await statusOf(takeBack(ben, conversation, 1))).toBe(409)
    expect((await logOf(conversation, ben))[0]?.text).toBe('mine')
  })
})

describe('a reaction', () => {
  it('is one per member, known to both, and can be taken away', async () => {
    const { conversation, anna, ben, annas } = await openChat()
    await annas.say(conversation, 'one')
    for (const emoji of ['👍', '👍', '❤️']) expect(await statusOf(react(ben, conversation, 1, emoji))).toBe(200)
    await react(anna, conversation, 1, '😂')
    expect((await logOf(conversation, anna))[0]).toMatchObject({
      change: 4,
      reactions: [
        { from: ben.id, emoji: '❤️' },
        { from: anna.id, emoji: '😂' },
      ],
    })
    await react(ben, conversation, 1, '')
    await react(anna, conversation, 1, '')
    expect((await logOf(conversation, anna))[0]).not.toHaveProperty('reactions')
    expect(await statusOf(react(ben, conversation, 1, '🙈')), 'not of the list').toBe(422)
  })

  it('to what was taken back is refused', async () => {
    const { conversation, anna, ben, annas } = await openChat()
    await annas.say(conversation, 'one')
    await takeBack(anna, conversation, 1)
    expect(await statusOf(react(ben, conversation, 1, '👍'))).toBe(409)
  })
})

describe('the other’s inbox', () => {
  it('follows an edit and a deletion of the newest message, and nothing moves up or notifies', async () => {
    const { conversation, anna, ben } = await openPair()
    const sender = await createMember({ member: { id: anna } })
    const annas = await connect(anna)
    await annas.enter(conversation)
    await annas.say(conversation, 'one')
    await annas.say(conversation, 'two')
    await eventually(async () => (await readSummary(env, ben))?.unread === 2, 'two unread')
    const before = (await readInbox(env, ben))?.[0]
    await env.MEMBER_HUB.getByName(ben).markRead(conversation, 0)
    await edit(sender, conversation, 2, 'two, edited')
    await eventually(async () => (await readInbox(env, ben))?.[0]?.preview === 'two, edited', 'the edit')
    await edit(sender, conversation, 1, 'one, edited')
    await takeBack(sender, conversation, 2)
    await eventually(async () => (await readInbox(env, ben))?.[0]?.previewKind === 'deleted', 'the deletion')
    expect((await readInbox(env, ben))?.[0]).toEqual({ ...before, preview: '', previewKind: 'deleted', unread: 1 })
    expect(await readSummary(env, ben)).toMatchObject({ unread: 1, notifications: 1 })
    await takeBack(sender, conversation, 1)
    await eventually(async () => (await readSummary(env, ben))?.unread === 0, 'nothing unread')
    expect(await readSummary(env, ben)).toMatchObject({ notifications: 0 })
  })

  it('does not count a message that it received only after it was taken back', async () => {
    const { conversation, anna, ben, annas } = await openChat()
    await breakHub(ben.id)
    for (const text of ['one', 'two', 'three']) await annas.say(conversation, text)
    await takeBack(anna, conversation, 2)
    await mendHub(ben.id)
    await eventually(
      async () =>
        (await readSummary(env, ben.id))?.unread === 2 ||
        (await runDurableObjectAlarm(env.CONVERSATION.getByName(conversation)), false),
      'two unread',
    )
  })

  it('counts every message once, though some have changed and it all comes in several pieces', async () => {
    const { conversation, anna, ben, annas } = await openChat()
    await breakHub(ben.id)
    await env.CONVERSATION.getByName(conversation).seedMessages(
      Array.from({ length: 450 }, (_, n) => ({
        from: anna.id,
        cid: `m-${n}-${conversation}`,
        text: `m${n + 1}`,
        sentAt: Date.now(),
      })),
    )
    for (const seq of [5, 290, 440]) await edit(anna, conversation, seq, `edited ${seq}`)
    for (const seq of [7, 300, 450]) await takeBack(anna, conversation, seq)
    await mendHub(ben.id)
    await eventually(
      async () =>
        (await readSummary(env, ben.id))?.unread === 447 ||
        (await runDurableObjectAlarm(env.CONVERSATION.getByName(conversation)), false),
      'all that stands',
    )
    expect(await readInbox(env, ben.id)).toMatchObject([{ previewKind: 'deleted' }])
    await annas.say(conversation, 'and one more')
    await eventually(async () => (await readSummary(env, ben.id))?.unread === 448, 'one more')
  })
})

describe('a change is never lost', () => {
  it('when the conversation dies right after it was written', async () => {
    const { conversation, anna, ben, annas } = await openChat()
    await annas.say(conversation, 'one')
    await eventually(async () => (await readInbox(env, ben.id))?.[0]?.preview === 'one', 'the message')
    await breakHub(ben.id)
    await edit(anna, conversation, 1, 'two')
    await crash(conversation)
    await mendHub(ben.id)
    await runDurableObjectAlarm(env.CONVERSATION.getByName(conversation))
    await eventually(async () => (await readInbox(env, ben.id))?.[0]?.preview === 'two', 'the edit')
  })

  it('for a client that was away: it resumes with the newest form of what changed, page by page', async () => {
    const { conversation, anna, ben } = await openChat()
    await env.CONVERSATION.getByName(conversation).seedMessages(
      Array.from({ length: 400 }, (_, n) => ({
        from: anna.id,
        cid: `r-${n}-${conversation}`,
        text: `m${n + 1}`,
        sentAt: Date.now(),
      })),
    )
    for (const seq of [400, 100, 399, 100]) await edit(anna, conversation, seq, `edited ${seq} ${newId()}`)
    await takeBack(anna, conversation, 50)
    const client = await connect(ben.id)
    const seen = new Map<number, WireMessage>()
    const { epoch } = await client.enter(conversation)
    for (let [since, more] = [90, true]; more;) {
      const page = await client.enter(conversation, { epoch, seq: since })
      expect(page.messages.map(positionOf)).toEqual(page.messages.map(positionOf).toSorted((a, b) => a - b))
      for (const message of page.messages) seen.set(message.seq, message)
      ;[since, more] = [positionOf(page.messages.at(-1) ?? { seq: 0 }), page.more]
    }
    expect([...seen.keys()].toSorted((a, b) => a - b)).toEqual([50, ...Array.from({ length: 310 }, (_, n) => n + 91)])
    expect([seen.get(50)?.deleted, seen.get(100)?.change, seen.get(399)?.change, seen.get(400)?.change]).toEqual([
      true,
      404,
      403,
      401,
    ])
  })
})

describe('who may', () => {
  it('a stranger, and anyone for a message that is not there, get the same 404', async () => {
    const { conversation, anna, annas } = await openChat()
    await annas.say(conversation, 'one')
    const stranger = await createMember()
    const answers = await Promise.all([
      edit(stranger, conversation, 1, 'two'),
      takeBack(stranger, conversation, 1),
      react(stranger, conversation, 1, '👍'),
      react(stranger, newId(), 1, '👍'),
      react(anna, conversation, 99, '👍'),
    ])
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404, 404])
    const bodies = await Promise.all(answers.map((answer) => answer.text()))
    expect(new Set(bodies).size).toBe(1)
    expect(await statusOf(postJson(null, chatActions.edit.path, { conversation, seq: 1, text: 'two' }))).toBe(401)
  })

  it('without a script each of them is a form that leads back to the conversation', async () => {
    const { conversation, anna, ben, annas } = await openChat()
    await annas.say(conversation, 'one')
    const back = `/messages?chat=${conversation}`
    const forms = [
      () => postForm(ben, chatActions.react.path, { conversation, seq: '1', emoji: '👍' }),
      () => postForm(anna, chatActions.edit.path, { conversation, seq: '1', text: 'two' }),
      () => postForm(anna, chatActions.delete.path, { conversation, seq: '1' }),
    ]
    for (const form of forms) {
      const response = await form()
      expect([response.status, response.headers.get('location')]).toEqual([303, back])
    }
    expect((await logOf(conversation, ben))[0]).toMatchObject({ deleted: true })
  })
})
