import { cookieNames } from '#server/cookies.ts'
import { env } from 'cloudflare:test'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { blocks, counters, members, profiles, quizAnswers, sessions } from '#db/schema.ts'
import { insertRows } from '#seed/statement.ts'
import type { PeopleNearbyProps } from '#features/nearby/contract.ts'
import {
  quizActions,
  changesPerDay,
  type CompatibilityView,
  type Importance,
  type QuizAnswer,
  type QuizProps,
} from '#features/quiz/contract.ts'
import { questionCount } from '#features/quiz/questions.ts'
import { everyAnswer, pack, unpack } from '#features/quiz/rules.ts'
import { issueAccessToken } from '#features/auth/session/server/tokens/access-token.ts'
import { createMember, db, postForm, postJson, type TestMember } from '#test/support/worker/members.ts'
import { createPerson, newArea } from '#test/support/worker/places.ts'
import { openPage, payloadPath, readPayload } from '#test/support/worker/pages.ts'

type Said = { question: number; answer: number; acceptable: (number | string)[]; importance: number; isPublic: '1' | '0' }
const said = (question: number, more: Partial<Said> = {}): Said => ({
  question,
  answer: 0,
  acceptable: [0],
  importance: 10,
  isPublic: '1',
  ...more,
})
const save = (member: TestMember, answer: unknown) => postJson(member, quizActions.save.path, answer)
const remove = (member: TestMember, question: unknown) => postJson(member, quizActions.remove.path, { question })

const rowsOf = (member: TestMember): Promise<QuizAnswer[]> =>
  db
    .select({
      question: quizAnswers.question,
      answer: quizAnswers.answer,
      acceptableMask: quizAnswers.acceptableMask,
      importance: sql<Importance>`${quizAnswers.importance}`,
      isPublic: quizAnswers.isPublic,
    })
    .from(quizAnswers)
    .where(eq(quizAnswers.memberId, member.id))
    .orderBy(quizAnswers.question)
const packedOf = async (member: TestMember) =>
  (await db.select({ quiz: profiles.quiz }).from(profiles).where(eq(profiles.memberId, member.id)))[0]?.quiz

/** Answers of a member as if given earlier, with their packed copy. */
async function answer(member: TestMember, answers: readonly QuizAnswer[]): Promise<void> {
  const rows = answers.map((one) => ({ ...one, memberId: member.id, answeredAt: 1 }))
  const { sql, params } = insertRows(quizAnswers, rows)
  await env.DB.prepare(sql)
    .bind(...params)
    .run()
  await db
    .update(profiles)
    .set({ quiz: pack(answers) })
    .where(eq(profiles.memberId, member.id))
}

const entry = (question: number, more: Partial<QuizAnswer> = {}): QuizAnswer => ({
  question,
  answer: 0,
  acceptableMask: 1,
  importance: 10,
  isPublic: true,
  ...more,
})
const questions = (count: number, more: Partial<QuizAnswer> = {}) =>
  Array.from({ length: count }, (_, index) => entry(index + 1, more))

const openQuiz = async (member: TestMember, query = '') => (await readPayload<QuizProps>(member, `/quiz${query}`)).props
type Info = { compatibility: CompatibilityView }
const openProfile = async (viewer: TestMember, person: TestMember) =>
  (await readPayload<Info>(viewer, `/profile-info/${person.id}`)).props.compatibility

describe('an answer', () => {
  it('is saved, changed and taken back, and the packed copy follows each time', async () => {
    const anna = await createMember()
    const first = await save(anna, said(7, { answer: 1, acceptable: [1, 2], importance: 250 }))
    expect(first.status).toBe(200)
    expect(await first.json()).toMatchObject({ answered: 1, next: 8, redirect: '/quiz?q=8' })
    await save(anna, said(3, { isPublic: '0' }))
    await save(anna, said(7, { answer: 0, acceptable: ['any'], importance: 250 }))
    const rows = [entry(3, { isPublic: false }), entry(7, { answer: 0, acceptableMask: everyAnswer(7), importance: 250 })]
    expect(await rowsOf(anna)).toEqual(rows)
    expect(await packedOf(anna)).toBe(pack(rows))
    expect((await remove(anna, 3)).status).toBe(200)
    expect(await packedOf(anna)).toBe(pack(rows.slice(1)))
    expect((await remove(anna, 7)).status).toBe(200)
    expect(await rowsOf(anna)).toEqual([])
    expect(await packedOf(anna)).toBe('')
  })

  it('is packed by SQL as by JavaScript, whatever it says', async () => {
    const anna = await createMember()
    const importances = [0, 1, 10, 250] as const
    for (let question = 1; question <= questionCount; question += 3) {
      const importance = importances[question % 4] ?? 0
      const acceptable = [[0], [1, 0], [1], ['any']][question % 4] ?? []
      await save(anna, said(question, { answer: question % 2, acceptable, importance, isPublic: question % 2 ? '1' : '0' }))
    }
    const rows = await rowsOf(anna)
    expect(rows.length).toBe(Math.ceil(questionCount / 3))
    expect(await packedOf(anna)).toBe(pack(rows))
    expect([...unpack((await packedOf(anna)) ?? '').values()]).toEqual(rows)
  })

  it('cannot weigh 50 any more, and one from before counts and shows as 10', async () => {
    const anna = await createMember()
    expect((await save(anna, said(1, { importance: 50 }))).status).toBe(422)
    await db.insert(quizAnswers).values({ ...entry(2), importance: 50, memberId: anna.id, answeredAt: 1 })
    await save(anna, said(3, {}))
    expect((await openQuiz(anna)).answers.map(({ question, importance }) => [question, importance])).toEqual([
      [2, 10],
      [3, 10],
    ])
    expect(await packedOf(anna)).toBe(
      pack([entry(2), entry(3, { isPublic: unpack((await packedOf(anna)) ?? '').get(3)?.isPublic ?? true })]),
    )
  })

  it('is not lost among fifty saved at once, and the packed copy has them all', async () => {
    const anna = await createMember()
    const saves = Array.from({ length: 50 }, (_, index) => said((index % questionCount) + 1, { answer: index % 2 }))
    const statuses = await Promise.all(saves.map(async (one) => (await save(anna, one)).status))
    expect(new Set(statuses)).toEqual(new Set([200]))
    const rows = await rowsOf(anna)
    expect(rows.map(({ question }) => question)).toEqual(Array.from({ length: questionCount }, (_, index) => index + 1))
    expect(await packedOf(anna)).toBe(pack(rows))
  })

  it('may be changed forty times a day, however many calls come at once, and be taken back even then', async () => {
    const anna = await createMember()
    await answer(anna, questions(2, { answer: 1 }))
    // All different, so that each is a change in whichever order they arrive.
    const changes = Array.from({ length: 50 }, (_, index) => {
      const acceptable = [0, 1, 2, 3].filter((one) => (((index % 15) + 1) & (1 << one)) !== 0)
      return said(1, { acceptable, importance: [0, 1, 10, 250][Math.floor(index / 15)] ?? 0 })
    })
    const statuses = await Promise.all(changes.map(async (one) => (await save(anna, one)).status))
    expect(statuses.filter((status) => status === 200)).toHaveLength(changesPerDay)
    expect(statuses.filter((status) => status === 409)).toHaveLength(50 - changesPerDay)
    const before = await rowsOf(anna)
    const refused = await save(anna, said(2))
    expect([refused.status, await refused.json()]).toMatchObject([409, { error: { code: 'quiz-changes' } }])
    expect(await rowsOf(anna)).toEqual(before)
    expect(await packedOf(anna)).toBe(pack(before))
    expect((await remove(anna, 2)).status).toBe(200)
    expect((await save(anna, said(2))).status).toBe(409)
    expect((await rowsOf(anna)).map(({ question }) => question)).toEqual([1])

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 60 * 60_000 })
    const later = await issueAccessToken(env, { sub: anna.id, sid: anna.sid, kind: 'member' }, Date.now())
    await db
      .update(sessions)
      .set({ expiresAt: Date.now() + 3_600_000 })
      .where(eq(sessions.id, anna.sid))
    expect((await save({ ...anna, token: later }, said(2))).status).toBe(200)
    vi.useRealTimers()
  })

  it('may be made private or public, and others be given, when forty were changed; what was taken back may not', async () => {
    const anna = await createMember()
    const before = questions(3)
    await answer(anna, before)
    await db.insert(counters).values({ key: `quiz-changes:${anna.id}`, count: changesPerDay, expiresAt: Date.now() + 3_600_000 })
    const refused = async (one: Said) => expect((await save(anna, one)).status).toBe(409)
    for (const more of [{ answer: 1 }, { acceptable: [1] }, { importance: 250 }]) await refused(said(1, more))
    await refused(said(1, { answer: 1, isPublic: '0' }))
    expect(await rowsOf(anna)).toEqual(before)
    expect((await save(anna, said(1, { isPublic: '0' }))).status).toBe(200)
    expect((await save(anna, said(4, { importance: 250 }))).status).toBe(200)
    await remove(anna, 2)
    await refused(said(2, { answer: 1 }))
    const after = [entry(1, { isPublic: false }), entry(3), entry(4, { importance: 250 })]
    expect(await rowsOf(anna)).toEqual(after)
    expect(await packedOf(anna)).toBe(pack(after))
    await refused(said(4))
  })

  it('that is saved again as it was, or answered for the first time, is no change', async () => {
    const anna = await createMember()
    for (let question = 1; question <= questionCount; question++) await save(anna, said(question))
    for (let question = 1; question <= questionCount; question++) await save(anna, said(question, { isPublic: '0' }))
    for (let time = 1; time < 5; time++) await save(anna, said(1))
    const { count } = (
      await db
        .select()
        .from(counters)
        .where(eq(counters.key, `quiz-changes:${anna.id}`))
    )[0] ?? { count: 0 }
    expect(count).toBe(0)
    expect((await save(anna, said(1, { answer: 1 }))).status).toBe(200)
  })

  it('needs no choice of others’ answers from those to whom the question does not matter', async () => {
    const anna = await createMember()
    expect((await save(anna, said(2, { acceptable: [], importance: 0 }))).status).toBe(200)
    expect(await rowsOf(anna)).toEqual([entry(2, { acceptableMask: everyAnswer(2), importance: 0 })])
  })

  it('that is no answer is refused and stored nowhere', async () => {
    const anna = await createMember()
    const wrong: unknown[] = [
      {},
      said(0),
      said(questionCount + 1),
      said(1.5),
      { ...said(1), question: 'seven' },
      said(1, { answer: 9 }),
      said(1, { answer: -1 }),
      said(1, { acceptable: [] }),
      said(1, { acceptable: [0, 9] }),
      said(1, { acceptable: ['all'] }),
      said(1, { importance: 7 }),
      { ...said(1), isPublic: 'yes' },
      { ...said(1), acceptable: 3 },
    ]
    for (const body of wrong) {
      const response = await save(anna, body)
      expect(response.status, JSON.stringify(body)).toBe(422)
      expect(await response.json()).toMatchObject({ error: { code: 'invalid' } })
    }
    const unanswered = { ...said(1, { acceptable: [] }), answer: undefined }
    const { error } = await (await save(anna, unanswered)).json<{ error: { fields: Record<string, string> } }>()
    expect(Object.keys(error.fields).sort()).toEqual(['acceptable', 'answer'])
    for (const body of ['{', '[]', '7']) expect((await save(anna, body)).status).toBe(400)
    expect((await remove(anna, 99)).status).toBe(422)
    expect(await rowsOf(anna)).toEqual([])
    expect(await packedOf(anna)).toBe('')
  })

  it('needs a live session of a member who is through with the questionnaire', async () => {
    const [gone, newcomer, paused] = await Promise.all([
      createMember(),
      createMember({ member: { state: 'incomplete' } }),
      createMember({ member: { state: 'paused' } }),
    ])
    await db.update(sessions).set({ revokedAt: 1 }).where(eq(sessions.id, gone.sid))
    expect((await postJson(null, quizActions.save.path, said(1))).status).toBe(401)
    expect((await save(gone, said(1))).status).toBe(401)
    expect((await save(newcomer, said(1))).status).toBe(404)
    expect((await save(paused, said(1))).status).toBe(200)
    expect([...(await rowsOf(gone)), ...(await rowsOf(newcomer))]).toEqual([])
  })

  it('goes on by a plain form, and a refused one comes back with what was typed', async () => {
    const anna = await createMember()
    const fields: [string, string][] = [
      ['question', '1'],
      ['edit', '0'],
      ['answer', '1'],
      ['acceptable[]', '0'],
      ['acceptable[]', '1'],
      ['importance', '250'],
      ['isPublic', '0'],
      ['back', '/uk/quiz?q=1'],
    ]
    const done = await postForm(anna, quizActions.save.path, fields)
    expect([done.status, done.headers.get('location')]).toEqual([303, '/quiz?q=2'])
    const edit = await postForm(
      anna,
      quizActions.save.path,
      fields.map(([name, value]) => [name, name === 'edit' ? '1' : value]),
    )
    expect(edit.headers.get('location')).toBe('/quiz?view=answers')
    const refused = await postForm(
      anna,
      quizActions.save.path,
      fields.filter(([name]) => name !== 'answer'),
    )
    expect([refused.status, refused.headers.get('location')]).toEqual([303, '/uk/quiz?q=1'])
    expect(await rowsOf(anna)).toHaveLength(1)
  })
})

describe('the page', () => {
  it('opens where the member left off, at the question asked for, or as the list', async () => {
    const anna = await createMember()
    expect((await openQuiz(anna)).question).toBe(1)
    await answer(anna, [entry(1), entry(2), entry(4)])
    expect((await openQuiz(anna)).question).toBe(3)
    expect((await openQuiz(anna, '?q=4&edit=1')) satisfies QuizProps).toMatchObject({ question: 4, isEdit: true })
    expect((await openQuiz(anna, '?q=99')).question).toBe(3)
    expect((await openQuiz(anna, '?view=answers')).question).toBeNull()
  })

  it('is the list once everything is answered', async () => {
    const anna = await createMember()
    await answer(anna, questions(questionCount))
    const { answers, question } = await openQuiz(anna)
    expect([answers.length, question]).toEqual([questionCount, null])
  })

  it('stands alone: no navigation of the signed-in area, but a way back of its own', async () => {
    const anna = await createMember()
    const html = await (await openPage(anna, '/uk/quiz')).text()
    expect(html).toContain('href="/uk/people-nearby"')
    expect(html).not.toContain('href="/uk/likes"')
    expect(html).toContain(`action="${quizActions.save.path}"`)
    expect((await openPage(null, '/quiz')).headers.get('location')).toContain('/sign-in')
  })
})

describe('the match with another', () => {
  it('is shown from five shared questions on, the same on both profiles', async () => {
    const home = newArea()
    const [anna, ben] = await Promise.all([createPerson(home), createPerson(home)])
    await answer(anna, questions(5))
    await answer(ben, questions(4))
    expect(await openProfile(anna, ben)).toBeNull()
    await save(ben, said(5, { answer: 1 }))
    // Anna earns 40 of 50, Ben 50 of 50 (he accepts her 0): √(0.8 · 1) − 1/5 = 0.694.
    expect(await openProfile(anna, ben)).toMatchObject({ percent: 69 })
    expect(await openProfile(ben, anna)).toMatchObject({ percent: 69 })
  })

  it('names the questions that both made public, with both answers and what they did', async () => {
    const home = newArea()
    const [anna, ben] = await Promise.all([createPerson(home), createPerson(home)])
    await answer(anna, [...questions(3), entry(4, { importance: 250 }), entry(5, { importance: 250 })])
    await answer(ben, [...questions(3), entry(4, { isPublic: false }), entry(5, { answer: 1 })])
    const compatibility = await openProfile(anna, ben)
    expect(compatibility?.reasons.map(({ question, verdict }) => [question, verdict])).toEqual([
      [5, 'me'],
      [1, 'made'],
      [2, 'made'],
      [3, 'made'],
    ])
    const [first] = compatibility?.reasons ?? []
    expect(first?.mine).not.toBe(first?.theirs)
    expect(first?.ask).not.toContain('quiz-questions')
  })

  it('changes no character but the percentage when a private answer changes', async () => {
    const home = newArea()
    const [anna, ben] = await Promise.all([createPerson(home), createPerson(home)])
    await answer(anna, questions(8))
    const open = questions(6)
    const textOf = async (secret: QuizAnswer[]) => {
      await db.delete(quizAnswers).where(eq(quizAnswers.memberId, ben.id))
      await answer(ben, [...open, ...secret])
      const pages = await Promise.all(
        [`/profile-info/${ben.id}`, `/uk/profile-info/${ben.id}`].map(async (path) => (await openPage(anna, path)).text()),
      )
      const payload = await (await openPage(anna, payloadPath(`/profile-info/${ben.id}`))).json<{ data: { props: Info } }>()
      const { percent, reasons } = payload.data.props.compatibility ?? {}
      expect(pages.join()).not.toContain(await packedOf(ben))
      return { percent, reasons, keys: Object.keys(payload.data.props).sort() }
    }
    const kept = { isPublic: false }
    const one = await textOf([entry(7, kept), entry(8, kept)])
    const other = await textOf([entry(7, { ...kept, answer: 1 }), entry(8, { ...kept, acceptableMask: 2, importance: 1 })])
    expect(one.percent).not.toBe(other.percent)
    expect(one.reasons).toEqual(other.reasons)
    expect(one.reasons?.map(({ question }) => question)).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('below 50 per cent is no number on a profile, but where the other lets the viewer down in public', async () => {
    const home = newArea()
    const [anna, ben] = await Promise.all([createPerson(home), createPerson(home)])
    await answer(anna, questions(6))
    await answer(ben, [...questions(2), ...[3, 4].map((at) => entry(at, { answer: 1 })), ...[5, 6].map((at) => entry(at, { answer: 1, isPublic: false }))]) // prettier-ignore
    const shown = await openProfile(anna, ben)
    expect([shown?.percent, shown?.reasons.map(({ question, verdict }) => [question, verdict])]).toEqual([
      null,
      [
        [3, 'me'],
        [4, 'me'],
      ],
    ])
    // √(20/60 · 1) − 1/6 = 0.41: Ben is content, and is told of nothing that would let Anna down.
    expect(await openProfile(ben, anna)).toEqual({ percent: null, reasons: [] })
    for (const [viewer, person] of [
      [anna, ben],
      [ben, anna],
    ] as const)
      // prettier-ignore
      expect(await (await openPage(viewer, `/profile-info/${person.id}`)).text()).not.toMatch(/\b41\s?%/)
  })

  it('of blocked, hidden and paused people is the same 404 as of nobody', async () => {
    const home = newArea()
    const [anna, blocker, paused] = await Promise.all([
      createPerson(home),
      createPerson(home),
      createPerson(home, { discoverable: false }),
    ])
    await Promise.all([anna, blocker, paused].map((member) => answer(member, questions(10))))
    await db.update(members).set({ state: 'paused' }).where(eq(members.id, paused.id))
    await db.insert(blocks).values({ blockerId: blocker.id, blockedId: anna.id, createdAt: 1 })
    const answers = await Promise.all(
      ['nobody-is-called-so-here', blocker.id, paused.id].map(async (id) => {
        const response = await openPage(anna, payloadPath(`/profile-info/${id}`))
        return `${response.status} ${(await response.text()).replaceAll(id, '{id}').replace(/"now":\d+/, '')}`
      }),
    )
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toMatch(/^404 /)
  })
})

describe('people nearby', () => {
  const openNearby = async (member: TestMember) => {
    const response = await openPage(member, payloadPath('/people-nearby'))
    const text = await response.text()
    return { text, people: (JSON.parse(text) as { data: { props: PeopleNearbyProps } }).data.props.nearby.people }
  }

  it('rank by the quiz from five shared questions on, else by interests and intent, and say which', async () => {
    const home = newArea()
    const now = Date.now()
    const profile = { interests: ['art', 'tea'], intent: 'dating', activeAt: now }
    const anna = await createPerson(home, profile)
    const [twin, soulmate] = await Promise.all([
      createPerson(home, profile),
      createPerson(home, { interests: [], intent: 'open', activeAt: now }),
    ])
    await answer(anna, questions(20))
    await answer(twin, questions(20, { answer: 1, acceptableMask: 2 }))
    await answer(soulmate, questions(20))
    const before = (await openNearby(anna)).people
    // √(1 · 1) − 1/20 = 95 % of the 40 points that are not for a language; the twin shares everything but what the quiz asks.
    expect(before.map(({ id, match, reasons }) => [id, match, reasons.points.common])).toEqual([
      [soulmate.id, 95, 38],
      [twin.id, null, null],
    ])
    await db.delete(quizAnswers).where(eq(quizAnswers.memberId, twin.id))
    await answer(twin, questions(4, { answer: 1 }))
    const after = (await openNearby(anna)).people
    expect(after.map(({ id, match, reasons }) => [id, match, reasons.points.common])).toEqual([
      [twin.id, null, 40],
      [soulmate.id, 95, 38],
    ])
  })

  it('are shown no compatibility below 50 per cent, in no number and no sum, and yet come in its order', async () => {
    const home = newArea()
    const anna = await createPerson(home)
    const more = { completeness: 50, activeAt: Date.now() }
    const people = await Promise.all([0, 1, 2, 3].map(() => createPerson(home, more)))
    const [half, low, lower, none] = people as [TestMember, TestMember, TestMember, TestMember]
    await answer(anna, questions(10))
    // √(kept/10 · 1) − 1/10: 53, 45 and 22 per cent, and 0.
    for (const [person, kept] of [
      [half, 4],
      [low, 3],
      [lower, 1],
      [none, 0],
    ] as const)
      await answer(person, [...questions(10)].map((one, at) => (at < kept ? one : { ...one, answer: 1 }))) // prettier-ignore
    const { text, people: cards } = await openNearby(anna)
    expect(cards.map(({ id, match, reasons }) => [id, match, reasons.points.common])).toEqual([
      [half.id, 53, 21.2],
      [low.id, null, null],
      [lower.id, null, null],
      [none.id, null, null],
    ])
    // 45 % of 45 points, 22 %, and 0 %.
    expect(text).not.toMatch(/"(match|common)":(45|22|0|20\.3|9\.9)\b/)
    // With a script, a card's reasons are written when they are asked for.
    const html = await (await openPage(anna, '/people-nearby', { cookie: `${cookieNames.noScript}=1` })).text()
    expect(html).toContain('53%')
    expect(html).not.toMatch(/\b(45|22|0)\s?%/)
    expect(html.match(/Going by the quiz, you see a lot of things differently/g)?.length).toBeGreaterThanOrEqual(3)
    // The sum of the points stands where the part by the quiz is told.
    expect(html.match(/>Total</g)).toHaveLength(1)
  })

  it('ask for the quiz whoever has answered too little for a match', async () => {
    const home = newArea()
    const [anna, ben] = await Promise.all([createPerson(home), createPerson(home)])
    await answer(anna, questions(4))
    await answer(ben, questions(5))
    const needsQuiz = async (member: TestMember) =>
      (await readPayload<PeopleNearbyProps>(member, '/people-nearby')).props.nearby.needsQuiz
    expect([await needsQuiz(anna), await needsQuiz(ben)]).toEqual([true, false])
    expect(await (await openPage(anna, '/uk/people-nearby')).text()).toContain('href="/uk/quiz"')
    expect(await (await openPage(ben, '/uk/people-nearby')).text()).not.toContain('href="/uk/quiz"')
  })

  it('come without anybody’s packed answers', async () => {
    const home = newArea()
    const [anna, ben] = await Promise.all([createPerson(home), createPerson(home)])
    await answer(anna, questions(6))
    await answer(ben, questions(6, { isPublic: false, answer: 1 }))
    const { text, people } = await openNearby(anna)
    expect(people).toHaveLength(1)
    expect(text).not.toContain(await packedOf(ben))
    expect(text).not.toContain('"quiz"')
  })
})
