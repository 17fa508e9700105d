import { settingsActions } from '#features/settings/contract.ts'
import { env } from 'cloudflare:test'
import { and, count, eq, isNull } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { blocks, likes, members, pairs, profiles } from '#db/schema.ts'
import { deriveConversationId } from '#features/chat/server/public.ts'
import { likeActions, type LikesProps } from '#features/likes/contract.ts'
import { finishMatches } from '#features/likes/server/public.ts'
import { notifyMember, readSummary } from '#features/member-hub/server/public.ts'
import type { Props as ProfileInfoProps } from '#pages/profile-info/props.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { channelName } from '#shared/realtime/wire.ts'
import { createMatch } from '#test/support/worker/match.ts'
import { isFullLength } from '#test/support/worker/full-length.ts'
import { createMember, db, postForm, postJson, type TestMember } from '#test/support/worker/members.ts'
import { openPage, readPayload } from '#test/support/worker/pages.ts'
import { connect, eventually, newId, origin } from '#test/support/worker/realtime-client.ts'
import { passOldReset, twoZones } from '#test/support/worker/zones.ts'

const like = (from: TestMember, id: unknown) => postJson(from, likeActions.like.path, { id })
const likesOf = (from: TestMember) => db.select().from(likes).where(eq(likes.fromId, from.id))
const pairsOf = (id: string) => db.select().from(pairs).where(eq(pairs.conversationId, id))

describe('a like', () => {
  it('is stored, and says how many are left', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    const response = await like(anna, ben.id)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ liked: true, match: false, like_out: true, like_remain: 24 })
    expect(await likesOf(anna)).toMatchObject([{ toId: ben.id, withdrawnAt: null }])
  })

  it('given twice counts once', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    await like(anna, ben.id)
    expect(await (await like(anna, ben.id)).json()).toMatchObject({ liked: true, like_remain: 24 })
  })

  it('notifies the liked member in their own language, once a day', async () => {
    const [anna, ben, olena] = await Promise.all([
      createMember({ member: { firstName: 'Anna' } }),
      createMember(),
      createMember({ member: { locale: 'uk' } }),
    ])
    const phone = await connect(olena.id, olena.sid)
    await phone.join(channelName.member(olena.id))
    await like(anna, olena.id)
    await postJson(anna, likeActions.withdraw.path, { id: olena.id })
    await like(anna, olena.id)
    await like(ben, olena.id)
    const heard = await phone.until(() => {
      const events = phone.events('notification')
      return [anna, ben].every(({ id }) => events.some(({ data }) => data.id.startsWith(`like:${id}`))) && events
    }, 'a notification of each like')
    const ofAnna = heard.filter(({ data }) => data.id.startsWith(`like:${anna.id}`))
    const { t } = createTranslator('uk', await loadMessages('uk', ['notifications']), { timeZone: 'UTC' })
    expect(ofAnna.map(({ data }) => [data.kind, data.title])).toEqual([['like', t('notifications.like.title', { name: 'Anna' })]])
  })

  it('works as a plain form and says so on the page it came from', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember({ member: { firstName: 'Ben' } })])
    const response = await postForm(anna, likeActions.like.path, { id: ben.id }, { referer: `${origin}/uk/people-nearby?age=30` })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/uk/people-nearby?age=30')
    expect(await likesOf(anna)).toHaveLength(1)
  })

  it('of oneself, of nobody, of a blocked, a hidden and a paused member gets the same 404 and stores nothing', async () => {
    const anna = await createMember()
    const [blocked, blocker, hidden, paused] = await Promise.all([
      createMember(),
      createMember(),
      createMember({ member: { state: 'incomplete' }, profile: { discoverable: false } }),
      createMember({ member: { state: 'paused' }, profile: { discoverable: false } }),
    ])
    await db.insert(blocks).values([
      { blockerId: anna.id, blockedId: blocked.id, createdAt: 1 },
      { blockerId: blocker.id, blockedId: anna.id, createdAt: 1 },
    ])
    const answers = await Promise.all(
      [anna.id, newId(), blocked.id, blocker.id, hidden.id, paused.id].map(async (id) => {
        const response = await like(anna, id)
        return `${response.status} ${await response.text()}`
      }),
    )
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toMatch(/^404 /)
    expect(await likesOf(anna)).toEqual([])
  })

  it('needs a live session', async () => {
    const ben = await createMember()
    expect((await postJson(null, likeActions.like.path, { id: ben.id })).status).toBe(401)
    const anna = await createMember()
    await env.DB.prepare('update sessions set revoked_at = 1 where id = ?').bind(anna.sid).run()
    expect((await like(anna, ben.id)).status).toBe(401)
    expect(await likesOf(anna)).toEqual([])
  })

  it('refuses what is no id without a 500', async () => {
    const anna = await createMember()
    const bodies = [{}, { id: 7 }, { id: null }, { id: '../x' }, { id: 'x'.repeat(500) }, { id: ['a'] }]
    const statuses = await Promise.all(bodies.map(async (body) => (await postJson(anna, likeActions.like.path, body)).status))
    expect(statuses.every((status) => status === 422)).toBe(true)
    expect((await postJson(anna, likeActions.like.path, '{"id":')).status).toBe(400)
  })
})

describe('the quota', () => {
  it('lets exactly 25 of 50 parallel likes through', async () => {
    const anna = await createMember()
    const others = await Promise.all(Array.from({ length: 50 }, () => createMember()))
    const statuses = await Promise.all(others.map(async (other) => (await like(anna, other.id)).status))
    expect(statuses.filter((status) => status === 200)).toHaveLength(25)
    expect(statuses.filter((status) => status === 409)).toHaveLength(25)
    expect(await likesOf(anna)).toHaveLength(25)
  })

  it('answers each of 25 parallel likes with another number, down to none', { timeout: 30_000 }, async () => {
    const anna = await createMember()
    const others = await Promise.all(Array.from({ length: 25 }, () => createMember()))
    const answers = await Promise.all(others.map(async ({ id }) => (await like(anna, id)).json<{ like_remain: number }>()))
    expect(answers.map((answer) => answer.like_remain).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 25 }, (_, left) => left),
    )
  })

  it('counts one person once, under 50 parallel likes of them', { timeout: 30_000 }, async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    const answers = await Promise.all(Array.from({ length: 50 }, () => like(anna, ben.id)))
    const remains = await Promise.all(answers.map(async (answer) => (await answer.json<{ like_remain: number }>()).like_remain))
    expect(new Set(remains)).toEqual(new Set([24]))
    expect(await likesOf(anna)).toHaveLength(1)
  })

  it('refuses a member over the limit, and stores no like', async () => {
    const anna = await createMember()
    await giveLikes(anna, 25, Date.now())
    const response = await like(anna, (await createMember()).id)
    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({ error: { code: 'quota' } })
    expect(await likesOf(anna)).toHaveLength(25)
  })

  it('says the hour of the reset on pages and in the refusal by the clock of the account, whatever the browser’s is', async () => {
    const anna = await createMember({ member: { timeZone: 'Asia/Tokyo' } })
    const ben = await createMember()
    await giveLikes(anna, 25, Date.now())
    for (const cookie of ['tz=America%2FNew_York', ''])
      for (const path of ['/people-nearby', '/likes?tab=sent', '/visitors', '/favorits'])
        expect(await (await openPage(anna, path, { cookie })).text(), path).toContain('You get new ones at 04:00.')
    const refused = await like(anna, ben.id)
    expect(await refused.json()).toMatchObject({
      error: { code: 'quota', message: 'You’ve used today’s likes. You get new ones at 04:00.' },
    })
    const american = await postJson(anna, likeActions.like.path, { id: ben.id }, { referer: `${origin}/en-us/likes` })
    expect(await american.json()).toMatchObject({
      error: { message: expect.stringMatching(/^You’ve used today’s likes\. You get new ones at 4:00\sAM\.$/) },
    })
  })

  it('counts likes that were taken back, and a like given again on its day once', async () => {
    const anna = await createMember()
    await giveLikes(anna, 24, Date.now())
    const ben = await createMember()
    expect(await (await like(anna, ben.id)).json()).toMatchObject({ like_remain: 0 })
    expect(await (await postJson(anna, likeActions.withdraw.path, { id: ben.id })).json()).toEqual(
      expect.objectContaining({ liked: false, like_remain: 0 }),
    )
    expect((await like(anna, (await createMember()).id)).status).toBe(409)
    expect(await (await like(anna, ben.id)).json()).toMatchObject({ liked: true, like_remain: 0 })
  })

  it('is full again after 04:00 in the member’s own time zone', async () => {
    const anna = await createMember({ member: { timeZone: 'Pacific/Kiritimati' } })
    await giveLikes(anna, 25, Date.now() - 25 * 3_600_000)
    expect(await (await like(anna, (await createMember()).id)).json()).toMatchObject({ like_remain: 24 })
  })

  it('is counted by the stored time zone, whatever the browser says', async () => {
    const { first, second, between } = twoZones(Date.now())
    const tries = [[first, second, 409], [second, first, 200], [first, first, 409], [second, second, 200], [second, 'Mars/Base', 200]] as const // prettier-ignore
    for (const [timeZone, zone, status] of tries) {
      const [anna, ben] = await Promise.all([createMember({ member: { timeZone } }), createMember()])
      await giveLikes(anna, 25, between)
      const headers = { cookie: `tz=${encodeURIComponent(zone)}` }
      const answer = await postJson(anna, likeActions.like.path, { id: ben.id }, headers)
      expect([answer.status, await db.$count(likes, eq(likes.fromId, anna.id))], zone).toEqual([status, status === 200 ? 26 : 25])
    }
  })

  it('stays used up in another time zone until the old day is over, and says so', async () => {
    const { first, second, between } = twoZones(Date.now())
    const [anna, ben] = await Promise.all([createMember({ member: { timeZone: first } }), createMember()])
    await giveLikes(anna, 25, between)
    expect((await postJson(anna, settingsActions.timeZone.path, { timeZone: second })).status).toBe(200)
    expect((await like(anna, ben.id)).status).toBe(409)
    const headers = { cookie: `tz=${encodeURIComponent(second)}` }
    expect((await postJson(anna, likeActions.like.path, { id: ben.id }, headers)).status).toBe(409)
    expect((await readPayload<LikesProps>(anna, '/likes')).props.quota).toMatchObject({ left: 0 })
    await passOldReset(anna.id)
    expect((await readPayload<LikesProps>(anna, '/likes')).props.quota).toMatchObject({ left: 25 })
    expect(await (await like(anna, ben.id)).json()).toMatchObject({ like_remain: 24 })
  })
})

describe('a match', () => {
  it('comes about with the second like and opens one conversation for both', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    expect(await (await like(anna, ben.id)).json()).toMatchObject({ match: false })
    const conversationId = await deriveConversationId(env, anna.id, ben.id)
    expect(await (await like(ben, anna.id)).json()).toMatchObject({ match: true, conversationId })
    const [pair] = await pairsOf(conversationId)
    expect(pair?.openedAt).not.toBeNull()
    const inboxes = await Promise.all([anna, ben].map(({ id }) => env.MEMBER_HUB.getByName(id).inbox()))
    expect(inboxes.map((rows) => rows.length)).toEqual([1, 1])
  })

  it('leads a plain form to the match moment', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    await like(anna, ben.id)
    const response = await postForm(ben, likeActions.like.path, { id: anna.id }, { referer: `${origin}/likes` })
    expect(response.headers.get('location')).toBe(`/likes?tab=matches&match=${anna.id}`)
  })

  it('of two simultaneous likes is one pair and one conversation, every time', { timeout: 120_000 }, async () => {
    const attempt = async () => {
      const [anna, ben] = await Promise.all([createMember(), createMember()])
      const answers = await Promise.all([like(anna, ben.id), like(ben, anna.id)])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      const bodies = await Promise.all(answers.map((answer) => answer.json<{ match: boolean }>()))
      expect(bodies.some(({ match }) => match)).toBe(true)
      const stored = await db
        .select()
        .from(pairs)
        .where(and(eq(pairs.lowId, anna.id < ben.id ? anna.id : ben.id), isNull(pairs.unmatchedAt)))
      expect(stored).toHaveLength(1)
      expect(stored[0]?.conversationId).toBe(await deriveConversationId(env, ben.id, anna.id))
      const inboxes = await Promise.all([anna, ben].map(({ id }) => env.MEMBER_HUB.getByName(id).inbox()))
      expect(inboxes.map((rows) => rows.length)).toEqual([1, 1])
    }
    for (let round = 0; round < (isFullLength ? 20 : 6); round++) await Promise.all(Array.from({ length: 5 }, attempt))
  })

  it('that committed but was cut off is finished later, and notified once to each', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    const conversationId = await deriveConversationId(env, anna.id, ben.id)
    const now = Date.now()
    const [lowId, highId] = anna.id < ben.id ? [anna.id, ben.id] : [ben.id, anna.id]
    await db.insert(pairs).values({ lowId, highId, conversationId, matchedAt: now - 60_000 })
    const phone = await connect(anna.id, anna.sid)
    await phone.join(channelName.member(anna.id))
    await finishMatches(env, now)
    await phone.until(() => phone.events('notification')[0], 'the notification')
    await db.update(pairs).set({ openedAt: null }).where(eq(pairs.conversationId, conversationId))
    await finishMatches(env, now)
    expect((await pairsOf(conversationId))[0]?.openedAt).toBe(now)
    expect(await env.MEMBER_HUB.getByName(ben.id).inbox()).toHaveLength(1)
    await phone.heads()
    expect(phone.events('notification').map(({ data }) => [data.kind, data.link])).toEqual([['match', conversationId]])
  })

  it.each(['a block', 'a restriction'])('that was cut off is not announced after %s', async (what) => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    const conversationId = await deriveConversationId(env, anna.id, ben.id)
    const now = Date.now()
    const [lowId, highId] = anna.id < ben.id ? [anna.id, ben.id] : [ben.id, anna.id]
    await db.insert(pairs).values({ lowId, highId, conversationId, matchedAt: now - 60_000 })
    if (what === 'a block') await db.insert(blocks).values({ blockerId: ben.id, blockedId: anna.id, createdAt: now })
    else await db.update(members).set({ state: 'restricted' }).where(eq(members.id, ben.id))
    await finishMatches(env, now)
    const hubs = [anna, ben].map(({ id }) => env.MEMBER_HUB.getByName(id))
    expect(await Promise.all(hubs.map((hub) => hub.inbox()))).toEqual([[], []])
    expect((await Promise.all(hubs.map((hub) => hub.summary()))).map((summary) => summary.notifications)).toEqual([0, 0])
  })

  it('does not come of a like that was taken back before', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    await like(anna, ben.id)
    await postJson(anna, likeActions.withdraw.path, { id: ben.id })
    expect(await (await like(ben, anna.id)).json()).toMatchObject({ match: false })
    expect(await pairsOf(await deriveConversationId(env, anna.id, ben.id))).toEqual([])
  })

  it('cannot be taken back as a like', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    await like(anna, ben.id)
    await like(ben, anna.id)
    expect((await postJson(anna, likeActions.withdraw.path, { id: ben.id })).status).toBe(409)
    expect(await likesOf(anna)).toMatchObject([{ withdrawnAt: null }])
  })
})

describe('a match that has ended', () => {
  it('brings no likes back into the lists, and a like comes to nothing', async () => {
    const { anna, ben, conversation } = await createMatch()
    const now = Date.now()
    await db.insert(likes).values([
      { fromId: anna.id, toId: ben.id, createdAt: now },
      { fromId: ben.id, toId: anna.id, createdAt: now },
    ])
    await db.update(pairs).set({ unmatchedAt: now }).where(eq(pairs.conversationId, conversation))
    for (const tab of ['received', 'sent', 'matches'])
      expect(await readPayload<LikesProps>(anna, `/likes?tab=${tab}`)).toMatchObject({
        props: { cards: [], counts: { received: 0, sent: 0, matches: 0 } },
      })
    const { props } = await readPayload<ProfileInfoProps>(anna, `/profile-info/${ben.id}`)
    expect(props.relation).toMatchObject({ relationship: 'ended', likesMe: false, conversationId: null })
    await db.delete(likes).where(eq(likes.fromId, anna.id))
    expect((await like(anna, ben.id)).status).toBe(409)
    expect(await likesOf(anna)).toEqual([])
  })
})

describe('news of likes', () => {
  const hubOf = ({ id }: TestMember) => env.MEMBER_HUB.getByName(id)
  const newLikes = async (member: TestMember) => (await hubOf(member).summary()).likes

  it('are counted by person until the list is looked at, live and on the page', async () => {
    const [anna, ben, cleo] = await Promise.all([createMember(), createMember(), createMember()])
    const phone = await connect(anna.id, anna.sid)
    await phone.join(channelName.member(anna.id))
    await like(ben, anna.id)
    await like(cleo, anna.id)
    await phone.until(() => phone.events('notifications').at(-1)?.data.likes === 2, 'two new likes')
    await readPayload(anna, '/likes')
    await openPage(anna, '/likes', { 'sec-purpose': 'prefetch' })
    expect(await newLikes(anna)).toBe(2)
    expect((await postJson(anna, likeActions.seen.path, { until: Date.now() })).status).toBe(200)
    await phone.until(() => phone.events('notifications').at(-1)?.data.likes === 0, 'no new likes')
    expect(await hubOf(anna).summary()).toMatchObject({ likes: 0, notifications: 0 })
  })

  it('raise one badge: the bell counts nothing that a tab counts', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    const phone = await connect(anna.id, anna.sid)
    await phone.join(channelName.member(anna.id))
    await like(ben, anna.id)
    await phone.until(() => phone.events('notifications').at(-1)?.data.likes === 1, 'one new like')
    expect(phone.events('notifications').at(-1)?.data).toEqual({ unread: 1, bell: 0, likes: 1 })
    expect(await hubOf(anna).summary()).toMatchObject({ unread: 0, requests: 0, bell: 0, likes: 1 })
  })

  it('become a match with one badge, at the bell', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    await like(anna, ben.id)
    await like(ben, anna.id)
    await eventually(async () => (await hubOf(anna).summary()).bell === 1, 'the match at the bell')
    expect(await hubOf(anna).summary()).toMatchObject({ unread: 0, requests: 0, likes: 0 })
  })

  it('count no member any more who paused, was restricted or left since', async () => {
    const [anna, ben, ...gone] = await Promise.all(Array.from({ length: 5 }, () => createMember()))
    if (!anna || !ben) throw new Error('There are five')
    for (const { id } of [...gone, ben]) await notifyMember(env, anna.id, { id: `like:${id}:1`, kind: 'like', from: id })
    expect(await readSummary(env, anna.id)).toMatchObject({ likes: 4, notifications: 1 })
    const phone = await connect(anna.id, anna.sid)
    await phone.join(channelName.member(anna.id))
    for (const [index, state] of (['paused', 'restricted', 'deleted'] as const).entries()) {
      const id = gone[index]?.id ?? ''
      await db.update(members).set({ state }).where(eq(members.id, id))
      await db.update(profiles).set({ discoverable: false }).where(eq(profiles.memberId, id))
    }
    const cleo = await createMember({ member: { firstName: 'Cleo' } })
    await notifyMember(env, anna.id, { id: `like:${cleo.id}:1`, kind: 'like', from: cleo.id })
    const title = await phone.until(() => phone.events('notification')[0]?.data.title, 'the notification')
    const { tn } = createTranslator('en', await loadMessages('en', ['notifications']), { timeZone: 'UTC' })
    expect(title).toBe(tn('notifications.like.more', 1, { name: 'Cleo' }))
    expect(await readSummary(env, anna.id)).toMatchObject({ likes: 2, notifications: 1 })
    await phone.until(() => phone.events('notifications').at(-1)?.data.likes === 2, 'two new likes')
    await db.update(profiles).set({ discoverable: false }).where(eq(profiles.memberId, ben.id))
    await db.update(profiles).set({ discoverable: false }).where(eq(profiles.memberId, cleo.id))
    expect(await readSummary(env, anna.id)).toMatchObject({ likes: 0, notifications: 0 })
  })

  it('are seen when the page is really opened', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    await like(ben, anna.id)
    await eventually(async () => (await newLikes(anna)) === 1, 'one new like')
    await openPage(anna, '/likes')
    await eventually(async () => (await newLikes(anna)) === 0, 'no new likes')
  })

  it('that came after the page stay news', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    const openedAt = Date.now() - 1
    await like(ben, anna.id)
    await eventually(async () => (await newLikes(anna)) === 1, 'one new like')
    await postJson(anna, likeActions.seen.path, { until: openedAt })
    expect(await newLikes(anna)).toBe(1)
  })

  it('go with a like that is taken back, and come again without a call', async () => {
    const [anna, ben, cleo] = await Promise.all([createMember(), createMember(), createMember()])
    const phone = await connect(anna.id, anna.sid)
    await phone.join(channelName.member(anna.id))
    await like(ben, anna.id)
    await like(cleo, anna.id)
    await eventually(async () => (await newLikes(anna)) === 2, 'two new likes')
    await postJson(cleo, likeActions.withdraw.path, { id: anna.id })
    expect((await hubOf(anna).notices(10, null)).map(({ notice, others }) => ['from' in notice && notice.from, others])).toEqual([
      [ben.id, []],
    ])
    const calls = () => phone.events('notification').length
    await phone.until(() => calls() === 2, 'a call of each')
    await like(cleo, anna.id)
    await eventually(async () => (await newLikes(anna)) === 2, 'two new likes again')
    await phone.heads()
    expect(calls()).toBe(2)
  })

  it('are none beside the match they became, nor of somebody who was passed on', async () => {
    const [anna, ben, cleo] = await Promise.all([createMember(), createMember(), createMember()])
    await like(ben, anna.id)
    await like(cleo, anna.id)
    await eventually(async () => (await newLikes(anna)) === 2, 'two new likes')
    await like(anna, ben.id)
    expect(await newLikes(anna)).toBe(1)
    await postJson(anna, likeActions.pass.path, { id: cleo.id })
    expect(await newLikes(anna)).toBe(0)
  })
})

describe('taking a like back', () => {
  it('that was never given is a 404', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    expect((await postJson(anna, likeActions.withdraw.path, { id: ben.id })).status).toBe(404)
  })

  it('twice changes nothing the second time', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    await like(anna, ben.id)
    await postJson(anna, likeActions.withdraw.path, { id: ben.id })
    const [first] = await likesOf(anna)
    expect((await postJson(anna, likeActions.withdraw.path, { id: ben.id })).status).toBe(200)
    expect(await likesOf(anna)).toEqual([first])
  })
})

/** Likes of the past, written straight into the table: the clock of a request cannot be turned. */
async function giveLikes(from: TestMember, number: number, createdAt: number): Promise<void> {
  const others = await Promise.all(Array.from({ length: number }, () => createMember()))
  for (const other of others) await db.insert(likes).values({ fromId: from.id, toId: other.id, createdAt })
  const [stored] = await db.select({ value: count() }).from(likes).where(eq(likes.fromId, from.id))
  if (stored?.value !== number) throw new Error('The likes of the past are missing')
}
