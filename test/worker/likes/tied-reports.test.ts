import { env } from 'cloudflare:test'
import { and, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { likes, reportEvidence, reports } from '#db/schema.ts'
import { blockActions } from '#features/blocks/contract.ts'
import { likeActions } from '#features/likes/contract.ts'
import { answerRef } from '#features/profile/server/things.ts'
import { finishMatches } from '#features/likes/server/public.ts'
import { reportActions, type ProfileEvidence } from '#features/reports/contract.ts'
import { createMember, db, postJson, type TestMember } from '#test/support/worker/members.ts'
import { createPhoto } from '#test/support/worker/photos.ts'
import { createWriter, edit, likeAnswer, likeThing, offerOf, sentences, train } from '#test/support/worker/ties.ts'

const dayMs = 24 * 3_600_000

const withdraw = (from: TestMember, { id }: TestMember) => postJson(from, likeActions.withdraw.path, { id })

describe('a report', () => {
  const report = (from: TestMember, { id }: TestMember) =>
    postJson(from, reportActions.report.path, { id, source: 'profile', category: 'harassment', text: '' })
  const tiesOf = async (reporter: TestMember) => {
    const [row] = await db
      .select({ data: reportEvidence.data })
      .from(reports)
      .innerJoin(reportEvidence, eq(reportEvidence.reportId, reports.id))
      .where(and(eq(reports.reporterId, reporter.id), eq(reportEvidence.kind, 'profile')))
    return (row?.data as ProfileEvidence | undefined)?.ties
  }

  it('holds the line and the thing', async () => {
    const [anna, noah] = await Promise.all([createMember(), createWriter()])
    const photo = await createPhoto(noah)
    await likeThing(anna, noah, { tieKind: 'photo', tieRef: photo.id, line: 'An ugly line' })
    expect((await report(noah, anna)).status).toBe(200)
    expect(await tiesOf(noah)).toMatchObject([
      { kind: 'photo', photo: { key: photo.key }, text: null, line: 'An ugly line', withdrawnAt: null },
    ])
  })

  it('holds a sentence of the text about oneself', async () => {
    const [anna, noah] = await Promise.all([createMember(), createWriter()])
    const { about } = await offerOf(anna, noah)
    await likeThing(anna, noah, { tieKind: 'about', tieRef: about[1], line: 'An ugly line' })
    expect((await report(noah, anna)).status).toBe(200)
    expect(await tiesOf(noah)).toMatchObject([{ kind: 'about', photo: null, text: sentences[1], line: 'An ugly line' }])
  })

  it('holds of each thing only what its owner shows to the giver', async () => {
    for (const see of ['everyone', 'matches', 'me']) {
      const [anna, ben, noah] = await Promise.all([createMember(), createMember(), createWriter()])
      for (const liker of [anna, ben]) await likeAnswer(liker, noah, 'An ugly line')
      expect((await likeThing(noah, ben)).status).toBe(200)
      await edit(noah, { promptAnswers: [{ ...train, see }] })
      for (const [liker, isShown] of [
        [anna, see === 'everyone'],
        [ben, see !== 'me'],
      ] as const) {
        expect((await report(noah, liker)).status).toBe(200)
        const tie = { kind: 'answer', text: isShown ? train.text : null, line: 'An ugly line' }
        expect(await tiesOf(noah), see).toMatchObject([tie])
        await db.delete(reports).where(eq(reports.reporterId, noah.id))
      }
    }
  })

  it('holds things without a line, too, that another like of the same day has replaced, each once', async () => {
    const [anna, noah] = await Promise.all([createMember(), createWriter()])
    const [photo, { about }] = [await createPhoto(noah), await offerOf(anna, noah)]
    for (let time = 0; time < 3; time++) {
      await likeThing(anna, noah, { tieKind: 'photo', tieRef: photo.id })
      await withdraw(anna, noah)
      expect((await likeThing(anna, noah, { tieKind: 'about', tieRef: about[0] })).status).toBe(200)
      await withdraw(anna, noah)
    }
    expect((await likeThing(anna, noah)).status).toBe(200)
    expect((await report(noah, anna)).status).toBe(200)
    expect(await tiesOf(noah)).toMatchObject([
      { kind: 'photo', photo: { key: photo.key }, text: null, line: null },
      { kind: 'about', photo: null, text: sentences[0], line: null },
    ])
  })

  it('holds them for 30 days after the like was withdrawn, given again or ended by a block', async () => {
    const [anna, noah] = await Promise.all([createMember(), createWriter()])
    await likeAnswer(anna, noah, 'An ugly line')
    const long = Date.now() - 29 * dayMs
    await db.update(likes).set({ createdAt: long, withdrawnAt: long }).where(eq(likes.fromId, anna.id))
    await likeAnswer(anna, noah, 'A kind line')
    await withdraw(anna, noah)
    await postJson(anna, blockActions.block.path, { id: noah.id, source: 'profile' })
    expect((await report(noah, anna)).status).toBe(200)
    expect(await tiesOf(noah)).toMatchObject([
      { text: train.text, line: 'An ugly line', givenAt: long, withdrawnAt: long },
      { text: train.text, line: 'A kind line' },
    ])
  })

  it('holds none that is older, and the cron removes those from the likes', async () => {
    const [anna, ben, noah] = await Promise.all([createMember(), createMember(), createWriter()])
    const long = Date.now() - 31 * dayMs
    await likeAnswer(anna, noah, 'An old line')
    await db.update(likes).set({ createdAt: long, withdrawnAt: long }).where(eq(likes.fromId, anna.id))
    await likeAnswer(ben, noah, 'Another one')
    await db.update(likes).set({ createdAt: long, withdrawnAt: long }).where(eq(likes.fromId, ben.id))
    await likeAnswer(ben, noah, 'A new line')
    expect((await report(noah, anna)).status).toBe(200)
    expect(await tiesOf(noah)).toBeUndefined()
    await finishMatches(env, Date.now())
    const rows = await db.select().from(likes).where(eq(likes.toId, noah.id))
    expect(rows.find(({ fromId }) => fromId === anna.id)).toMatchObject({ tieKind: null, tieRef: null, line: null })
    expect(rows.find(({ fromId }) => fromId === ben.id)).toMatchObject({
      line: 'A new line',
      earlierTies: null,
      earlierUntil: null,
    })
  })

  it('keeps those of the earlier ties that are not due', async () => {
    const [anna, noah] = await Promise.all([createMember(), createWriter()])
    await likeAnswer(anna, noah)
    const now = Date.now()
    const earlier = [31, 5].map((days) => ({
      kind: 'answer' as const,
      ref: answerRef(noah.id, train.prompt, train.text),
      line: `${days} days`,
      givenAt: now - days * dayMs,
      withdrawnAt: now - days * dayMs,
    }))
    await db
      .update(likes)
      .set({ earlierTies: earlier, earlierUntil: now - dayMs })
      .where(eq(likes.fromId, anna.id))
    await finishMatches(env, now)
    const [row] = await db.select().from(likes).where(eq(likes.fromId, anna.id))
    expect(row).toMatchObject({ earlierTies: earlier.slice(1), earlierUntil: now + 25 * dayMs })
  })

  it('of somebody who is away and never wrote a line is a 404', async () => {
    const [anna, noah] = await Promise.all([createMember(), createWriter()])
    await likeAnswer(anna, noah)
    await postJson(anna, blockActions.block.path, { id: noah.id, source: 'profile' })
    expect((await report(noah, anna)).status).toBe(404)
  })

  it.each([
    ['without a line does not reach', undefined, 404],
    ['with one reaches', 'A line', 200],
  ])('of an earlier tie %s somebody who is away', async (_, line, status) => {
    const [anna, noah] = await Promise.all([createMember(), createWriter()])
    await likeAnswer(anna, noah, line)
    const before = Date.now() - 2 * dayMs
    await db.update(likes).set({ createdAt: before, withdrawnAt: before }).where(eq(likes.fromId, anna.id))
    await likeThing(anna, noah)
    const [row] = await db.select().from(likes).where(eq(likes.fromId, anna.id))
    expect(row?.earlierTies).toMatchObject([{ kind: 'answer', line: line ?? null }])
    await postJson(anna, blockActions.block.path, { id: noah.id, source: 'profile' })
    expect((await report(noah, anna)).status).toBe(status)
  })
})
