import { visitActions } from '#features/visits/contract.ts'
import { settingsActions } from '#features/settings/contract.ts'
import { sessionActions } from '#features/auth/contract.ts'
import { localeActions } from '#features/locale/contract.ts'
import { likeActions } from '#features/likes/contract.ts'
import { chatActions } from '#features/chat/contract.ts'
import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { auditLog, members, profiles, restrictions } from '#db/schema.ts'
import { formatCursor } from '#db/time-cursor.ts'
import { addressesFor } from '#features/photos/server/public.ts'
import { restrictionActions, type RestrictedProps } from '#features/restriction/contract.ts'
import { sweepRestrictions } from '#features/restriction/server/public.ts'
import { hashPassword } from '#server/crypto/password-hash.ts'
import { channelName } from '#shared/realtime/wire.ts'
import { createMember, db, postForm, postJson, type TestMember } from '#test/support/worker/members.ts'
import { openPage, readPayload } from '#test/support/worker/pages.ts'
import { createPhoto } from '#test/support/worker/photos.ts'
import { deleteAccount } from '#test/support/worker/purge.ts'
import { connect, newId } from '#test/support/worker/realtime-client.ts'
import { createModerator, type Colleague } from '#test/support/worker/staff.ts'
import { Visitor } from '#test/support/worker/visitor.ts'

const statement = { rule: 'scam', facts: 'On Monday you asked three members for money.', duration: 'week' }
const appealText = 'It was my sister who wrote that, from my telephone.'
const dayMs = 86_400_000

const stateOf = async (id: string) => (await db.select().from(members).where(eq(members.id, id)))[0]?.state
const discoverable = async (id: string) => (await db.select().from(profiles).where(eq(profiles.memberId, id)))[0]?.discoverable
const restrictionOf = async (memberId: string) =>
  (await db.select().from(restrictions).where(eq(restrictions.memberId, memberId)))[0]
const auditOf = async (subjectId: string) => db.select().from(auditLog).where(eq(auditLog.subjectId, subjectId))

async function restrict(moderator: Colleague, member: TestMember, fields = {}): Promise<string> {
  const response = await moderator.submit(`/ops/members/${member.id}/restrict`, { ...statement, ...fields })
  expect(response.headers.get('location')).toContain('done=restricted')
  return (await restrictionOf(member.id))?.id ?? ''
}

/** Creates a member who is restricted, by a moderator of their own. */
async function restricted(member: Partial<typeof members.$inferInsert> = {}) {
  const [moderator, person] = await Promise.all([createModerator(), createMember({ member })])
  return { moderator, person, id: await restrict(moderator, person) }
}

describe('a moderator', () => {
  it('finds a member by the whole address only, which is noted', async () => {
    const [moderator, person] = await Promise.all([createModerator(), createMember()])
    const found = await moderator.submit('/ops/members', { email: ` ${person.id}@EXAMPLE.test `.toLowerCase() })
    expect(found.headers.get('location')).toMatch(new RegExp(`/ops/members/${person.id}$`))
    expect((await auditOf(person.id)).map(({ action, actorId }) => [action, actorId])).toEqual([['member.found', moderator.id]])
    expect((await moderator.submit('/ops/members', { email: 'example.test' })).status).toBe(422)
  })

  it('restricts with a statement of reasons: state, list and audit entry change together', async () => {
    const { moderator, person } = await restricted()
    expect([await stateOf(person.id), await discoverable(person.id)]).toEqual(['restricted', false])
    expect(await restrictionOf(person.id)).toMatchObject({ rule: 'scam', facts: statement.facts, decidedBy: 'person', actorId: moderator.id, formerState: 'complete' }) // prettier-ignore
    expect(await auditOf(person.id)).toMatchObject([{ action: 'restriction.imposed', actorId: moderator.id }])
    expect(JSON.stringify(await auditOf(person.id))).not.toContain('money')
  })

  it.each([{ facts: 'too short' }, { facts: 'x'.repeat(2001) }, { rule: 'because' }, { duration: 'ever' }])(
    'is asked again for %o, and nothing is written',
    async (wrong) => {
      const [moderator, person] = await Promise.all([createModerator(), createMember()])
      expect((await moderator.submit(`/ops/members/${person.id}/restrict`, { ...statement, ...wrong })).status).toBe(422)
      expect([await stateOf(person.id), await restrictionOf(person.id)]).toEqual(['complete', undefined])
    },
  )

  it('does not restrict twice, nor themselves, nor a colleague', async () => {
    const { moderator, person } = await restricted()
    const colleague = await createMember({ member: { role: 'operator' } })
    for (const id of [person.id, moderator.id, colleague.id])
      expect((await moderator.submit(`/ops/members/${id}/restrict`, statement)).status, id).toBe(409)
    expect(await db.$count(restrictions, eq(restrictions.memberId, person.id))).toBe(1)
    expect(await stateOf(colleague.id)).toBe('complete')
  })

  it.each(['complete', 'paused', 'incomplete'] as const)('lifts it again, and a member who was %s is so again', async (state) => {
    const [moderator, person] = await Promise.all([
      createModerator(),
      createMember({ member: { state }, profile: { discoverable: state === 'complete' } }),
    ])
    const id = await restrict(moderator, person)
    expect((await moderator.submit(`/ops/restrictions/${id}/lift`)).headers.get('location')).toContain('done=lifted')
    expect([await stateOf(person.id), await discoverable(person.id)]).toEqual([state, state === 'complete'])
    expect((await auditOf(person.id)).map((row) => row.action)).toEqual(['restriction.imposed', 'restriction.lifted'])
    await moderator.submit(`/ops/restrictions/${id}/lift`)
    expect(await auditOf(person.id)).toHaveLength(2)
  })

  it('reads the audit log only as an operator', async () => {
    const { person } = await restricted()
    expect((await (await createModerator()).get('/ops/audit')).status).toBe(303)
    const log = await (await createModerator('operator')).get('/ops/audit')
    expect(await log.text()).toContain(person.id)
  })

  it('pages through the audit log without leaving out what was done in the same millisecond', async () => {
    const operator = await createModerator('operator')
    const subjects = Array.from({ length: 103 }, () => newId())
    await Promise.all(
      subjects.map((subjectId) =>
        db
          .insert(auditLog)
          .values({ id: newId(), actorId: 'program', action: 'photo.seen', subjectKind: 'photo', subjectId, at: 5000 }),
      ),
    )
    const pageOf = async (path: string) => (await operator.get(path)).text()
    const first = await pageOf(`/ops/audit?before=${formatCursor({ at: 5001, id: 'a' })}`)
    const older = /\/ops\/audit\?before=[\w.-]+/.exec(first)?.[0] ?? ''
    const second = await pageOf(older)
    const on = (page: string) => subjects.filter((id) => page.includes(id))
    expect([on(first).length, on(second).length]).toEqual([100, 3])
    expect([...on(first), ...on(second)].toSorted()).toEqual(subjects.toSorted())
  })
})

describe('a restricted member', () => {
  it('reads the statement of reasons and never who decided', async () => {
    const { moderator, person } = await restricted()
    const { props } = await readPayload<RestrictedProps>(person, '/restricted')
    expect(props).toMatchObject({ rule: 'scam', facts: statement.facts, decidedBy: 'person', appeal: null })
    expect(props.until).toBeGreaterThan(Date.now() + 6 * dayMs)
    expect(JSON.stringify(props)).not.toContain(moderator.id)
    const html = await (await openPage(person, '/uk/restricted')).text()
    expect(html).toContain(statement.facts)
    expect(html).not.toContain('href="/uk/likes"')
  })

  it('signs in, and is led to the page', async () => {
    const password = 'warm-river-lantern'
    const person = await createMember({ member: { state: 'complete', passwordHash: await hashPassword(password) } })
    await restrict(await createModerator(), person)
    const visitor = new Visitor()
    const response = await visitor.post(sessionActions.signIn.path, {
      email: `${person.id}@example.test`,
      password,
      next: '/likes',
    })
    expect(await response.json()).toMatchObject({ redirect: '/restricted', user: { state: 'restricted' } })
    expect((await visitor.get('/likes')).headers.get('location')).toBe('/restricted')
  })

  it('may ask for their session, change the language and sign out; every other call is refused', async () => {
    const { person } = await restricted()
    const other = await createMember()
    const get = (path: string) => openPage(person, path)
    expect((await get(sessionActions.current.path)).status).toBe(200)
    expect((await get(sessionActions.status.path)).status).toBe(200)
    expect((await get(sessionActions.realtimeToken.path)).status).toBe(403)
    for (const path of [
      likeActions.like.path,
      likeActions.pass.path,
      chatActions.send.path,
      settingsActions.appearance.path,
      visitActions.leave.path,
      '/api/nothing',
    ]) {
      const refused = await postJson(person, path, { id: other.id, to: other.id, appearance: 1 })
      expect([refused.status, await refused.json()], path).toMatchObject([403, { error: { code: 'restricted' } }])
    }
    const form = await postForm(person, likeActions.like.path, { id: other.id })
    expect([form.status, form.headers.get('location')]).toEqual([303, '/restricted'])
    expect((await postForm(person, localeActions.choose.path, { locale: 'uk', back: '/restricted' })).status).toBe(303)
    expect((await postJson(person, sessionActions.signOut.path, {})).status).toBe(200)
  })

  it('loses every socket with 4403 within five seconds, and gets no other', async () => {
    const [moderator, person] = await Promise.all([createModerator(), createMember()])
    const clients = [await connect(person.id, person.sid), await connect(person.id, newId())]
    for (const client of clients) await client.join(channelName.member(person.id))
    const startedAt = Date.now()
    await restrict(moderator, person)
    const closed = await Promise.all(clients.map((client) => client.closed))
    expect(closed.map(({ code }) => code)).toEqual([4403, 4403])
    expect(Date.now() - startedAt).toBeLessThan(5000)
    expect((await (await connect(person.id, newId())).closed).code).toBe(4403)
  })

  it('sees no photo any more by an address from before, and nobody sees theirs', async () => {
    const [moderator, person, other] = await Promise.all([createModerator(), createMember(), createMember()])
    const [theirs, others] = await Promise.all([createPhoto(person), createPhoto(other)])
    const [toOther, toPerson] = await Promise.all([other, person].map((viewer) => addressesFor(env, viewer.id, Date.now())))
    const statuses = async () => {
      const answers = await Promise.all([
        openPage(person, toPerson?.(others.key) ?? ''),
        openPage(other, toOther?.(theirs.key) ?? ''),
      ])
      return answers.map((answer) => answer.status)
    }
    expect(await statuses()).toEqual([200, 200])
    await restrict(moderator, person)
    expect(await statuses()).toEqual([404, 404])
  })

  it('is for others like somebody who never was', async () => {
    const [viewer, { person }] = await Promise.all([createMember(), restricted()])
    const [theirs, nobodys] = await Promise.all([openPage(viewer, `/profile-info/${person.id}`), openPage(viewer, `/profile-info/${newId()}`)]) // prettier-ignore
    expect([theirs.status, nobodys.status]).toEqual([404, 404])
    const like = await postJson(viewer, likeActions.like.path, { id: person.id, to: person.id })
    const toNobody = await postJson(viewer, likeActions.like.path, { id: newId(), to: newId() })
    expect([like.status, await like.text()]).toEqual([toNobody.status, await toNobody.text()])
  })
})

describe('an appeal', () => {
  it('is stored once, and shown as received', async () => {
    const { person } = await restricted()
    const sent = await postJson(person, restrictionActions.appeal.path, { text: `  ${appealText}  ` })
    expect(await sent.json()).toEqual({ redirect: '/restricted' })
    expect((await postJson(person, restrictionActions.appeal.path, { text: `${appealText} Again.` })).status).toBe(409)
    const { props } = await readPayload<RestrictedProps>(person, '/restricted')
    expect(props.appeal).toMatchObject({ text: appealText, decidedAt: null })
  })

  it('works as a plain form, which comes back with what is wrong', async () => {
    const { person } = await restricted()
    const short = await postForm(person, restrictionActions.appeal.path, { text: 'Unfair.', back: '/restricted' })
    expect([short.status, short.headers.get('location')]).toEqual([303, '/restricted'])
    expect((await restrictionOf(person.id))?.appealText).toBeNull()
    const sent = await postForm(person, restrictionActions.appeal.path, { text: appealText })
    expect(sent.headers.get('location')).toBe('/restricted')
    expect((await restrictionOf(person.id))?.appealText).toBe(appealText)
  })

  it('is refused when it is too short, too long, or nothing stands against the member', async () => {
    const { person } = await restricted()
    for (const text of ['', 'x'.repeat(19), 'x'.repeat(2001)])
      expect((await postJson(person, restrictionActions.appeal.path, { text })).status).toBe(422)
    expect((await postJson(await createMember(), restrictionActions.appeal.path, { text: appealText })).status).toBe(409)
    expect((await postJson(null, restrictionActions.appeal.path, { text: appealText })).status).toBe(401)
  })

  it('is decided by another moderator than the one who restricted', async () => {
    const { moderator, person, id } = await restricted()
    await postJson(person, restrictionActions.appeal.path, { text: appealText })
    expect(await (await moderator.get('/ops/appeals')).text()).toContain('somebody else decides')
    expect((await moderator.submit(`/ops/appeals/${id}`, { outcome: 'lifted' })).status).toBe(409)
    expect(await auditOf(id)).toEqual([])

    const other = await createModerator()
    expect((await other.submit(`/ops/appeals/${id}`, { outcome: 'upheld' })).headers.get('location')).toContain('done=upheld')
    expect(await auditOf(id)).toMatchObject([{ action: 'appeal.decided', actorId: other.id, detail: { outcome: 'upheld' } }])
    expect(await stateOf(person.id)).toBe('restricted')
    const { props } = await readPayload<RestrictedProps>(person, '/restricted')
    expect(props.appeal?.decidedAt).toEqual(expect.any(Number))
    expect((await other.submit(`/ops/appeals/${id}`, { outcome: 'lifted' })).status).toBe(409)
  })

  it('that convinces gives the member back what they had', async () => {
    const { person, id } = await restricted()
    await postJson(person, restrictionActions.appeal.path, { text: appealText })
    await (await createModerator()).submit(`/ops/appeals/${id}`, { outcome: 'lifted' })
    expect([await stateOf(person.id), await discoverable(person.id)]).toEqual(['complete', true])
    expect((await openPage(person, '/likes')).status).toBe(200)
    expect((await openPage(person, '/restricted')).headers.get('location')).toBe('/people-nearby')
  })

  it('with markup in it stays text', async () => {
    const { person, id } = await restricted()
    await postJson(person, restrictionActions.appeal.path, { text: `<img src=x onerror=alert(1)> ${appealText}` })
    const html = await (await (await createModerator()).get('/ops/appeals')).text()
    expect(html).toContain(id)
    expect(html).not.toContain('<img src=x')
  })
})

describe('a restriction with an end', () => {
  it('is lifted by the cron job when its time has passed, and not before', async () => {
    const { person } = await restricted()
    const until = (await restrictionOf(person.id))?.until ?? 0
    // Somebody else's deletion is not this member's.
    await deleteAccount((await createMember()).id)
    await sweepRestrictions(env, until - 1)
    expect(await stateOf(person.id)).toBe('restricted')
    await sweepRestrictions(env, until)
    await sweepRestrictions(env, until)
    expect([await stateOf(person.id), await discoverable(person.id)]).toEqual(['complete', true])
    expect((await auditOf(person.id)).filter((row) => row.action === 'restriction.lifted')).toMatchObject([{ actorId: 'program', detail: { reason: 'time' } }]) // prettier-ignore
  })

  it('is lifted at the next sign-in', async () => {
    const password = 'warm-river-lantern'
    const person = await createMember({ member: { passwordHash: await hashPassword(password) } })
    await restrict(await createModerator(), person)
    await db
      .update(restrictions)
      .set({ until: Date.now() - 1 })
      .where(eq(restrictions.memberId, person.id))
    const response = await new Visitor().post(sessionActions.signIn.path, { email: `${person.id}@example.test`, password })
    expect(await response.json()).toMatchObject({ redirect: '/people-nearby', user: { state: 'complete' } })
  })

  it('for good is never lifted by the cron job', async () => {
    const [moderator, person] = await Promise.all([createModerator(), createMember()])
    await restrict(moderator, person, { duration: 'good' })
    await sweepRestrictions(env, Date.now() + 1000 * dayMs)
    expect(await stateOf(person.id)).toBe('restricted')
  })
})
