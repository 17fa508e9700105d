import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { likes } from '#db/schema.ts'
import { requestsPerDay } from '#features/chat/contract.ts'
import { likeActions } from '#features/likes/contract.ts'
import { createMember, db, postJson, type TestMember } from '#test/support/worker/members.ts'
import { createWriter, edit, likeAnswer, likeThing, offerOf, tieOf, train } from '#test/support/worker/ties.ts'

const linesLeft = async (reader: TestMember, person: TestMember) => (await offerOf(reader, person)).requests.left

describe('a like of a thing', () => {
  it('given twice is the same like, whatever has changed since; with another thing it is refused', async () => {
    const [anna, noah] = await Promise.all([createMember(), createWriter()])
    const { answers, about } = await offerOf(anna, noah)
    const tie = { tieKind: 'answer', tieRef: answers[train.prompt] }
    expect((await likeThing(anna, noah, tie)).status).toBe(200)
    await edit(noah, { promptAnswers: [] })
    const repeated = await (await likeThing(anna, noah, tie)).json()
    expect(repeated).toMatchObject({ liked: true, like_remain: 24 })
    expect(repeated).not.toHaveProperty('line')
    for (const other of [
      { ...tie, line: 'A line that comes late' },
      { tieKind: 'about', tieRef: about[0] },
    ])
      expect((await likeThing(anna, noah, other)).status).toBe(409)
    expect(await (await likeThing(anna, noah)).json()).toMatchObject({ liked: true })
    expect(await tieOf(anna)).toMatchObject({ kind: 'answer', line: null })
  })

  it('with a line of the same day keeps it: other words get that answer, as often as they come', async () => {
    const [anna, noah] = await Promise.all([createMember(), createWriter()])
    const { answers, about } = await offerOf(anna, noah)
    const tie = { tieKind: 'answer', tieRef: answers[train.prompt], line: 'Which bunk?' }
    const others = [{ ...tie, line: 'Another line' }, { ...tie, line: '' }, { tieKind: 'about', tieRef: about[0] }, {}]
    const answerTo = async (body: Record<string, unknown>) => {
      const answer = await likeThing(anna, noah, body)
      return [answer.status, await answer.json()]
    }
    const sent = await answerTo(tie)
    expect(sent).toMatchObject([200, { line: 'sent', like_remain: 24 }])
    expect(await answerTo(tie)).toEqual(sent)
    for (const other of others) {
      await postJson(anna, likeActions.withdraw.path, { id: noah.id })
      const given = await answerTo(other)
      expect(given).toMatchObject([200, { liked: true, line: 'first', like_remain: 24 }])
      // The answer was lost on the way, and the press is repeated.
      expect(await answerTo(other)).toEqual(given)
    }
    expect(await tieOf(anna)).toMatchObject({ kind: 'answer', line: 'Which bunk?' })
    const before = Date.now() - 30 * 3_600_000
    await db.update(likes).set({ createdAt: before }).where(eq(likes.fromId, anna.id))
    expect(await answerTo(tie), 'of an earlier day').toMatchObject([200, { line: 'sent' }])
    expect((await answerTo({ ...tie, line: 'Another line' }))[0]).toBe(409)
  })
})

describe('the line of a like', () => {
  it('stays the first one of the day when the like is given again, and counts once', async () => {
    const [anna, noah] = await Promise.all([createMember(), createWriter()])
    const withdraw = () => postJson(anna, likeActions.withdraw.path, { id: noah.id })
    await likeAnswer(anna, noah, 'The first')
    await withdraw()
    expect(await (await likeAnswer(anna, noah, 'The second')).json()).toMatchObject({ line: 'first', like_remain: 24 })
    expect(await tieOf(anna)).toMatchObject({ line: 'The first', isWithdrawn: false })
    await withdraw()
    // Its giver reads that the line goes out, which a plain heart does not show.
    expect(await (await likeThing(anna, noah)).json()).toMatchObject({ liked: true, line: 'first' })
    expect(await tieOf(anna)).toMatchObject({ kind: 'answer', line: 'The first' })
    expect(await (await likeThing(anna, noah)).json(), 'a repeat').toMatchObject({ liked: true, line: 'first' })
    expect(await linesLeft(anna, await createWriter())).toBe(requestsPerDay - 1)
  })

  it('can be another one on another day, and then counts for that day', async () => {
    const [anna, noah] = await Promise.all([createMember(), createWriter()])
    await likeAnswer(anna, noah, 'Of yesterday')
    const before = Date.now() - 30 * 3_600_000
    await db
      .update(likes)
      .set({ createdAt: before, withdrawnAt: before + 1 })
      .where(eq(likes.fromId, anna.id))
    expect(await linesLeft(anna, noah)).toBe(requestsPerDay)
    expect(await (await likeAnswer(anna, noah, 'Of today')).json()).toMatchObject({ line: 'sent' })
    expect(await tieOf(anna)).toMatchObject({ line: 'Of today' })
    expect(await linesLeft(anna, await createWriter())).toBe(requestsPerDay - 1)
    const [{ earlierTies } = { earlierTies: null }] = await db.select().from(likes).where(eq(likes.fromId, anna.id))
    expect(earlierTies).toMatchObject([{ kind: 'answer', line: 'Of yesterday', givenAt: before, withdrawnAt: before + 1 }])
  })
})
