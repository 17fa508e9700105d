import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import { count, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { chatRequests, likes, photos, profiles } from '#db/schema.ts'
import { requestsPerDay } from '#features/chat/contract.ts'
import { likeActions, tieLineLength, type TieOffer } from '#features/likes/contract.ts'
import { answerRef } from '#features/profile/server/things.ts'
import type { Props as ProfileInfoProps } from '#pages/profile-info/props.ts'
import { countingDatabase } from '#test/support/worker/counting-database.ts'
import { createMember, db, postForm, type TestMember } from '#test/support/worker/members.ts'
import { readPayload } from '#test/support/worker/pages.ts'
import { createPhoto } from '#test/support/worker/photos.ts'
import { newId, origin } from '#test/support/worker/realtime-client.ts'
import { writeTo } from '#test/support/worker/requests.ts'
import { cardOf, createWriter, edit, likeAnswer, likeThing, offerOf, sentences, tieOf, train } from '#test/support/worker/ties.ts'
import { createApp } from '#worker/app.ts'

const linesLeft = async (reader: TestMember, person: TestMember) => (await offerOf(reader, person)).requests.left
/** Likes with a counted database; returns the status, and the calls and statements of D1. */
async function countedLike(from: TestMember, body: Record<string, unknown>): Promise<[number, number, number]> {
  const [{ db: counted, count: calls, statements }, context] = [countingDatabase(), createExecutionContext()]
  const cookie = 'tz=Europe%2FKyiv'
  const headers = { authorization: `Bearer ${from.token}`, origin, cookie, 'content-type': 'application/json' }
  const request = new Request(origin + likeActions.like.path, { method: 'POST', headers, body: JSON.stringify(body) })
  const response = await createApp().fetch(request, { ...env, DB: counted }, context)
  await waitOnExecutionContext(context)
  return [response.status, calls(), statements()]
}
const refusal = async (answer: Response) => {
  const { error } = await answer.json<{ error: { code: string; message: string; fields?: Record<string, string> } }>()
  return { status: answer.status, ...error, requestId: undefined }
}

describe('a like of a thing', () => {
  it('names an answer, a sentence or a photo by what the page offers, and costs the same one like', async () => {
    const noah = await createWriter()
    const photo = await createPhoto(noah)
    const offer = await offerOf(noah, await createWriter())
    expect(Object.keys(offer.answers)).toEqual([train.prompt])
    for (const [kind, text] of [
      ['answer', train.text],
      ['about', sentences[1]],
      ['photo', null],
    ] as const) {
      const anna = await createMember()
      const { answers, about } = await offerOf(anna, noah)
      const tieRef = { answer: answers[train.prompt], about: about[1], photo: photo.id }[kind]
      const answer = await likeThing(anna, noah, { tieKind: kind, tieRef })
      expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ liked: true, like_remain: 24 })])
      const tie = (await cardOf(anna, 'sent'))?.tie
      expect(tie).toMatchObject({ kind, text, line: null })
      expect(tie?.photo === null).toBe(kind !== 'photo')
      expect(await linesLeft(anna, await createWriter())).toBe(requestsPerDay)
    }
  })

  it('is one call of D1, with and without a line', async () => {
    for (const line of ['', 'Which bunk is the best one?']) {
      const [anna, noah] = await Promise.all([createMember({ member: { timeZone: 'Europe/Kyiv' } }), createWriter()])
      const { answers } = await offerOf(anna, noah)
      const plain = await countedLike(anna, { id: (await createMember()).id })
      expect(await countedLike(anna, { id: noah.id, tieKind: 'answer', tieRef: answers[train.prompt], line })).toEqual(plain)
      expect(plain.slice(0, 2)).toEqual([200, 1])
      expect(await db.$count(likes, eq(likes.fromId, anna.id))).toBe(2)
    }
  })

  it('may be named by its hash alone, and after an edit of something else', async () => {
    const [anna, ben, noah] = await Promise.all([createMember(), createMember(), createWriter()])
    const ref = answerRef(noah.id, train.prompt, train.text)
    expect((await likeThing(anna, noah, { tieKind: 'answer', tieRef: ref })).status).toBe(200)
    const { answers } = await offerOf(ben, noah)
    await edit(noah, { heightCm: 180 })
    expect((await likeThing(ben, noah, { tieKind: 'answer', tieRef: answers[train.prompt] })).status).toBe(200)
    expect([await tieOf(anna), await tieOf(ben)]).toEqual(
      Array.from({ length: 2 }, () => ({ kind: 'answer', ref, line: null, isWithdrawn: false })),
    )
  })

  it('has another name on each page, so that no name shows an edit of something else', async () => {
    const [anna, noah] = await Promise.all([createMember(), createWriter()])
    const namesOf = ({ answers, about }: TieOffer) => [answers[train.prompt] ?? '', ...about.map((name) => name.slice(2))]
    const one = namesOf(await offerOf(anna, noah))
    const again = namesOf(await offerOf(anna, noah))
    await edit(noah, { heightCm: 180 })
    const edited = namesOf(await offerOf(anna, noah))
    expect(new Set([...one, ...again, ...edited]).size).toBe(9)
    expect(edited.map((name) => name.length)).toEqual(one.map((name) => name.length))
    expect((await likeThing(anna, noah, { tieKind: 'about', tieRef: `0.${one[1]}` })).status).toBe(200)
    expect(await tieOf(anna)).toMatchObject({ kind: 'about', isWithdrawn: false })
  })

  it('that is hidden, changed, refused, somebody else’s or was never there gets one and the same refusal, and stores nothing', async () => {
    const hidden = { ...train, see: 'matches' }
    const [anna, noah, other] = await Promise.all([
      createMember(),
      createWriter({ answers: [hidden], visibility: { about: 'me' } }),
      createWriter(),
    ])
    const [pending, rejected, foreign] = await Promise.all([
      createPhoto(noah, { state: 'pending' }),
      createPhoto(noah, { state: 'rejected', position: 1 }),
      createPhoto(other),
    ])
    const shown = await offerOf(anna, other)
    const { ties } = (await readPayload<ProfileInfoProps>(anna, `/profile-info/${noah.id}`)).props
    expect(ties).toMatchObject({ answers: {}, about: [] })
    await edit(other, { promptAnswers: [{ ...train, text: 'Nowhere.' }] })
    const tries: [TestMember, string, string | undefined][] = [
      [noah, 'answer', answerRef(noah.id, train.prompt, train.text)],
      [noah, 'answer', answerRef(noah.id, 'good-sunday', train.text)],
      [noah, 'answer', answerRef(other.id, train.prompt, train.text)],
      [noah, 'answer', shown.answers[train.prompt]],
      [other, 'answer', shown.answers[train.prompt]],
      [noah, 'about', shown.about[0]],
      [noah, 'about', 'x'.repeat(22)],
      [noah, 'about', ''],
      [other, 'about', shown.answers[train.prompt]],
      [noah, 'photo', pending.id],
      [noah, 'photo', rejected.id],
      [noah, 'photo', foreign.id],
      [noah, 'photo', newId()],
    ]
    const answers = await Promise.all(
      tries.map(async ([{ id }, tieKind, tieRef]) =>
        JSON.stringify(await refusal(await likeThing(anna, { id }, { tieKind, tieRef, line: 'Hello' }))),
      ),
    )
    expect(new Set(answers).size).toBe(1)
    expect(JSON.parse(answers[0] ?? '')).toMatchObject({ status: 409, code: 'conflict' })
    expect(await tieOf(anna)).toBeNull()
  })

  it('of somebody who is away is refused like a plain one', async () => {
    const [anna, noah] = await Promise.all([createMember(), createWriter()])
    const { answers } = await offerOf(anna, noah)
    await edit(noah, { discoverable: false })
    const tied = await refusal(await likeThing(anna, noah, { tieKind: 'answer', tieRef: answers[train.prompt] }))
    expect(tied).toEqual(await refusal(await likeThing(anna, noah)))
    expect(tied.status).toBe(404)
  })

  it('works as a plain form, and a refused one keeps what was typed', async () => {
    const [anna, noah] = await Promise.all([createMember(), createWriter()])
    const { about } = await offerOf(anna, noah)
    const page = `/profile-info/${noah.id}?tie=about`
    const fields = { id: noah.id, tieKind: 'about', tieRef: about[0] ?? '' }
    const refused = await postForm(anna, likeActions.like.path, { ...fields, line: 'see anna-k.de' }, { referer: origin + page })
    expect([refused.status, refused.headers.get('location')]).toEqual([303, page])
    expect(refused.headers.get('set-cookie')).toContain('flash')
    const done = await postForm(anna, likeActions.like.path, { ...fields, line: 'Rye or wheat?' }, { referer: origin + page })
    expect(done.status).toBe(303)
    expect(await tieOf(anna)).toMatchObject({ kind: 'about', line: 'Rye or wheat?' })
  })
})

describe('the line of a like', () => {
  it('has no contact details, at most 140 characters, and goes with a thing', async () => {
    const [anna, noah] = await Promise.all([createMember(), createWriter()])
    const { answers } = await offerOf(anna, noah)
    const tie = { tieKind: 'answer', tieRef: answers[train.prompt] }
    const fieldsOf = async (more: Record<string, string>) =>
      (await refusal(await likeThing(anna, noah, { ...tie, ...more }))).fields
    expect(await fieldsOf({ line: 'Write to anna@example.com' })).toHaveProperty('line')
    expect(await fieldsOf({ line: 'x'.repeat(tieLineLength + 1) })).toHaveProperty('line')
    expect((await likeThing(anna, noah, { line: 'Hello' })).status).toBe(422)
    expect((await likeThing(anna, noah, { tieKind: 'quiz', tieRef: '1' })).status).toBe(422)
    expect(await tieOf(anna)).toBeNull()
    expect((await likeThing(anna, noah, { ...tie, line: `  ${'🥖'.repeat(tieLineLength)}\r\n` })).status).toBe(200)
    expect((await tieOf(anna))?.line).toBe('🥖'.repeat(tieLineLength))
  })

  it('with nothing visible is none', async () => {
    const [anna, noah] = await Promise.all([createMember(), createWriter()])
    expect((await likeAnswer(anna, noah, ' \u200b ')).status).toBe(200)
    expect(await tieOf(anna)).toMatchObject({ kind: 'answer', line: null })
  })

  it('is one of the ten requests of the day, with premium too, under 50 parallel calls', { timeout: 60_000 }, async () => {
    const anna = await createMember({ member: { premiumUntil: Date.now() + 1e9 } })
    const others = await Promise.all(Array.from({ length: 50 }, () => createWriter()))
    const answers = await Promise.all(
      others.map(async ({ id }) => {
        const tieRef = answerRef(id, train.prompt, train.text)
        return likeThing(anna, { id }, { tieKind: 'answer', tieRef, line: 'Hello there' })
      }),
    )
    const refused = await Promise.all(answers.filter(({ status }) => status !== 200).map(refusal))
    expect(refused).toHaveLength(40)
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['request-quota']))
    const [stored] = await db
      .select({ value: count(likes.line), all: count() })
      .from(likes)
      .where(eq(likes.fromId, anna.id))
    expect(stored).toEqual({ value: 10, all: 10 })
    expect((await writeTo(anna, (await createMember()).id)).status).toBe(409)
    // Without words, a thing can still be liked.
    expect((await likeAnswer(anna, await createWriter())).status).toBe(200)
  })

  it('and first messages share one number: the page says how many are left', async () => {
    const [anna, noah] = await Promise.all([createMember(), createWriter()])
    const people = await Promise.all(Array.from({ length: 9 }, () => createMember()))
    for (const { id } of people) expect((await writeTo(anna, id)).status).toBe(200)
    expect(await linesLeft(anna, noah)).toBe(1)
    expect((await likeAnswer(anna, noah, 'The tenth')).status).toBe(200)
    const olena = await createWriter()
    expect(await linesLeft(anna, olena)).toBe(0)
    expect((await likeAnswer(anna, olena, 'The eleventh')).status).toBe(409)
    expect((await writeTo(anna, olena.id)).status).toBe(409)
    expect(await db.$count(chatRequests, eq(chatRequests.fromId, anna.id))).toBe(9)
    expect((await likeAnswer(anna, olena)).status).toBe(200)
  })

  it('is not stored when no like is left', async () => {
    const [anna, noah] = await Promise.all([createMember(), createWriter()])
    for (const { id } of await Promise.all(Array.from({ length: 25 }, () => createMember())))
      await db.insert(likes).values({ fromId: anna.id, toId: id, createdAt: Date.now() })
    expect(await refusal(await likeAnswer(anna, noah, 'Hello'))).toMatchObject({ status: 409, code: 'quota' })
    expect(await db.$count(likes, eq(likes.toId, noah.id))).toBe(0)
  })
})

describe('a refusal for want of likes', () => {
  it('takes the same calls of D1 whether the profile was edited or not, and gets the same answer', async () => {
    const [anna, noah] = await Promise.all([createMember({ member: { timeZone: 'Europe/Kyiv' } }), createWriter()])
    for (const { id } of await Promise.all(Array.from({ length: 25 }, () => createMember())))
      await db.insert(likes).values({ fromId: anna.id, toId: id, createdAt: Date.now() })
    const { answers } = await offerOf(anna, noah)
    const body = { tieKind: 'answer', tieRef: answers[train.prompt], line: '' }
    const before = [await countedLike(anna, { id: noah.id, ...body }), await refusal(await likeThing(anna, noah, body))]
    await edit(noah, { heightCm: 180 })
    expect([await countedLike(anna, { id: noah.id, ...body }), await refusal(await likeThing(anna, noah, body))]).toEqual(before)
    expect(before).toMatchObject([[409, expect.any(Number), expect.any(Number)], { code: 'quota' }])
  })
})

describe('a thing that is no longer there', () => {
  const gone: Record<string, (noah: TestMember) => Promise<unknown>> = {
    'was edited': (noah) => edit(noah, { promptAnswers: [{ ...train, text: `${train.text} ` }] }),
    'was hidden': (noah) => edit(noah, { promptAnswers: [{ ...train, see: 'me' }] }),
    'was removed': (noah) => edit(noah, { promptAnswers: [] }),
  }
  it.each(Object.keys(gone))('because it %s looks removed to both', async (how) => {
    const [anna, noah] = await Promise.all([createMember(), createWriter()])
    await likeAnswer(anna, noah, 'Which bunk?')
    const before = { kind: 'answer', text: train.text, photo: null, line: 'Which bunk?' }
    expect([(await cardOf(noah))?.tie, (await cardOf(anna, 'sent'))?.tie]).toEqual([before, before])
    await gone[how]?.(noah)
    const after = { ...before, text: null }
    expect([(await cardOf(noah))?.tie, (await cardOf(anna, 'sent'))?.tie]).toEqual([after, after])
  })

  it('comes back with its words: a tie is no copy', async () => {
    const [anna, noah] = await Promise.all([createMember(), createWriter()])
    const { about } = await offerOf(anna, noah)
    await likeThing(anna, noah, { tieKind: 'about', tieRef: about[0] })
    const [row] = await db.select().from(likes).where(eq(likes.fromId, anna.id))
    expect(JSON.stringify(row)).not.toContain('bread')
    for (const [patch, text] of [
      [{ about: 'Something else.' }, null],
      [{ about: `First of all: hi there. ${sentences[0]}` }, sentences[0]],
      [{ visibility: { about: 'matches' } }, null],
    ] as const) {
      await edit(noah, patch)
      expect((await cardOf(noah))?.tie?.text, JSON.stringify(patch)).toBe(text)
    }
  })

  it.each(['refused', 'removed'])('is a photo that was %s', async (what) => {
    const [anna, noah] = await Promise.all([createMember(), createWriter()])
    const { id } = await createPhoto(noah)
    await likeThing(anna, noah, { tieKind: 'photo', tieRef: id })
    expect((await cardOf(noah))?.tie?.photo).toMatch(/^\//)
    if (what === 'refused') await db.update(photos).set({ state: 'rejected' }).where(eq(photos.id, id))
    else await db.delete(photos).where(eq(photos.id, id))
    expect((await cardOf(noah))?.tie).toEqual({ kind: 'photo', photo: null, text: null, line: null })
  })

  it('cannot be named by another profile with the same words', async () => {
    const [one, other] = await Promise.all([createWriter(), createWriter()])
    expect(answerRef(one.id, train.prompt, train.text)).not.toBe(answerRef(other.id, train.prompt, train.text))
    const [row] = await db.select().from(profiles).where(eq(profiles.memberId, one.id))
    expect(row?.promptAnswers).toEqual([train])
  })
})
