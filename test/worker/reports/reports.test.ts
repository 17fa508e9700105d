import { chatActions } from '#features/chat/contract.ts'
import { blockActions } from '#features/blocks/contract.ts'
import { env } from 'cloudflare:test'
import { and, eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { blocks, members, pairs, photos, profiles, reportEvidence, reports } from '#db/schema.ts'
import { deriveConversationId, sendMessage, readInbox } from '#features/chat/server/public.ts'
import { readNotices } from '#features/notifications/server/public.ts'
import {
  reportActions,
  reportLimits,
  type EndedList,
  type MessagesEvidence,
  type ProfileEvidence,
} from '#features/reports/contract.ts'
import { createMatch } from '#test/support/worker/match.ts'
import { createMember, db, postForm, postJson, type TestMember } from '#test/support/worker/members.ts'
import { crash, inConversation } from '#test/support/worker/objects.ts'
import { openPage, readPayload } from '#test/support/worker/pages.ts'
import { createPhoto } from '#test/support/worker/photos.ts'
import { connect, newId } from '#test/support/worker/realtime-client.ts'
import { writeTo } from '#test/support/worker/requests.ts'

vi.setConfig({ testTimeout: 60_000 })

const report = (from: TestMember, id: string, more: Record<string, unknown> = {}) =>
  postJson(from, reportActions.report.path, { id, source: 'profile', category: 'harassment', text: '', ...more })
const reportsOf = ({ id }: TestMember) => db.select().from(reports).where(eq(reports.reporterId, id))
const blocksOf = ({ id }: TestMember) => db.select().from(blocks).where(eq(blocks.blockerId, id))
const evidenceOf = async (reportId: string) => {
  const rows = await db.select().from(reportEvidence).where(eq(reportEvidence.reportId, reportId))
  const find = (kind: 'profile' | 'messages') => rows.find((row) => row.kind === kind)?.data
  return {
    kinds: rows.map(({ kind }) => kind).toSorted(),
    profile: find('profile') as ProfileEvidence,
    messages: find('messages') as MessagesEvidence,
  }
}
const pairOf = async (conversation: string) => (await db.select().from(pairs).where(eq(pairs.conversationId, conversation)))[0]
const say = (conversation: string, { id: member }: TestMember, text: string) =>
  sendMessage(env, conversation, { member, cid: newId(), text })

describe('a report', () => {
  it('keeps what was said and how the profile looked, blocks, and leaves a script where it is', async () => {
    const { conversation, anna, ben } = await createMatch()
    await say(conversation, ben, 'send me money')
    await say(conversation, anna, 'no')
    const photo = await createPhoto(ben)
    await createPhoto(ben, { state: 'pending', position: 1 })
    await db
      .update(profiles)
      .set({ about: 'I am a prince.', religion: 'other', kids: 'none', visibility: { religion: 'me', kids: 'matches' } })
      .where(eq(profiles.memberId, ben.id))
    const answer = await report(anna, ben.id, { source: 'conversation', category: 'spam', text: ' He asked\r\nfor money. ' })
    expect([answer.status, await answer.json()]).toEqual([200, { reported: true }])

    const [row] = await reportsOf(anna)
    expect(row).toMatchObject({
      reportedId: ben.id,
      category: 'spam',
      text: 'He asked\nfor money.',
      source: 'conversation',
      conversationId: conversation,
      state: 'open',
    })
    const { kinds, profile, messages } = await evidenceOf(row?.id ?? '')
    expect(kinds).toEqual(['messages', 'profile'])
    expect(messages).toMatchObject({
      conversation,
      left: 0,
      messages: [
        { seq: 1, from: ben.id, text: 'send me money' },
        { seq: 2, from: anna.id, text: 'no' },
      ],
    })
    expect(profile).toMatchObject({
      firstName: ben.firstName,
      relation: 'match',
      portrait: `photo:${photo.key}`,
      photos: [{ key: photo.key }],
      answers: { about: 'I am a prince.', kids: 'none' },
    })
    expect(profile.answers, 'what the reporter could not see').not.toHaveProperty('religion')
    expect(JSON.stringify(profile)).not.toMatch(/@|birth|cell/i)

    expect(await blocksOf(anna)).toMatchObject([{ blockedId: ben.id, endedAt: expect.any(Number) }])
    const [pair] = await db.select().from(pairs).where(eq(pairs.conversationId, conversation))
    expect(pair?.unmatchedAt).toEqual(expect.any(Number))
    for (const { id } of [anna, ben]) expect(await readInbox(env, id)).toEqual([])
  })

  it('is never revealed to the member it is about', async () => {
    const { anna, ben } = await createMatch()
    const bens = await connect(ben.id, ben.sid)
    await report(anna, ben.id)
    await bens.heads()
    expect(bens.events('notification')).toEqual([])
    expect(await readNotices(env, ben.id, { limit: 10, before: null })).toEqual([])
    const pages = await Promise.all(
      ['/messages', '/likes', '/people-nearby'].map(async (path) => (await openPage(ben, path)).text()),
    )
    for (const page of pages) expect(page).not.toContain(anna.id)
    const { ended, ...settings } = (await readPayload<{ ended: EndedList }>(ben, '/main-settings')).props
    expect(JSON.stringify(settings)).not.toContain(anna.id)
    expect(ended, 'as after an unmatch').toEqual({
      people: [{ id: anna.id, firstName: 'Anna', endedAt: expect.any(Number) }],
      chosen: null,
    })
  })

  it('between people who never wrote keeps the profile alone', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember({ profile: { kids: 'none', about: 'Hello' } })])
    expect((await report(anna, ben.id)).status).toBe(200)
    const [row] = await reportsOf(anna)
    expect(row?.conversationId).toBeNull()
    const { kinds, profile } = await evidenceOf(row?.id ?? '')
    expect(kinds).toEqual(['profile'])
    expect(profile).toMatchObject({ relation: 'stranger', photos: [], answers: { about: 'Hello' } })
    expect(profile.answers, 'only matches see it').not.toHaveProperty('kids')
  })

  it('keeps the newest two hundred messages, with what was edited or taken back by then', async () => {
    const { conversation, anna, ben } = await createMatch()
    await say(conversation, ben, 'the very first')
    // More than two hundred, written as the log keeps them.
    await inConversation(
      conversation,
      `WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 260)
      INSERT INTO messages (seq, sender, cid, text, sent_at) SELECT i, ?, 'cid-' || i, 'message ' || i, i FROM n`,
      ben.id,
    )
    await inConversation(conversation, "UPDATE messages SET text = '', deleted_at = 1 WHERE seq = 260")
    await crash(conversation)
    expect((await report(anna, ben.id)).status).toBe(200)
    const [row] = await reportsOf(anna)
    const { messages } = (await evidenceOf(row?.id ?? '')).messages
    expect([messages.length, messages[0]?.seq, messages.at(-1)]).toEqual([
      reportLimits.messages,
      61,
      expect.objectContaining({ seq: 260, text: '', deleted: true }),
    ])
  })

  it('of a request keeps its one message', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    await writeTo(ben, anna.id, 'an ugly hello')
    await report(anna, ben.id, { source: 'conversation' })
    const [row] = await reportsOf(anna)
    expect((await evidenceOf(row?.id ?? '')).messages.messages).toMatchObject([{ from: ben.id, text: 'an ugly hello' }])
    expect(await readInbox(env, anna.id)).toEqual([])
  })

  it('of a match who has paused works from the conversation', async () => {
    const { anna, ben } = await createMatch()
    await db.batch([
      db.update(members).set({ state: 'paused' }).where(eq(members.id, ben.id)),
      db.update(profiles).set({ discoverable: false }).where(eq(profiles.memberId, ben.id)),
    ])
    expect((await report(anna, ben.id, { source: 'conversation' })).status).toBe(200)
    expect(await reportsOf(anna)).toHaveLength(1)
  })

  describe('after the conversation has ended', () => {
    const hide = (id: string, state: 'paused' | 'restricted') =>
      db.batch([
        db.update(members).set({ state }).where(eq(members.id, id)),
        db.update(profiles).set({ discoverable: false }).where(eq(profiles.memberId, id)),
      ])
    const ends: Record<string, (anna: TestMember, ben: TestMember, conversation: string) => Promise<unknown>> = {
      'they blocked first': (anna, ben) => postJson(ben, blockActions.block.path, { id: anna.id }),
      'they blocked and took it back': async (anna, ben) => {
        await postJson(ben, blockActions.block.path, { id: anna.id })
        await postJson(ben, blockActions.unblock.path, { id: anna.id })
      },
      'the reporter blocked first': (anna, ben) => postJson(anna, blockActions.block.path, { id: ben.id }),
      'they unmatched': (_, ben, conversation) => postJson(ben, chatActions.unmatch.path, { conversation }),
      'they unmatched and paused': async (_, ben, conversation) => {
        await postJson(ben, chatActions.unmatch.path, { conversation })
        await hide(ben.id, 'paused')
      },
      'they were restricted': (_, ben) => hide(ben.id, 'restricted'),
    }
    it.each(
      Object.entries(ends).flatMap(([how, end]) =>
        (['conversation', 'profile'] as const).map((source) => [how, source, end] as const),
      ),
    )('because %s, from the %s: taken with what was said, and answered alike', async (_, source, end) => {
      const { conversation, anna, ben } = await createMatch()
      await say(conversation, ben, 'I know where you live')
      await end(anna, ben, conversation)
      expect((await openPage(anna, `/messages?chat=${conversation}`)).status, 'it has ended').toBe(404)
      const answer = await report(anna, ben.id, { source })
      expect([answer.status, await answer.json()]).toEqual([200, { reported: true }])
      const [row] = await reportsOf(anna)
      expect((await evidenceOf(row?.id ?? '')).messages.messages).toMatchObject([{ from: ben.id, text: 'I know where you live' }])
      expect(await blocksOf(anna)).toMatchObject([{ blockedId: ben.id, endedAt: expect.any(Number) }])
    })

    it('of a request whose sender blocked afterwards keeps its message', async () => {
      const [anna, ben] = await Promise.all([createMember(), createMember()])
      await writeTo(ben, anna.id, 'an ugly hello')
      await postJson(ben, blockActions.block.path, { id: anna.id })
      expect((await report(anna, ben.id, { source: 'conversation' })).status).toBe(200)
      const [row] = await reportsOf(anna)
      expect((await evidenceOf(row?.id ?? '')).messages.messages).toMatchObject([{ from: ben.id, text: 'an ugly hello' }])
    })
  })

  it('stays as it was when the profile changes afterwards', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember({ profile: { about: 'before' } })])
    await report(anna, ben.id)
    await db.update(profiles).set({ about: 'after' }).where(eq(profiles.memberId, ben.id))
    await db.delete(photos).where(eq(photos.memberId, ben.id))
    const [row] = await reportsOf(anna)
    expect((await evidenceOf(row?.id ?? '')).profile.answers.about).toBe('before')
  })

  it('writes nothing, not even the block, while the evidence cannot be taken', async () => {
    const { conversation, anna, ben } = await createMatch()
    await inConversation(conversation, 'ALTER TABLE messages RENAME TO messages_away')
    const answer = await report(anna, ben.id)
    expect([answer.status, await reportsOf(anna), await blocksOf(anna)]).toEqual([503, [], []])
    expect(await answer.json()).toMatchObject({ error: { code: 'unavailable', requestId: expect.any(String) } })
    await inConversation(conversation, 'ALTER TABLE messages_away RENAME TO messages')
    expect((await report(anna, ben.id)).status).toBe(200)
  })

  it('of danger leads to where help is', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    const answer = await postForm(anna, reportActions.report.path, {
      id: ben.id,
      source: 'profile',
      category: 'danger',
      text: '',
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/main-settings?done=urgent#blocked'])
    const page = await (await openPage(anna, '/main-settings?done=urgent')).text()
    expect(page).toContain('<p>Call the emergency number where you are')
    expect(await (await openPage(anna, '/main-settings?done=reported')).text()).not.toContain('<p>Call the emergency number')
  })

  it('needs a category of the list and at most a thousand characters', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    const refused = [{ category: 'boring' }, { category: undefined }, { text: '🙂'.repeat(1001) }, { source: 'street' }]
    for (const fields of refused) expect((await report(anna, ben.id, fields)).status).toBe(422)
    expect(await reportsOf(anna)).toEqual([])
    expect((await report(anna, ben.id, { text: '🙂'.repeat(1000) })).status).toBe(200)
    expect((await postJson(null, reportActions.report.path, { id: ben.id })).status).toBe(422)
    expect((await postJson(null, reportActions.report.path, { id: ben.id, source: 'profile', category: 'fake' })).status).toBe(
      401,
    )
  })
})

describe('the limits of reports', () => {
  it('one open report per pair: a repeat adds nothing and gets the same answer', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    const answers = [await report(anna, ben.id), await report(anna, ben.id, { category: 'fake', text: 'again' })]
    expect(await answers[1]?.json()).toEqual(await answers[0]?.json())
    expect(await reportsOf(anna)).toMatchObject([{ category: 'harassment', text: '' }])
  })

  it('after unblocking, a repeat blocks again and still adds no report', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    await report(anna, ben.id)
    await postJson(anna, blockActions.unblock.path, { id: ben.id })
    expect((await report(anna, ben.id)).status).toBe(200)
    expect([(await reportsOf(anna)).length, (await blocksOf(anna)).length]).toEqual([1, 1])
  })

  it('fifty at once of the same person are one report, its evidence and one block', async () => {
    const { anna, ben } = await createMatch()
    const answers = await Promise.all(Array.from({ length: 50 }, () => report(anna, ben.id)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const rows = await reportsOf(anna)
    expect([rows.length, (await blocksOf(anna)).length]).toEqual([1, 1])
    expect((await evidenceOf(rows[0]?.id ?? '')).kinds).toEqual(['profile'])
    expect(await db.$count(reportEvidence, eq(reportEvidence.reportId, rows[0]?.id ?? ''))).toBe(1)
  })

  it('fifty at once of different people are exactly twenty reports and twenty blocks', async () => {
    const anna = await createMember()
    const others = await Promise.all(Array.from({ length: 50 }, () => createMember()))
    const answers = await Promise.all(others.map(({ id }) => report(anna, id)))
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([...Array<number>(20).fill(200), ...Array<number>(30).fill(409)])
    expect([(await reportsOf(anna)).length, (await blocksOf(anna)).length]).toEqual([20, 20])
    const refusals = answers.filter(({ status }) => status === 409)
    expect(await refusals[0]?.json()).toMatchObject({ error: { code: 'report-quota' } })
    const [refused] = others.filter((_, index) => answers[index]?.status === 409)
    expect((await postJson(anna, blockActions.block.path, { id: refused?.id })).status, 'blocking is free').toBe(200)
  })

  it('those of a day ago do not count any more', async () => {
    const [anna, ben, carl] = await Promise.all([createMember(), createMember(), createMember()])
    const row = (createdAt: number) =>
      db.insert(reports).values({
        id: newId(),
        reporterId: anna.id,
        reportedId: newId(),
        category: 'fake',
        source: 'profile',
        createdAt,
      })
    for (let n = 0; n < reportLimits.most; n += 1) await row(Date.now() - reportLimits.windowMs - 1000)
    expect((await report(anna, ben.id)).status).toBe(200)
    for (let n = 1; n < reportLimits.most; n += 1) await row(Date.now() - reportLimits.windowMs + 60_000)
    expect((await report(anna, carl.id)).status).toBe(409)
  })

  it('of both about each other at once, one comes first and a refused one stores nothing', async () => {
    const { anna, ben } = await createMatch()
    const answers = await Promise.all([report(anna, ben.id), report(ben, anna.id)])
    for (const [index, member] of [anna, ben].entries())
      expect((await reportsOf(member)).length).toBe(answers[index]?.status === 200 ? 1 : 0)
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    expect(await db.$count(reports, and(eq(reports.reporterId, anna.id), eq(reports.reportedId, anna.id)))).toBe(0)
  })
})

describe('conversations that have ended', () => {
  const endedOf = async (member: TestMember, query = '') =>
    (await readPayload<{ ended: EndedList }>(member, `/main-settings${query}`)).props.ended
  const unmatch = (member: TestMember, conversation: string) => postJson(member, chatActions.unmatch.path, { conversation })

  it('can be reported after a reload, and do not distinguish a block from an unmatch, a pause or a farewell', async () => {
    const { anna, ben, conversation } = await createMatch()
    const match = async (state: 'complete' | 'paused' | 'deleted' = 'complete') => {
      const other = await createMember({ member: { firstName: 'Robin' } })
      const [lowId = '', highId = ''] = [anna.id, other.id].toSorted()
      const id = await deriveConversationId(env, lowId, highId)
      await db.insert(pairs).values({ lowId, highId, conversationId: id, matchedAt: 1, openedAt: 1 })
      return { other, id, leave: () => db.update(members).set({ state }).where(eq(members.id, other.id)) }
    }
    const [unmatched, own, away, gone, open] = await Promise.all([match(), match(), match('paused'), match('deleted'), match()])
    const stranger = await createMember()
    await postJson(ben, blockActions.block.path, { id: anna.id })
    await postJson(stranger, blockActions.block.path, { id: anna.id })
    await unmatch(unmatched.other, unmatched.id)
    await unmatch(anna, own.id)
    await Promise.all([unmatch(away.other, away.id), unmatch(gone.other, gone.id)])
    await Promise.all([away.leave(), gone.leave()])

    const { people, chosen } = await endedOf(anna)
    expect(chosen).toBeNull()
    expect(people.map(({ id }) => id).toSorted()).toEqual(
      [ben.id, unmatched.other.id, own.other.id, away.other.id, gone.other.id].toSorted(),
    )
    expect(people.map(({ id }) => id)).not.toContain(open.other.id)
    for (const person of people) expect(person).toEqual({ id: person.id, firstName: 'Robin', endedAt: expect.any(Number) })
    expect((await endedOf(stranger)).people).toEqual([])
    expect((await pairOf(conversation))?.unmatchedAt).toBe(people.find(({ id }) => id === ben.id)?.endedAt)
  })

  it('have a form without a script, and whoever was reported leaves the list', async () => {
    const { anna, ben, conversation } = await createMatch()
    await say(conversation, ben, 'send me money')
    await postJson(ben, blockActions.block.path, { id: anna.id })
    const html = await (await openPage(anna, `/main-settings?report=${ben.id}`)).text()
    expect(html).toMatch(new RegExp(`<form[^>]*action="${reportActions.report.path}"[^]*name="id" value="${ben.id}"`))
    const answer = await postForm(anna, reportActions.report.path, {
      id: ben.id,
      source: 'conversation',
      category: 'spam',
      text: '',
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/main-settings?done=reported#blocked'])
    expect(await reportsOf(anna)).toMatchObject([{ reportedId: ben.id, conversationId: conversation }])
    expect((await endedOf(anna)).people).toEqual([])
  })

  it('choose nobody who is not in the list', async () => {
    const { anna, ben, conversation } = await createMatch()
    const stranger = await createMember()
    await unmatch(ben, conversation)
    for (const id of [stranger.id, newId(), anna.id]) {
      expect(await endedOf(anna, `?report=${id}`)).toMatchObject({ chosen: null, people: [{ id: ben.id }] })
    }
  })
})
