import { env, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { encounterPauses, sessions } from '#db/schema.ts'
import { issueAccessToken } from '#features/auth/session/server/tokens/access-token.ts'
import { anonymousActions, type LobbyProps, type RoomProps } from '#features/encounters/anonymous/contract.ts'
import { chatActions } from '#features/chat/contract.ts'
import { encounterKeptMs, nextPerHour } from '#features/encounters/contract.ts'
import type { ErrorBody } from '#shared/errors.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { advance } from '#test/support/worker/account.ts'
import { encounterOf, newEncounterId, pairUp, viewBy } from '#test/support/worker/encounter.ts'
import { createMember, db, postForm, postJson, type TestMember } from '#test/support/worker/members.ts'
import { openPage, payloadPath, readPayload } from '#test/support/worker/pages.ts'
import { connect, eventually, newId } from '#test/support/worker/realtime-client.ts'
import { aRound, peopleIn, seatBy, untilPaired } from '#test/support/worker/waiting.ts'

vi.setConfig({ testTimeout: 60_000 })
afterEach(() => void vi.useRealTimers())

const { join, leave, next, reveal, report } = anonymousActions
const act = (member: Pick<TestMember, 'token'> | null, action: { path: string }, body: unknown = {}) =>
  postJson(member, action.path, body)
const errorOf = async (answer: Response) => [answer.status, ((await answer.json()) as ErrorBody).error.code]
const lobby = async (member: TestMember, query = '') => (await readPayload<LobbyProps>(member, `/anonymous-chat${query}`)).props
const room = async (member: TestMember, id: string) => (await readPayload<RoomProps>(member, `/anonymous-chat/${id}`)).props
const statusOf = async (member: TestMember, path: string) => (await openPage(member, payloadPath(path))).status
const textsOf = async (code: LocaleCode) => createTranslator(code, await loadMessages(code, ['common']), { timeZone: 'UTC' })
const two = () => Promise.all([createMember(), createMember()])

/** Two members in a chat of their own. */
async function chat(): Promise<{ id: string; anna: TestMember; ben: TestMember }> {
  const [anna, ben] = await Promise.all([
    createMember({ member: { firstName: 'Anneliese' } }),
    createMember({ member: { firstName: 'Benedikt' } }),
  ])
  const { id } = await pairUp('anonymous', [anna.id, ben.id])
  await untilPaired(anna)
  await untilPaired(ben)
  return { id, anna, ben }
}

describe('joining', () => {
  it('waits, and the page shows since when, for what, and how many wait', async () => {
    const anna = await createMember()
    expect(await lobby(anna)).toMatchObject({ kind: 'free', languages: ['en'], waitsForDate: false })
    const answer = await act(anna, join, { language: 'ro', topics: ['music', 'love', 'music'] })
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { state: 'waiting', since: expect.any(String), redirect: '/anonymous-chat' },
    ])
    expect(await lobby(anna)).toMatchObject({
      kind: 'waiting',
      languages: ['ro'],
      topics: ['music', 'love'],
      figures: [{ language: 'ro', people: null, medianWaitMs: null }],
    })
    expect((await act(anna, leave)).status).toBe(200)
    expect(await lobby(anna)).toMatchObject({ kind: 'free' })
    expect(await peopleIn('ro')).toBe(0)
  })

  it('pairs two, who then see each other’s seeds and nothing else', async () => {
    const [anna, ben] = await two()
    await act(anna, join, { language: 'tr', topics: [] })
    await act(ben, join, { language: 'tr' })
    const { id } = await untilPaired(anna)
    expect(await lobby(anna)).toEqual({ kind: 'paired', id, isNew: true })
    const [annas, bens] = [await room(anna, id), await room(ben, id)]
    if (annas.kind !== 'chat' || bens.kind !== 'chat') throw new Error('No chat')
    expect(annas.view.self).toEqual(bens.view.partner)
    expect(annas.view.partner).toEqual(bens.view.self)
    expect(JSON.stringify(annas)).not.toContain(ben.id)
  })

  it('without a script answers with the page that waits, and with the chat for the second one', async () => {
    const [anna, ben] = await two()
    const fields: [string, string][] = [
      ['language', 'pt'],
      ['topics[]', 'music'],
      ['topics[]', 'books'],
    ]
    const first = await postForm(anna, join.path, fields)
    expect([first.status, first.headers.get('location')]).toEqual([303, '/anonymous-chat'])
    await postForm(ben, join.path, [['language', 'pt']])
    const { id } = await untilPaired(ben)
    // One of the two learns of it a moment before the other.
    await untilPaired(anna)
    const html = await (await openPage(anna, '/anonymous-chat')).text()
    expect(html).toContain(`href="/anonymous-chat/${id}"`)
  })

  it('fifty times at once is one wait', async () => {
    const anna = await createMember()
    const answers = await Promise.all(Array.from({ length: 50 }, () => act(anna, join, { language: 'cs', topics: [] })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await aRound()
    expect(await lobby(anna)).toMatchObject({ kind: 'waiting', figures: [{ people: null }] })
    await act(anna, leave)
  })

  it.each([
    [{ language: 'xx' }, ['language']],
    [{ language: 'en-us' }, ['language']],
    [{ languages: 'en' }, ['languages']],
    [{ languages: ['en', 'en-us'] }, ['languages']],
    [{ languages: ['en', 'uk', 'de', 'fr'] }, ['languages']],
    [{ language: 'en', topics: 'music' }, ['topics']],
    [{ language: 'en', topics: ['weather'] }, ['topics']],
    [{ language: ['en'], topics: [['music']] }, ['language', 'topics']],
    [{ language: 'en', topics: Array.from({ length: 13 }, () => 'music') }, ['topics']],
  ])('with %j is refused, and nobody waits', async (body, fields) => {
    const anna = await createMember()
    const answer = await act(anna, join, body)
    expect(answer.status).toBe(422)
    expect(Object.keys(((await answer.json()) as ErrorBody).error.fields ?? {})).toEqual(fields)
    expect(await seatBy(anna).read()).toEqual({ state: 'free' })
  })

  it('in the middle of a chat is refused in the member’s language, and changes nothing', async () => {
    const { id, anna } = await chat()
    const answer = await postJson(anna, join.path, { language: 'en' }, { cookie: 'locale=uk' })
    const { error } = (await answer.json()) as ErrorBody
    expect([answer.status, error.code]).toEqual([409, 'encounter-busy'])
    expect(error.message).toBe((await textsOf('uk')).t('common.error.encounter-busy'))
    expect(await seatBy(anna).read()).toMatchObject({ state: 'paired', id })
  })
})

describe('who may not meet anybody', () => {
  it('is told why, by the action and by the page, and waits for nobody', async () => {
    const paused = await createMember({ member: { state: 'paused' } })
    const reported = await createMember()
    await db.insert(encounterPauses).values({ memberId: reported.id, pausedAt: 1 })
    for (const [member, code] of [
      [paused, 'profile-paused'],
      [reported, 'encounters-paused'],
    ] as const) {
      const answer = await act(member, join, { language: 'en' })
      const { error } = (await answer.json()) as ErrorBody
      expect([answer.status, error.code, error.message]).toEqual([403, code, (await textsOf('en')).t(`common.error.${code}`)])
      expect(await lobby(member)).toEqual({ kind: 'closed', code })
      expect(await seatBy(member).read()).toEqual({ state: 'free' })
    }
  })

  it('does not reveal or go on either, and may leave and report', async () => {
    const { id, anna, ben } = await chat()
    await db.insert(encounterPauses).values({ memberId: anna.id, pausedAt: 1 })
    expect(await errorOf(await act(anna, next, { id }))).toEqual([403, 'encounters-paused'])
    expect(await errorOf(await act(anna, reveal, { id }))).toEqual([403, 'encounters-paused'])
    expect((await viewBy(id, ben.id)).phase).toBe('talking')
    expect((await act(anna, report, { id, category: 'spam' })).status).toBe(200)
    expect((await act(anna, leave, { id })).status).toBe(200)
  })

  it('is nobody without a session, and nobody who has not finished signing up', async () => {
    expect((await act(null, join, { language: 'en' })).status).toBe(401)
    const anna = await createMember({ member: { state: 'incomplete' } })
    expect((await act(anna, join, { language: 'en' })).status).toBe(404)
  })
})

describe('somebody else’s chat', () => {
  it('is not there: not its page, and not for any action, like one that never was', async () => {
    const { id, anna, ben } = await chat()
    const carla = await createMember()
    const talk = await pairUp('blind')
    const ids = [id, newEncounterId('anonymous'), talk.id, newId(), 'x', anna.id]
    for (const each of ids) {
      expect(await statusOf(carla, `/anonymous-chat/${each}`), each).toBe(404)
      for (const action of [leave, next, reveal]) expect((await act(carla, action, { id: each })).status, each).toBe(404)
      expect((await act(carla, report, { id: each, category: 'spam' })).status, each).toBe(404)
      const message = { conversation: each, cid: newId(), text: 'hello' }
      expect((await act(carla, chatActions.send, message)).status, each).toBe(404)
    }
    for (const member of [anna, ben]) expect((await viewBy(id, member.id)).phase).toBe('talking')
  })

  it('answers with Page Not Found and the path', async () => {
    const { id } = await chat()
    const html = await (await openPage(await createMember(), `/anonymous-chat/${id}`)).text()
    expect(html).toContain('Page Not Found')
    expect(html).toContain(`/anonymous-chat/${id}`)
  })

  it.each([{}, { id: '' }, { id: 7 }, { id: '../x' }, { id: 'a'.repeat(65) }])('an id like %j is refused', async (body) => {
    const anna = await createMember()
    for (const action of [next, reveal]) expect([404, 422]).toContain((await act(anna, action, body)).status)
    expect((await act(anna, report, { ...body, category: 'spam' })).status).toBe(422)
  })
})

describe('leaving', () => {
  it('ends the chat for both in the same way, and what is pressed later changes nothing', async () => {
    const { id, anna, ben } = await chat()
    expect((await act(anna, leave, { id })).status).toBe(200)
    const [annas, bens] = [await viewBy(id, anna.id), await viewBy(id, ben.id)]
    expect(annas).toEqual({ ...bens, self: bens.partner, partner: bens.self })
    expect(annas).toMatchObject({ phase: 'ended', endedAt: expect.any(Number) })
    for (const member of [anna, ben]) {
      expect(await errorOf(await act(member, reveal, { id }))).toEqual([409, 'encounter-over'])
      const message = { conversation: id, cid: newId(), text: 'one more thing' }
      expect(await errorOf(await act(member, chatActions.send, message))).toEqual([409, 'encounter-over'])
      expect((await act(member, leave, { id })).status).toBe(200)
      expect(await room(member, id)).toMatchObject({ kind: 'chat', view: { phase: 'ended' }, history: null })
    }
  })

  it('is shown for a day, and then the chat is not there any more', async () => {
    const { id, anna } = await chat()
    await act(anna, leave, { id })
    expect(await statusOf(anna, `/anonymous-chat/${id}`)).toBe(200)
    await db
      .update(sessions)
      .set({ expiresAt: Date.now() + 2 * encounterKeptMs })
      .where(eq(sessions.id, anna.sid))
    advance(encounterKeptMs + 1000)
    const later = { ...anna, token: await issueAccessToken(env, { sub: anna.id, sid: anna.sid, kind: 'member' }, Date.now()) }
    for (const isAlarmLate of [true, false]) {
      if (!isAlarmLate) await runDurableObjectAlarm(encounterOf(id))
      expect(await encounterOf(id).view(anna.id)).toBeNull()
      expect(await statusOf(later, `/anonymous-chat/${id}`)).toBe(404)
      for (const action of [leave, next, reveal]) expect((await act(later, action, { id })).status).toBe(404)
      expect((await act(later, report, { id, category: 'spam' })).status).toBe(404)
    }
  })

  it('for somebody else waits again with the same wish, and is possible after the end, too', async () => {
    const [anna, ben] = await two()
    const wish = { languages: ['fr'], topics: ['games'] }
    await act(anna, join, wish)
    await act(ben, join, wish)
    const { id } = await untilPaired(anna)
    await untilPaired(ben)
    const answer = await act(anna, next, { id })
    expect(await answer.json()).toMatchObject({ state: 'waiting', redirect: '/anonymous-chat' })
    expect(await lobby(anna)).toMatchObject({ kind: 'waiting', ...wish })
    await eventually(async () => (await viewBy(id, ben.id)).phase === 'ended', 'the end')
    await eventually(async () => (await seatBy(ben).read()).state === 'free', 'a free seat')
    expect((await act(ben, next, { id })).status).toBe(200)
    await aRound()
    expect(await lobby(ben), 'who was left is not found again').toMatchObject({ kind: 'waiting' })
    for (const member of [anna, ben]) await act(member, leave)
  })

  it('for somebody else more than 30 times in an hour is refused, and the chat goes on', async () => {
    const { id, anna } = await chat()
    const hub = env.MEMBER_HUB.getByName(anna.id)
    await runInDurableObject(hub, (_, { storage }) => {
      for (let count = 0; count < nextPerHour; count++) storage.sql.exec('INSERT INTO nexts (at) VALUES (?)', Date.now() - count)
    })
    const answer = await act(anna, next, { id })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3000)
    expect(await errorOf(answer)).toEqual([429, 'next-quota'])
    expect((await viewBy(id, anna.id)).phase).toBe('talking')
  })
})

describe('a message', () => {
  it('without a script leads back to the chat, and is there for both', async () => {
    const { id, anna, ben } = await chat()
    const answer = await postForm(anna, chatActions.send.path, { conversation: id, cid: newId(), text: 'hello' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/anonymous-chat/${id}`])
    for (const member of [anna, ben]) {
      const page = await room(member, id)
      expect(page.kind === 'chat' && page.history?.messages.map(({ text }) => text)).toEqual(['hello'])
    }
  })

  it('with a way to be reached elsewhere is refused at its field', async () => {
    const { id, anna } = await chat()
    const answer = await act(anna, chatActions.send, { conversation: id, cid: newId(), text: 'call me: 0664 123 45 67' })
    const { error } = (await answer.json()) as ErrorBody
    expect([answer.status, error.fields]).toEqual([422, { text: (await textsOf('en')).t('common.field.contact-details') }])
  })
})

describe('a reveal', () => {
  it('by one changes nothing that the other’s page says; by both it shows who they are, and leads on', async () => {
    const { id, anna, ben } = await chat()
    const before = await room(ben, id)
    expect((await act(anna, reveal, { id })).status).toBe(200)
    expect(await room(anna, id)).toMatchObject({ view: { phase: 'talking', own: { revealed: true } } })
    const after = await room(ben, id)
    expect({ ...after, cid: '' }).toEqual({ ...before, cid: '' })
    expect((await act(ben, reveal, { id })).status).toBe(200)
    const shown = await eventually(async () => {
      const page = await room(anna, id)
      return page.kind === 'revealed' && page
    }, 'the reveal')
    expect(shown).toMatchObject({ partner: { firstName: 'Benedikt' } })
    expect(await statusOf(anna, `/messages?chat=${shown.conversation}`)).toBe(200)
  })

  it('is all that names the other: no page, payload or frame before it does', async () => {
    const { id, anna, ben } = await chat()
    const phone = await connect(anna.id, anna.sid)
    await phone.enter(id)
    await act(ben, chatActions.send, { conversation: id, cid: newId(), text: 'hello' })
    await act(ben, reveal, { id })
    await phone.until(() => phone.events('message').length > 0, 'the message')
    const seen = [
      await (await openPage(anna, `/anonymous-chat/${id}`)).text(),
      await (await openPage(anna, payloadPath(`/anonymous-chat/${id}`))).text(),
      JSON.stringify(phone.frames),
    ].join('\n')
    for (const secret of [ben.id, ben.sid, 'Benedikt']) expect(seen).not.toContain(secret)
  })

  it('is not shown any more once the match has ended', async () => {
    const { id, anna, ben } = await chat()
    await act(anna, reveal, { id })
    await act(ben, reveal, { id })
    const shown = await eventually(async () => {
      const page = await room(anna, id)
      return page.kind === 'revealed' && page
    }, 'the reveal')
    expect((await act(ben, chatActions.unmatch, { conversation: shown.conversation })).status).toBe(200)
    expect(await room(anna, id)).toMatchObject({ kind: 'chat', history: null })
  })
})
