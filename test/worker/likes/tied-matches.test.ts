import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { pairs } from '#db/schema.ts'
import type { MessagesProps } from '#features/chat/ui/inbox/messages-props.ts'
import { likeActions, type LikeAnswer, type LikesProps } from '#features/likes/contract.ts'
import { answerRef } from '#features/profile/server/things.ts'
import { finishMatches } from '#features/likes/server/public.ts'
import { channelName } from '#shared/realtime/wire.ts'
import { openExport } from '#test/support/worker/exports.ts'
import { createMember, db, postJson, type TestMember } from '#test/support/worker/members.ts'
import { readPayload } from '#test/support/worker/pages.ts'
import { createPhoto } from '#test/support/worker/photos.ts'
import { connect, eventually, origin } from '#test/support/worker/realtime-client.ts'
import { hubOf, textsOf } from '#test/support/worker/requests.ts'
import { createWriter, edit, likeAnswer, likeThing, offerOf, train } from '#test/support/worker/ties.ts'
import { createApp } from '#worker/app.ts'

const dayMs = 24 * 3_600_000

/** A tied like as JSON, without a page before it. */
const tied = (id: string, line: string) => ({ id, tieKind: 'answer', tieRef: answerRef(id, train.prompt, train.text), line })
const withdraw = (from: TestMember, { id }: TestMember) => postJson(from, likeActions.withdraw.path, { id })

describe('a match', () => {
  it('has the thing on top, and the line as its first message by its writer', async () => {
    const [anna, noah] = await Promise.all([createMember({ member: { firstName: 'Anna' } }), createWriter()])
    await likeAnswer(anna, noah, 'Which bunk is the best one?')
    const answer = await (await likeThing(noah, anna)).json<LikeAnswer>()
    const tie = { kind: 'answer', text: train.text, photo: null, line: 'Which bunk is the best one?' }
    expect(answer).toMatchObject({ match: true, ties: [{ ...tie, isMine: false }] })
    const conversation = answer.conversationId ?? ''
    const page = await env.CONVERSATION.getByName(conversation).history(noah.id, { limit: 5 })
    expect(page?.messages.map(({ from, text, seq }) => ({ from, text, seq }))).toEqual([
      { from: anna.id, text: tie.line, seq: 1 },
    ])
    for (const [reader, isMine] of [
      [anna, true],
      [noah, false],
    ] as const) {
      const { props } = await readPayload<MessagesProps>(reader, `/messages?chat=${conversation}`)
      const { line: _, ...thing } = tie
      expect(props.current?.ties).toEqual([{ ...thing, isMine }])
    }
    expect((await hubOf(noah).inbox()).map(({ preview, unread }) => ({ preview, unread }))).toEqual([
      { preview: tie.line, unread: 1 },
    ])
    expect((await hubOf(anna).inbox())[0]).toMatchObject({ fromMe: true, unread: 0 })
  })

  it('shows what only matches see to both, and nothing that was removed', async () => {
    const [anna, noah] = await Promise.all([createMember(), createWriter()])
    await likeAnswer(anna, noah)
    const { conversationId } = await (await likeThing(noah, anna)).json<LikeAnswer>()
    const textFor = async (reader: TestMember) =>
      (await readPayload<MessagesProps>(reader, `/messages?chat=${conversationId}`)).props.current?.ties?.[0]?.text
    await edit(noah, { promptAnswers: [{ ...train, see: 'matches' }] })
    expect([await textFor(anna), await textFor(noah)]).toEqual([train.text, train.text])
    await edit(noah, { promptAnswers: [{ ...train, see: 'me' }] })
    expect([await textFor(anna), await textFor(noah)]).toEqual([null, null])
    expect(await textsOf(conversationId ?? '', anna)).toEqual([])
  })

  it('has the line outside the conversation while it is new', async () => {
    const [anna, noah] = await Promise.all([createMember(), createWriter()])
    await likeAnswer(anna, noah, 'Which bunk?')
    const { conversationId = '' } = await (await likeThing(noah, anna)).json<LikeAnswer>()
    const momentOf = async () =>
      (await readPayload<LikesProps>(noah, `/likes?tab=matches&chat=${conversationId}`)).props.match?.ties
    expect(await momentOf()).toMatchObject([{ text: train.text, line: 'Which bunk?' }])
    await db
      .update(pairs)
      .set({ matchedAt: Date.now() - 8 * dayMs })
      .where(eq(pairs.conversationId, conversationId))
    expect(await momentOf()).toMatchObject([{ text: train.text, line: null }])
  })

  it('has no line outside the conversation that its writer has deleted or changed there', async () => {
    const change = { delete: { kind: 'delete' }, edit: { kind: 'edit', text: 'Which bunk is it?' } } as const
    for (const how of Object.values(change)) {
      const [anna, noah] = await Promise.all([createMember(), createWriter()])
      await likeAnswer(anna, noah, 'Which bunk?')
      const { conversationId = '' } = await (await likeThing(noah, anna)).json<LikeAnswer>()
      expect(await hubOf(anna).change(conversationId, { seq: 1, ...how })).toMatchObject({ ok: true })
      const { match } = (await readPayload<LikesProps>(noah, `/likes?tab=matches&chat=${conversationId}`)).props
      expect(match?.ties).toMatchObject([{ text: train.text, line: null }])
    }
  })

  it('whose other member is away shows none of their things, and the member their own', async () => {
    const [anna, noah] = await Promise.all([createMember(), createWriter()])
    const photo = await createPhoto(noah)
    const ben = await createMember()
    await likeAnswer(anna, noah)
    await likeThing(ben, noah, { tieKind: 'photo', tieRef: photo.id })
    const shownTo = async (reader: TestMember, conversation: string | undefined) => {
      const chat = (await readPayload<MessagesProps>(reader, `/messages?chat=${conversation}`)).props.current?.ties
      const moment = (await readPayload<LikesProps>(reader, `/likes?tab=matches&chat=${conversation}`)).props.match?.ties
      return [chat, moment].map((ties) => ties?.map((tie) => tie.text !== null || tie.photo !== null))
    }
    for (const other of [anna, ben]) {
      const { conversationId } = await (await likeThing(noah, other)).json<LikeAnswer>()
      expect([await shownTo(other, conversationId), await shownTo(noah, conversationId)].flat(2)).toEqual([
        true,
        true,
        true,
        true,
      ])
      await edit(noah, { discoverable: false })
      expect((await shownTo(other, conversationId)).flat()).toEqual([false, false])
      expect((await shownTo(noah, conversationId)).flat()).toEqual([true, true])
      await edit(noah, { discoverable: true })
    }
  })

  it('of two simultaneous likes with lines is one, with each line once', { timeout: 60_000 }, async () => {
    for (let round = 0; round < 5; round++) {
      const [anna, noah] = await Promise.all([createWriter(), createWriter()])
      const answers = await Promise.all([
        ...Array.from({ length: 3 }, () => postJson(anna, likeActions.like.path, tied(noah.id, 'From Anna'))),
        ...Array.from({ length: 3 }, () => postJson(noah, likeActions.like.path, tied(anna.id, 'From Noah'))),
      ])
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200))
      const [low = '', high = ''] = [anna.id, noah.id].toSorted()
      const made = await db.select().from(pairs).where(eq(pairs.lowId, low))
      expect(made).toMatchObject([{ highId: high }])
      const conversation = made[0]?.conversationId ?? ''
      await eventually(async () => (await textsOf(conversation, anna))?.length === 2, 'both lines')
      expect((await textsOf(conversation, anna))?.toSorted()).toEqual(['From Anna', 'From Noah'])
      await finishMatches(env, Date.now() + 60_000)
      expect(await textsOf(conversation, noah)).toHaveLength(2)
    }
  })

  const unable: Record<string, () => Promise<unknown>> = {
    'is away': () => Promise.reject(new Error('away')),
    'is of a build that knows no lines': () => Promise.resolve({ epoch: 'one' }),
  }
  it.each(Object.keys(unable))('whose conversation %s gets the line later, once', async (why) => {
    const [anna, noah] = await Promise.all([createMember(), createWriter()])
    await likeAnswer(anna, noah, 'Which bunk?')
    const CONVERSATION = { getByName: () => ({ open: unable[why] }) }
    const context = createExecutionContext()
    const request = new Request(origin + likeActions.like.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${noah.token}`, origin, 'content-type': 'application/json' },
      body: JSON.stringify({ id: anna.id }),
    })
    const response = await createApp().fetch(request, Object.assign({}, env, { CONVERSATION }), context)
    await waitOnExecutionContext(context)
    const { match, conversationId = '' } = await response.json<LikeAnswer>()
    expect([match, await textsOf(conversationId, anna)]).toEqual([true, null])
    for (let run = 0; run < 2; run++) await finishMatches(env, Date.now() + 60_000)
    expect(await textsOf(conversationId, anna)).toEqual(['Which bunk?'])
  })

  it('has no message from a plain or a tied like without words', async () => {
    const [anna, noah] = await Promise.all([createMember(), createWriter()])
    await likeAnswer(anna, noah)
    const { conversationId = '', openings } = await (await likeThing(noah, anna)).json<LikeAnswer>()
    expect(await textsOf(conversationId, noah)).toEqual([])
    expect(openings).toBeDefined()
  })
})

describe('the notification of a tied like', () => {
  it('names the kind of thing, never its words or the line', async () => {
    const [anna, noah] = await Promise.all([createMember({ member: { firstName: 'Anna' } }), createWriter()])
    const phone = await connect(noah.id, noah.sid)
    await phone.join(channelName.member(noah.id))
    await likeAnswer(anna, noah, 'Which bunk?')
    const { data } = await phone.until(() => phone.events('notification')[0], 'the notification')
    expect(data).toMatchObject({ kind: 'like', title: 'Anna liked your answer' })
    expect(JSON.stringify(data)).not.toMatch(/bunk|Lviv/)
    const other = await createMember({ member: { firstName: 'Ben' } })
    await likeThing(other, noah)
    await eventually(async () => (await hubOf(noah).summary()).likes === 2, 'two likes')
    expect((await hubOf(noah).notices(5, null)).map(({ notice }) => 'tie' in notice)).toEqual([false])
    await withdraw(other, noah)
    expect((await hubOf(noah).notices(5, null)).map(({ notice }) => notice)).toMatchObject([{ from: anna.id }])
  })

  it('keeps the kind while another of the likes is withdrawn', async () => {
    const [anna, ben, noah] = await Promise.all([createMember(), createMember(), createWriter()])
    await likeThing(ben, noah)
    await eventually(async () => (await hubOf(noah).summary()).likes === 1, 'the first like')
    await likeAnswer(anna, noah)
    await eventually(async () => (await hubOf(noah).summary()).likes === 2, 'both likes')
    await withdraw(ben, noah)
    expect((await hubOf(noah).notices(5, null)).map(({ notice }) => notice)).toMatchObject([{ from: anna.id, tie: 'answer' }])
  })
})

describe('the export', () => {
  it('gives the line of a like of a sentence', async () => {
    const [anna, noah] = await Promise.all([createMember(), createWriter()])
    const { about } = await offerOf(anna, noah)
    await likeThing(anna, noah, { tieKind: 'about', tieRef: about[0], line: 'Rye or wheat?' })
    const rows = (await openExport(noah)).rows('likes')
    expect(rows).toEqual([expect.objectContaining({ tieKind: 'about', line: 'Rye or wheat?' })])
  })

  it('gives kind and line of likes both ways, and nothing of a withdrawn one', async () => {
    const [anna, ben, noah] = await Promise.all([createMember(), createMember(), createWriter()])
    await likeAnswer(anna, noah, 'Which bunk?')
    await likeAnswer(ben, noah, 'A withdrawn line')
    await withdraw(ben, noah)
    for (const member of [anna, noah]) {
      const rows = (await openExport(member)).rows('likes')
      expect(rows).toEqual([expect.objectContaining({ tieKind: 'answer', line: 'Which bunk?' })])
    }
  })

  it('gives the line of a match to its writer, and to the other one as the message that it has become', async () => {
    const [anna, noah] = await Promise.all([createMember(), createWriter()])
    await likeAnswer(anna, noah, 'Which bunk?')
    await likeThing(noah, anna)
    const lineFor = async (member: TestMember) => (await openExport(member)).rows('likes').find(({ line }) => line !== null)
    expect(await lineFor(anna)).toMatchObject({ line: 'Which bunk?' })
    expect(await lineFor(noah)).toBeUndefined()
  })
})
