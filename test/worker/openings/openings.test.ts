import { chatActions } from '#features/chat/contract.ts'
import { SELF } from 'cloudflare:test'
import { and, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { blocks, pairs, profiles } from '#db/schema.ts'
import type { MessagesProps, ShownHistory } from '#features/chat/ui/inbox/messages-props.ts'
import { likeActions, type LikeAnswer, type LikesProps } from '#features/likes/contract.ts'
import type { QuizAnswer } from '#features/quiz/contract.ts'
import { pack } from '#features/quiz/rules.ts'
import { createMatch } from '#test/support/worker/match.ts'
import { createMember, db, postForm, postJson, type TestMember } from '#test/support/worker/members.ts'
import { lookAt, payloadPath, readPayload } from '#test/support/worker/pages.ts'
import { openPlain, readPlainForm, submitFrom } from '#test/support/worker/plain-forms.ts'
import { newId, origin } from '#test/support/worker/realtime-client.ts'

type Profile = Partial<typeof profiles.$inferInsert>

const answer = (question: number, chosen: number, isPublic: boolean): QuizAnswer => ({
  question,
  answer: chosen,
  acceptableMask: 15,
  importance: 10,
  isPublic,
})

/** Matches two members by the second like; returns the openings in its answer. */
async function matchOf(mine: Profile, theirs: Profile) {
  const [anna, ben] = await Promise.all([
    createMember({ profile: mine }),
    createMember({ member: { firstName: 'Ben' }, profile: theirs }),
  ])
  await postJson(ben, likeActions.like.path, { id: anna.id })
  const matched: LikeAnswer = await (await postJson(anna, likeActions.like.path, { id: ben.id })).json()
  return { anna, ben, conversation: matched.conversationId ?? '', openings: matched.openings ?? [] }
}

/** Returns what an empty conversation streams in, with the other member. */
async function openChat(member: TestMember, conversation: string, query = '') {
  const path = `/messages?chat=${conversation}${query}`
  const { props } = await readPayload<MessagesProps>(member, path)
  const response = await SELF.fetch(origin + payloadPath(path), { headers: { authorization: `Bearer ${member.token}` } })
  const { deferred } = await response.json<{ deferred: { history: ShownHistory } }>()
  return { props, openings: deferred.history.openings }
}

describe('the openings of a match', () => {
  it('are made of what both said: an interest, a public answer, a question of the other’s', async () => {
    const { anna, ben, conversation, openings } = await matchOf(
      { interests: ['tea', 'yoga'], about: 'My own words stay mine.', quiz: pack([answer(23, 1, true)]) },
      { interests: ['wine', 'tea'], about: 'I draw maps. Ever been lost on purpose?', quiz: pack([answer(23, 1, true)]) },
    )
    expect(openings).toEqual([expect.stringContaining('‘Tea’'), expect.stringContaining('Ever been lost on purpose?')])
    // The same openings stand in the empty conversation; the other member gets theirs from the other side.
    expect((await openChat(anna, conversation)).openings).toEqual(openings)
    const theirs = (await openChat(ben, conversation)).openings ?? []
    expect(theirs[1]).toContain('My own words stay mine.')
    expect(theirs.join()).not.toContain('lost on purpose')
  })

  it('hold nothing that either hides, and no answer that only one made public', async () => {
    const hidden = await matchOf(
      { interests: ['tea', 'yoga'], visibility: { interests: 'me' }, quiz: pack([answer(1, 1, false), answer(23, 0, true)]) },
      {
        interests: ['tea', 'yoga'],
        about: 'A sentence for nobody else.',
        visibility: { about: 'me' },
        quiz: pack([answer(1, 1, true), answer(23, 2, false)]),
      },
    )
    expect(hidden.openings).toEqual([])
    const forMatches = await matchOf(
      { interests: ['tea'], visibility: { interests: 'matches' } },
      { interests: ['tea'], about: 'A sentence for matches.', visibility: { interests: 'matches', about: 'matches' } },
    )
    expect(forMatches.openings).toHaveLength(2)
  })

  it('are in a language that both read, and quote nothing that their writer cannot read', async () => {
    const about = 'Рано встаю заради хліба.'
    const uk = await matchOf(
      { interests: ['tea'], languages: ['fr', 'uk'] },
      { interests: ['tea'], languages: ['uk'], about, aboutLanguage: 'uk' },
    )
    expect(uk.openings).toEqual([expect.stringContaining('«Чай»'), expect.stringContaining(about)])
    const apart = await matchOf(
      { interests: ['tea'], languages: ['fr'] },
      { interests: ['tea'], languages: ['uk'], about, aboutLanguage: 'uk' },
    )
    expect(apart.openings, 'the page’s, without a common one').toEqual([expect.stringContaining('‘Tea’')])
    const hidden = await matchOf(
      { interests: ['tea'], languages: ['uk'] },
      { interests: ['tea'], languages: ['uk'], visibility: { languages: 'me' } },
    )
    expect(hidden.openings).toEqual([expect.stringContaining('‘Tea’')])
  })

  it('come in the reader’s language, and from nobody who is paused, blocked, parted or no match', async () => {
    const { anna, ben, conversation } = await matchOf({ interests: ['tea'] }, { interests: ['tea'] })
    const path = payloadPath(`/uk/likes?tab=matches&match=${ben.id}`)
    const read = async (member: TestMember, address = path) => {
      const response = await SELF.fetch(origin + address, { headers: { authorization: `Bearer ${member.token}` } })
      return (await response.json<{ data: { props: LikesProps } }>()).data.props.match
    }
    expect((await read(anna))?.openings).toEqual([expect.stringContaining('«Чай»')])
    const stranger = await createMember({ profile: { interests: ['tea'] } })
    expect(await read(stranger)).toBeNull()
    const answered = await (await postJson(stranger, likeActions.like.path, { id: anna.id })).json()
    expect(answered).not.toHaveProperty('openings')

    await db.update(profiles).set({ discoverable: false }).where(eq(profiles.memberId, ben.id))
    expect((await read(anna))?.openings).toEqual([])
    expect((await openChat(anna, conversation)).openings).toEqual([])
    expect((await openChat(anna, conversation)).props.current).not.toHaveProperty('facts')
    await db.update(profiles).set({ discoverable: true }).where(eq(profiles.memberId, ben.id))
    await db.insert(blocks).values({ blockerId: ben.id, blockedId: anna.id, createdAt: 1 })
    expect(await read(anna)).toBeNull()
    await db.delete(blocks).where(and(eq(blocks.blockerId, ben.id), eq(blocks.blockedId, anna.id)))
    await db.update(pairs).set({ unmatchedAt: 1 }).where(eq(pairs.conversationId, conversation))
    expect(await read(anna)).toBeNull()
  })

  it('go with no message: once something was said there are none', async () => {
    const { anna, conversation } = await matchOf({ interests: ['tea'] }, { interests: ['tea'] })
    await postJson(anna, chatActions.send.path, { conversation, cid: newId(), text: 'First words' })
    expect((await openChat(anna, conversation)).openings).toBeUndefined()
  })

  it('stand in the field only for the address that asks for one', async () => {
    const { anna, ben, conversation, openings } = await matchOf({ interests: ['tea'] }, { interests: ['tea'] })
    expect((await openChat(anna, conversation)).props.say).toBe('')
    expect((await openChat(anna, conversation, '&say=1')).props.say).toBe(openings[0])
    for (const nonsense of ['0', '9', 'x', '1e9', '-1']) {
      expect((await openChat(anna, conversation, `&say=${nonsense}`)).props.say, nonsense).toBe('')
    }
    const html = await lookAt(anna, `/likes?tab=matches&match=${ben.id}&say=1`)
    expect(html).toMatch(/<textarea[^>]*>We both picked ‘Tea’/)
  })
})

it('without a script openings are links into the field, whose form sends what stands in it', async () => {
  const { anna, ben, conversation, openings } = await matchOf({ interests: ['tea'] }, { interests: ['tea'] })
  const [opening = ''] = openings
  const moment = `/likes?tab=matches&match=${ben.id}`
  expect(await openPlain(anna, moment)).toContain('say=1')
  const chat = `/messages?chat=${conversation}`
  const html = await openPlain(anna, chat)
  expect(html).toMatch(/href="[^"]*say=1/)
  for (const page of [moment, chat])
    expect(await readPlainForm(await openPlain(anna, `${page}&say=1`), chatActions.send.path), page).toContainEqual([
      'text',
      opening,
    ])
  const sent = await submitFrom(anna, `${moment}&say=1`, { action: chatActions.send.path })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, chat])
  expect(await openPlain(ben, chat)).toContain(opening)
})

describe('the header of a conversation', () => {
  it('has age and distance band, and nothing of what they are made of', async () => {
    const { conversation, anna, ben } = await createMatch()
    await db.update(profiles).set({ cellX: 100, cellY: 600 }).where(eq(profiles.memberId, anna.id))
    await db.update(profiles).set({ cellX: 101, cellY: 600, birthDate: '1990-05-04' }).where(eq(profiles.memberId, ben.id))
    const { props } = await openChat(anna, conversation)
    expect(props.current?.facts).toMatch(/^\d\d · under \d+ (miles|km)$/)
    expect(JSON.stringify(props)).not.toMatch(/1990-|[cC]ell|isShown/)
  })
})

describe('unmatching by a plain form', () => {
  it('says on the list whom it was about', async () => {
    const { conversation, anna, ben } = await createMatch()
    const gone = await postForm(anna, chatActions.unmatch.path, { conversation, plain: '1' })
    const cookie = gone.headers.getSetCookie().map((set) => set.split(';')[0])
    const html = await lookAt(anna, '/messages', { cookie: cookie.join('; ') })
    expect(html).toContain(`You’ve unmatched ${ben.firstName}`)
  })
})
