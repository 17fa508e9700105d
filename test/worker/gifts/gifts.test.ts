import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { members, pairs } from '#db/schema.ts'
import { blockMember } from '#features/blocks/server/public.ts'
import { chatActions, requestActions } from '#features/chat/contract.ts'
import { readHistory, readInbox } from '#features/chat/server/public.ts'
import { giftActions } from '#features/gifts/contract.ts'
import { finishGifts } from '#features/gifts/server/public.ts'
import { commitGift, deliverGift } from '#features/gifts/server/send-gift.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { give, giftRows, giftsIn, giftsLeft, grantGifts } from '#test/support/worker/gifts.ts'
import { createMatch } from '#test/support/worker/match.ts'
import { createMember, db, postForm, postJson, type TestMember } from '#test/support/worker/members.ts'
import { crash, storedIn } from '#test/support/worker/objects.ts'
import { follow, openPlain, submitFrom } from '#test/support/worker/plain-forms.ts'
import { connect, eventually, newId } from '#test/support/worker/realtime-client.ts'
import { openRequest } from '#test/support/worker/requests.ts'
import { ledgerOf } from '#test/support/worker/store.ts'

/** Two who are matched, the first with this many roses. */
async function openMatch(roses = 1) {
  const match = await createMatch()
  await grantGifts(match.anna, roses)
  return { ...match, pair: [match.anna.id, match.ben.id] as const }
}

const statusOf = async (answer: Promise<Response>) => (await answer).status
const later = () => Date.now() + 60_000
const setState = (member: TestMember, state: (typeof members.$inferInsert)['state']) =>
  db.update(members).set({ state }).where(eq(members.id, member.id))
const unmatch = (member: TestMember, conversation: string) => postJson(member, chatActions.unmatch.path, { conversation })

/** A gift that is committed, and nothing after that: the worker has died. */
async function commit(anna: TestMember, conversation: string) {
  const gift = { id: newId(), fromId: anna.id, conversationId: conversation, kind: 'gift-rose' as const }
  const row = await commitGift(db, gift, Date.now())
  if (typeof row === 'string') throw new Error(row)
  return row
}

describe('a gift', () => {
  it('is a message without words for both, a preview, and a notification of its own', async () => {
    const { conversation, anna, ben, pair } = await openMatch(2)
    const [annas, bens] = await Promise.all([connect(anna.id), connect(ben.id)])
    await annas.enter(conversation)
    await bens.join(`private-member.${ben.id}`)
    const id = newId()
    expect(await statusOf(give(anna, conversation, id))).toBe(200)
    const shown = await annas.until(() => annas.messages()[0], 'the gift')
    expect(shown).toMatchObject({ cid: id, from: anna.id, text: '', gift: 'gift-rose' })
    const told = await bens.until(() => bens.events('notification')[0], 'the notification')
    expect(told.data).toMatchObject({ kind: 'gift', link: conversation, title: expect.stringContaining('Anna') })
    await eventually(async () => (await readInbox(env, ben.id))?.[0]?.unread === 1, 'one unread')
    expect((await readInbox(env, ben.id))?.[0]).toMatchObject({ preview: 'gift-rose', previewKind: 'gift', fromMe: false })
    expect(await giftRows(anna)).toMatchObject([
      { id, toId: ben.id, conversationId: conversation, deliveredAt: expect.any(Number) },
    ])
    expect([await giftsLeft(anna), await giftsIn(conversation, pair)]).toEqual([1, ['gift-rose']])
  })

  it('is sent once for one id, however often and in parallel it is asked', { timeout: 60_000 }, async () => {
    const { conversation, anna, pair } = await openMatch(3)
    const id = newId()
    const answers = await Promise.all(Array.from({ length: 20 }, () => statusOf(give(anna, conversation, id))))
    expect(new Set(answers)).toEqual(new Set([200]))
    expect([await giftsLeft(anna), await giftsIn(conversation, pair)]).toEqual([2, ['gift-rose']])
    // The same id for something else is no repeat.
    await grantGifts(anna, 1, 'gift-star')
    expect(await statusOf(give(anna, conversation, id, 'gift-star'))).toBe(409)
    const other = await openMatch()
    expect(await statusOf(give(other.anna, other.conversation, id))).toBe(409)
    // Without a right to the conversation a known id is like an unknown one.
    expect(await statusOf(give(other.anna, conversation, id))).toBe(404)
    expect(await statusOf(give(other.anna, conversation, newId()))).toBe(404)
  })

  it('of which one is left goes out once of 20 that are sent at once', { timeout: 60_000 }, async () => {
    const { conversation, anna, pair } = await openMatch()
    const answers = await Promise.all(Array.from({ length: 20 }, () => statusOf(give(anna, conversation))))
    expect(answers.toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
    expect([await ledgerOf(anna), (await giftRows(anna)).length]).toEqual([['gift-rose 1 order', 'gift-rose -1 use'], 1])
    expect(await giftsIn(conversation, pair)).toEqual(['gift-rose'])
  })

  it('that one does not have is refused, by form with a sentence, and other things are no gifts', async () => {
    const { conversation, anna, pair } = await openMatch(0)
    const answer = await give(anna, conversation)
    expect([answer.status, await answer.json()]).toMatchObject([409, { error: { code: 'gift-missing' } }])
    const form = await postForm(anna, giftActions.send.path, { conversation, gift: 'gift-rose', id: newId() })
    expect([form.status, form.headers.get('set-cookie') !== null]).toEqual([303, true])
    for (const gift of ['boost', 'gift-moon', '', null]) expect(await statusOf(give(anna, conversation, newId(), gift))).toBe(422)
    expect([await ledgerOf(anna), await giftsIn(conversation, pair)]).toEqual([[], []])
  })

  it('is a form of the conversation without a script, which says what one does not have', async () => {
    const { conversation, anna, pair } = await openMatch(0)
    const { t } = createTranslator('en', await loadMessages('en', ['common']), { timeZone: 'UTC' })
    const page = `/messages?chat=${conversation}`
    const give = { action: giftActions.send.path, fields: { gift: 'gift-rose' } }
    const buttons = (await openPlain(anna, page)).match(/<button[^>]*>/g) ?? []
    expect(buttons.some((tag) => tag.includes('name="gift"') && tag.includes('value="gift-rose"'))).toBe(true)
    expect(await follow(anna, await submitFrom(anna, page, give))).toContain(t('common.error.gift-missing'))
    await grantGifts(anna, 1)
    expect((await submitFrom(anna, page, give)).headers.get('location')).toBe(page)
    expect(await giftsIn(conversation, pair)).toEqual(['gift-rose'])
  })

  it('cannot be sent as a message', async () => {
    const { conversation, anna, pair } = await openMatch()
    const body = { conversation, cid: newId(), text: 'For you', gift: 'gift-rose' }
    expect(await statusOf(postJson(anna, chatActions.send.path, body))).toBe(200)
    const annas = await connect(anna.id)
    await annas.enter(conversation)
    annas.socket.send(
      JSON.stringify({ id: 99, type: 'message:send', channel: `presence-conversation.${conversation}`, ...body, cid: newId() }),
    )
    await annas.until(() => annas.messages().length > 0, 'the message')
    expect([await giftsIn(conversation, pair), await giftsLeft(anna)]).toEqual([[], 1])
  })

  it('is not edited, is reacted to, and leaves nothing behind when it is deleted for both', async () => {
    const { conversation, anna, ben } = await openMatch()
    await give(anna, conversation)
    expect(await statusOf(postJson(anna, chatActions.edit.path, { conversation, seq: 1, text: 'Two roses' }))).toBe(409)
    expect(await statusOf(postJson(ben, chatActions.react.path, { conversation, seq: 1, emoji: '❤️' }))).toBe(200)
    expect(await statusOf(postJson(ben, chatActions.delete.path, { conversation, seq: 1 }))).toBe(409)
    expect(await statusOf(postJson(anna, chatActions.delete.path, { conversation, seq: 1 }))).toBe(200)
    await eventually(async () => (await readInbox(env, ben.id))?.[0]?.previewKind === 'deleted', 'the deletion')
    for (const stored of await Promise.all([storedIn('conversation', conversation), storedIn('hub', ben.id)]))
      expect(stored).not.toContain('gift-rose')
    // It was used all the same, and the cron does not send it again.
    await finishGifts(env, later())
    expect((await readHistory(env, conversation, ben.id))?.page?.messages).toMatchObject([{ deleted: true }])
    expect(await giftsLeft(anna)).toBe(0)
  })
})

describe('a gift whose sending dies', () => {
  it('after the commit comes by the cron, once', async () => {
    const { conversation, anna, pair } = await openMatch()
    await commit(anna, conversation)
    expect([await giftsLeft(anna), await giftsIn(conversation, pair)]).toEqual([0, []])
    for (let run = 0; run < 3; run++) await finishGifts(env, later())
    expect(await giftsIn(conversation, pair)).toEqual(['gift-rose'])
    expect(await giftRows(anna)).toMatchObject([{ deliveredAt: expect.any(Number), returnedAt: null }])
  })

  it('after the message is only noted as delivered, though the conversation crashed and has ended since', async () => {
    const { conversation, anna, ben, pair } = await openMatch()
    const { id } = await commit(anna, conversation)
    const object = () => env.CONVERSATION.getByName(conversation)
    expect(await object().sendGift({ member: anna.id, id, gift: 'gift-rose' })).toBe('sent')
    await crash(conversation)
    await unmatch(ben, conversation)
    await finishGifts(env, later())
    expect([await giftsIn(conversation, pair), await giftsLeft(anna)]).toEqual([['gift-rose'], 0])
    expect(await giftRows(anna)).toMatchObject([{ deliveredAt: expect.any(Number), returnedAt: null }])
  })

  it('in a conversation that was never opened opens it', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    const conversation = newId()
    const pair = [anna.id, ben.id].toSorted() as [string, string]
    const since = { matchedAt: Date.now(), openedAt: Date.now() }
    await db.insert(pairs).values({ lowId: pair[0], highId: pair[1], conversationId: conversation, ...since })
    await grantGifts(anna)
    await commit(anna, conversation)
    await finishGifts(env, later())
    expect([await giftsIn(conversation, pair), (await giftRows(anna))[0]?.toId]).toEqual([['gift-rose'], ben.id])
  })

  it('in front of a block gives the unit back, once, whoever repeats it', async () => {
    const { conversation, anna, ben, pair } = await openMatch()
    const gift = await commit(anna, conversation)
    await blockMember(env, { blockerId: ben.id, blockedId: anna.id }, Date.now())
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => deliverGift(env, gift, Date.now())))
    expect(new Set(outcomes)).toEqual(new Set(['returned']))
    await finishGifts(env, later())
    expect([await giftsIn(conversation, pair), await giftsLeft(anna)]).toEqual([[], 1])
    expect(await ledgerOf(anna)).toEqual(['gift-rose 1 order', 'gift-rose -1 use', 'gift-rose 1 return'])
    expect(await giftRows(anna)).toMatchObject([{ deliveredAt: null, returnedAt: expect.any(Number) }])
    // The id stays that gift's; the unit goes elsewhere.
    expect(await statusOf(give(anna, conversation, gift.id))).toBe(404)
    expect(await giftsLeft(anna)).toBe(1)
  })

  it('after a refusal is given back, though it could be sent by now', async () => {
    const { conversation, anna, ben, pair } = await openMatch()
    const { id } = await commit(anna, conversation)
    await setState(ben, 'restricted')
    await crash(conversation)
    const object = () => env.CONVERSATION.getByName(conversation)
    expect(await object().sendGift({ member: anna.id, id, gift: 'gift-rose' })).toBe('refused')
    await setState(ben, 'complete')
    await crash(conversation)
    await finishGifts(env, later())
    expect([await giftsIn(conversation, pair), await giftsLeft(anna)]).toEqual([[], 1])
    expect(await statusOf(give(anna, conversation))).toBe(200)
  })
})

describe('a gift is refused, and costs nothing,', () => {
  async function expectRefused(sender: TestMember, conversation: string, status = 404) {
    const before = await giftsLeft(sender)
    expect(await statusOf(give(sender, conversation))).toBe(status)
    expect([await giftsLeft(sender), await giftRows(sender)]).toEqual([before, []])
  }

  it('before a request is accepted, from either side; afterwards it is not', async () => {
    const { anna, ben, conversation } = await openRequest()
    await Promise.all([grantGifts(anna), grantGifts(ben)])
    await expectRefused(anna, conversation)
    await expectRefused(ben, conversation)
    expect(await statusOf(postJson(ben, requestActions.accept.path, { conversation }))).toBe(200)
    expect(await statusOf(give(anna, conversation))).toBe(200)
  })

  it('after a block in either direction', async () => {
    const [one, other] = [await openMatch(), await openMatch()]
    await blockMember(env, { blockerId: one.ben.id, blockedId: one.anna.id }, Date.now())
    await blockMember(env, { blockerId: other.anna.id, blockedId: other.ben.id }, Date.now())
    await expectRefused(one.anna, one.conversation)
    await expectRefused(other.anna, other.conversation)
  })

  it('after the end, in others’ conversations, in none, and among strangers', async () => {
    const { conversation, anna, ben } = await openMatch()
    const stranger = await createMember()
    await grantGifts(stranger)
    await expectRefused(stranger, conversation)
    for (const unknown of [newId(), 'anonymous-1', `a-${newId()}12`, `b-${newId()}12`]) await expectRefused(anna, unknown)
    await unmatch(ben, conversation)
    await expectRefused(anna, conversation)
  })

  it.each(['paused', 'restricted', 'deleted'] as const)('where one of the two is %s', async (state) => {
    const [one, other] = [await openMatch(), await openMatch()]
    await setState(one.ben, state)
    await expectRefused(one.anna, one.conversation)
    await setState(other.anna, state)
    await expectRefused(other.anna, other.conversation, state === 'paused' ? 404 : state === 'deleted' ? 401 : 403)
  })
})
