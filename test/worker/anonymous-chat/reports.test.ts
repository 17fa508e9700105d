import { env } from 'cloudflare:test'
import { and, eq, or } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { blocks, encounterPauses, keptApart, members, profiles, reportEvidence, reports } from '#db/schema.ts'
import { anonymousActions, type RoomProps } from '#features/encounters/anonymous/contract.ts'
import { blockActions, type BlockedList } from '#features/blocks/contract.ts'
import { chatActions } from '#features/chat/contract.ts'
import { findForbiddenPairs } from '#objects/matchmaker/forbidden-pairs.ts'
import { reportActions } from '#features/reports/contract.ts'
import { findEncounterPause, sweepEncounterPauses } from '#features/reports/server/public.ts'
import { channelName } from '#shared/realtime/wire.ts'
import { pairUp, viewBy } from '#test/support/worker/encounter.ts'
import { createMember, db, postForm, postJson, type TestMember } from '#test/support/worker/members.ts'
import { openPage, readPayload } from '#test/support/worker/pages.ts'
import { connect, eventually, newId } from '#test/support/worker/realtime-client.ts'
import { aRound, newLanguage, seatBy, start, untilPaired, wishFor } from '#test/support/worker/waiting.ts'

vi.setConfig({ testTimeout: 60_000 })

const { report, reveal } = anonymousActions
const act = (member: TestMember, action: { path: string }, body: unknown) => postJson(member, action.path, body)
const reportsOf = ({ id }: TestMember) => db.select().from(reports).where(eq(reports.reportedId, id))
const blocksOf = ({ id }: TestMember) => db.select().from(blocks).where(eq(blocks.blockerId, id))
const settings = '/main-settings?section=privacy'
const listOf = async (member: TestMember, query = '') =>
  (await readPayload<{ blocked: BlockedList }>(member, settings + query)).props.blocked

async function chat(anna: TestMember, ben: TestMember): Promise<string> {
  const { id } = await pairUp('anonymous', [anna.id, ben.id])
  await untilPaired(anna)
  await untilPaired(ben)
  return id
}

const people = () => Promise.all([createMember(), createMember({ member: { firstName: 'Benedikt' } })])

describe('a report from a chat', () => {
  it('keeps what was said under both real ids, blocks nobody, and ends the chat for both in the same way', async () => {
    const [anna, ben] = await people()
    const id = await chat(anna, ben)
    const phone = await connect(ben.id, ben.sid)
    await phone.join(channelName.member(ben.id))
    for (const [member, text] of [
      [anna, 'hello'],
      [ben, 'something ugly'],
    ] as const)
      await act(member, chatActions.send, { conversation: id, cid: newId(), text })
    const answer = await act(anna, report, { id, category: 'harassment', text: 'He was rude.' })
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { reported: true, redirect: `/anonymous-chat/${id}?done=reported` },
    ])
    const [row] = await reportsOf(ben)
    expect(row).toMatchObject({ reporterId: anna.id, source: 'anonymous', category: 'harassment', text: 'He was rude.' })
    const [evidence] = await db
      .select()
      .from(reportEvidence)
      .where(eq(reportEvidence.reportId, row?.id ?? ''))
    expect(evidence?.data).toMatchObject({
      conversation: id,
      left: 0,
      messages: [
        { from: anna.id, text: 'hello' },
        { from: ben.id, text: 'something ugly' },
      ],
    })
    expect(await blocksOf(anna)).toEqual([])
    const [lowId, highId] = [anna.id, ben.id].toSorted()
    expect(
      await db
        .select()
        .from(keptApart)
        .where(eq(keptApart.lowId, lowId ?? '')),
    ).toEqual([{ lowId, highId }])
    expect((await viewBy(id, ben.id)).phase).toBe('ended')
    await phone.until(() => phone.events('anonymous').some(({ data }) => data.state === 'ended'), 'the end')
    expect(JSON.stringify(phone.frames)).not.toContain(anna.id)
    for (const member of [anna, ben]) await eventually(async () => (await seatBy(member).read()).state === 'free', 'a free seat')
  })

  it('is possible after the end, leads to help when somebody is in danger, and counts once', async () => {
    const [anna, ben] = await people()
    const id = await chat(anna, ben)
    await act(ben, anonymousActions.leave, { id })
    const answer = await postForm(anna, report.path, { id, category: 'danger', text: '' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/anonymous-chat/${id}?done=urgent`])
    expect((await act(anna, report, { id, category: 'spam' })).status).toBe(200)
    expect(await reportsOf(ben)).toHaveLength(1)
    const { props } = await readPayload<RoomProps>(anna, `/anonymous-chat/${id}?done=urgent`)
    expect(props).toMatchObject({ kind: 'chat', done: 'urgent', view: { phase: 'ended' } })
  })

  it.each([{ category: 'weather' }, {}, { category: 'spam', text: 'x'.repeat(1001) }])(
    'with %j is refused, and the chat goes on',
    async (body) => {
      const [anna, ben] = await people()
      const id = await chat(anna, ben)
      expect((await act(anna, report, { id, ...body })).status).toBe(422)
      expect([await reportsOf(ben), await blocksOf(anna)]).toEqual([[], []])
      expect((await viewBy(id, ben.id)).phase).toBe('talking')
    },
  )
})

describe('somebody reported from a chat', () => {
  it('stands in no list of the reporter’s, and can be blocked, unblocked and reported by profile beside it', async () => {
    const [anna, ben] = await people()
    const id = await chat(anna, ben)
    await act(anna, report, { id, category: 'spam' })
    expect(await listOf(anna)).toEqual({ people: [], next: null })
    expect((await act(anna, blockActions.unblock, { id: ben.id })).status).toBe(404)
    expect((await act(anna, blockActions.block, { id: ben.id })).status).toBe(200)
    expect((await listOf(anna)).people).toMatchObject([{ id: ben.id, firstName: 'Benedikt' }])
    expect((await act(anna, blockActions.unblock, { id: ben.id })).status).toBe(200)
    const byProfile = { id: ben.id, category: 'fake', source: 'profile' }
    expect((await act(anna, reportActions.report, byProfile)).status).toBe(200)
    expect((await reportsOf(ben)).map(({ source }) => source).toSorted()).toEqual(['anonymous', 'profile'])
    expect(await blocksOf(anna)).toMatchObject([{ blockedId: ben.id, metIn: null }])
    // The block goes, what the report from the chat has left stays.
    await act(anna, blockActions.unblock, { id: ben.id })
    expect(await db.$count(keptApart, or(eq(keptApart.lowId, ben.id), eq(keptApart.highId, ben.id)))).toBe(1)
  })

  it('is nobody else to a report by profile than before', async () => {
    const [anna, ben] = await people()
    const id = await chat(anna, ben)
    await act(anna, report, { id, category: 'spam' })
    await db.update(members).set({ state: 'paused' }).where(eq(members.id, ben.id))
    await db.update(profiles).set({ discoverable: false }).where(eq(profiles.memberId, ben.id))
    for (const other of [ben.id, newId()])
      expect((await act(anna, reportActions.report, { id: other, category: 'fake', source: 'profile' })).status).toBe(404)
  })

  it('before there were rows of their own for it is seen again, kept apart still, and can be blocked', async () => {
    const [anna, ben] = await people()
    await db.insert(blocks).values({ blockerId: anna.id, blockedId: ben.id, createdAt: 1, endedAt: 2, metIn: 'anonymous' })
    expect((await openPage(anna, `/profile-info/${ben.id}`)).status).toBe(200)
    expect((await openPage(ben, `/profile-info/${anna.id}`)).status).toBe(200)
    expect(await listOf(anna)).toEqual({ people: [], next: null })
    expect(await findForbiddenPairs(env.DB, [[ben.id, anna.id]])).toHaveLength(1)
    await act(anna, blockActions.block, { id: ben.id })
    expect((await openPage(ben, `/profile-info/${anna.id}`)).status).toBe(404)
    await act(anna, blockActions.unblock, { id: ben.id })
    expect((await openPage(ben, `/profile-info/${anna.id}`)).status).toBe(200)
    expect(await findForbiddenPairs(env.DB, [[ben.id, anna.id]])).toHaveLength(1)
  })

  it('is never found again', async () => {
    const [anna, ben] = await people()
    const id = await chat(anna, ben)
    await act(anna, report, { id, category: 'spam' })
    for (const member of [anna, ben]) await eventually(async () => (await seatBy(member).read()).state === 'free', 'a free seat')
    const language = newLanguage()
    for (const member of [anna, ben]) await start(member, wishFor(language))
    await aRound()
    for (const member of [anna, ben]) expect((await seatBy(member).read()).state).toBe('waiting')
  })

  it('after a reveal has the name that the reporter knows already', async () => {
    const [anna, ben] = await people()
    const id = await chat(anna, ben)
    for (const member of [anna, ben]) await act(member, reveal, { id })
    await eventually(async () => (await viewBy(id, anna.id)).phase === 'matched', 'the match')
    expect((await act(anna, report, { id, category: 'spam' })).status).toBe(200)
    expect((await listOf(anna)).people).toMatchObject([{ id: ben.id, firstName: 'Benedikt' }])
  })
})

it('the third report within a day pauses the member and ends their wait, and a moderator sees all of it', async () => {
  const ben = await createMember()
  const reporters = await Promise.all([createMember(), createMember(), createMember()])
  const ids: string[] = []
  for (const anna of reporters) {
    const id = await chat(anna, ben)
    await act(anna, anonymousActions.leave, { id })
    await eventually(async () => (await seatBy(ben).read()).state === 'free', 'a free seat')
    ids.push(id)
  }
  await start(ben, wishFor(newLanguage()))
  for (const [index, anna] of reporters.entries()) {
    expect(await findEncounterPause(db, ben.id)).toBeNull()
    expect((await act(anna, report, { id: ids[index], category: 'harassment' })).status).toBe(200)
  }
  expect(await findEncounterPause(db, ben.id)).toMatchObject({ pausedAt: expect.any(Number) })
  expect(await seatBy(ben).read()).toEqual({ state: 'free' })
  const answer = await act(ben, anonymousActions.join, { language: 'en' })
  expect(answer.status).toBe(403)
  expect(await db.$count(reports, and(eq(reports.reportedId, ben.id), eq(reports.state, 'open')))).toBe(3)
})

it('a chat that a pause could not end is ended by the cron, for members paused lately alone', async () => {
  const [anna, ben] = await people()
  const [carla, dora] = await people()
  const [id, other] = [await chat(anna, ben), await chat(carla, dora)]
  const now = Date.now()
  for (const [{ id: reportedId }, pausedAt] of [
    [ben, now - 60_000],
    [dora, now - 60 * 60_000],
  ] as const) {
    await db
      .insert(reports)
      .values({ id: newId(), reporterId: newId(), reportedId, category: 'spam', createdAt: pausedAt, source: 'anonymous' })
    await db.insert(encounterPauses).values({ memberId: reportedId, pausedAt })
  }
  await sweepEncounterPauses(env, now)
  expect((await viewBy(id, anna.id)).phase).toBe('ended')
  expect((await viewBy(other, carla.id)).phase).toBe('talking')
})
