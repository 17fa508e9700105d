import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  boosts,
  cartLines,
  deletionReasons,
  deletions,
  members,
  oneTimeCodes,
  profiles,
  pushSubscriptions,
  refunds,
  registrations,
  restrictions,
  sessions,
} from '#db/schema.ts'
import { deletionActions, deletionWaitMs } from '#features/auth/contract.ts'
import { sweepDeletions } from '#features/auth/session/server/public.ts'
import { sweepRestrictions } from '#features/restriction/server/public.ts'
import { advance, browserOf, createPerson, liveSessions, password, signIn } from '#test/support/worker/account.ts'
import { datesBy, openPhone } from '#test/support/worker/dates.ts'
import { pairUp, viewBy } from '#test/support/worker/encounter.ts'
import { createMatch } from '#test/support/worker/match.ts'
import { createMember, db, postForm, postJson, type TestMember } from '#test/support/worker/members.ts'
import { openPage } from '#test/support/worker/pages.ts'
import { addPasskey, Authenticator, signInWith } from '#test/support/worker/passkeys.ts'
import { createLinked, visitProvider } from '#test/support/worker/provider-visit.ts'
import { newId } from '#test/support/worker/realtime-client.ts'
import { createModerator } from '#test/support/worker/staff.ts'
import { fillCart, happen, ledgerOf, order, pay, readOrderRow, seedContent } from '#test/support/worker/store.ts'
import { emailsTo, signUp, Visitor } from '#test/support/worker/visitor.ts'
import { choiceIn, newLanguage, seatBy, start, untilPaired, wishFor } from '#test/support/worker/waiting.ts'

// Hashing a password takes its time by design.
vi.setConfig({ testTimeout: 90_000 })
afterEach(() => void vi.useRealTimers())
beforeAll(seedContent)

const welcomeBack = '/sign-in?step=welcome-back'
const minuteMs = 60_000
type State = 'incomplete' | 'complete' | 'restricted' | 'paused'

const memberOf = async (id: string) => (await db.select().from(members).where(eq(members.id, id)))[0]
const stateOf = async (id: string) => (await memberOf(id))?.state
const deletionOf = async (id: string) => (await db.select().from(deletions).where(eq(deletions.memberId, id)))[0]
const isListed = async (id: string) => (await db.select().from(profiles).where(eq(profiles.memberId, id)))[0]?.discoverable
const seenBy = async (viewer: TestMember, id: string) => (await openPage(viewer, `/profile-info/${id}`)).status

const confirmed = () => createPerson({ confirmedAgoMs: 0 })
const remove = (person: Pick<TestMember, 'token'>, fields: object = {}) =>
  browserOf(person).post(deletionActions.delete.path, fields)

/** Signs in with the password, into the session of a deleted account. */
async function comeBack(email: string): Promise<Visitor> {
  const visitor = new Visitor()
  const answer = await signIn(email, password, visitor)
  expect(await answer.json()).toMatchObject({ redirect: welcomeBack, user: { state: 'deleted' } })
  return visitor
}
const restore = (visitor: Visitor) => visitor.post(deletionActions.restore.path, {})

async function restrict(memberId: string, formerState: 'complete' | 'incomplete' | 'paused', until: number | null = null) {
  const [id, now] = [newId(), Date.now()]
  await db.insert(restrictions).values({
    id,
    memberId,
    rule: 'scam',
    facts: 'On Monday you asked three members for money.',
    until,
    decidedBy: 'person',
    createdAt: now,
    formerState,
  })
  await db.update(members).set({ state: 'restricted' }).where(eq(members.id, memberId))
  await db.update(profiles).set({ discoverable: false }).where(eq(profiles.memberId, memberId))
  return id
}

describe('deleting one’s account', () => {
  it('hides the member from everybody within seconds, and ends what was going on', async () => {
    const [person, viewer] = [await confirmed(), await createMember()]
    const [phone, other] = [await openPhone(person), await createMember()]
    await start(person, wishFor(newLanguage()))
    const slot = Date.now() + 26 * 60 * minuteMs
    await datesBy(person).bookDate(slot, choiceIn('en'))
    await fillCart(person, { 'boost-1': 1 })
    const now = Date.now()
    await db.insert(boosts).values({ id: newId(), memberId: person.id, startsAt: now - 1, endsAt: now + minuteMs })
    await db.insert(pushSubscriptions).values({
      sessionId: person.sid,
      memberId: person.id,
      endpoint: `https://push.example/${person.id}`,
      p256dh: 'key',
      auth: 'auth',
      createdAt: now,
    })
    const code = newId()
    await db.insert(oneTimeCodes).values({
      id: code,
      purpose: 'email-change',
      memberId: person.id,
      email: 'new@example.test',
      codeHash: 'x',
      expiresAt: now + minuteMs,
      sentAt: now,
    })
    const answer = await remove(person, { reason: 'break' })
    expect([answer.status, await answer.json()]).toEqual([200, { redirect: '/sign-in?step=deleted' }])

    expect(await seenBy(viewer, person.id)).toBe(404)
    expect([await stateOf(person.id), await isListed(person.id)]).toEqual(['deleted', false])
    const row = await deletionOf(person.id)
    expect(row).toMatchObject({ by: 'member', formerState: 'complete', step: null })
    expect((row?.purgeAt ?? 0) - (row?.requestedAt ?? 0)).toBe(deletionWaitMs)
    expect(await liveSessions(person.id)).toEqual([])
    expect([4401, 4403]).toContain((await phone.closed).code)
    expect((await seatBy(person).read()).state).toBe('free')
    expect((await datesBy(person).readDates()).booked).toEqual([])
    expect(await db.select().from(cartLines).where(eq(cartLines.memberId, person.id))).toEqual([])
    expect((await db.select().from(boosts).where(eq(boosts.memberId, person.id)))[0]?.endsAt).toBeLessThanOrEqual(Date.now())
    expect(await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.memberId, person.id))).toEqual([])
    expect((await db.select().from(oneTimeCodes).where(eq(oneTimeCodes.id, code)))[0]?.usedAt).not.toBeNull()
    expect((await postJson(person, '/api/likes', { id: other.id })).status).toBe(401)
  })

  it('names the day of the purge by email, and the restore, too', async () => {
    const person = await confirmed()
    await remove(person)
    const [email] = emailsTo(person.email)
    const { purgeAt = 0 } = (await deletionOf(person.id)) ?? {}
    const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(purgeAt)
    expect(email?.subject).toBe('Your Kismet account has been deleted')
    expect(email?.text.replaceAll('\u00a0', ' ')).toContain(day)
    expect(email?.text).toContain(welcomeBack)
    await restore(await comeBack(person.email))
    expect(emailsTo(person.email).at(-1)?.subject).toBe('Your Kismet account is back')
  })

  it('needs a password, or a confirmation within ten minutes', async () => {
    const person = await createPerson({ confirmedAgoMs: 11 * minuteMs })
    const codeOf = async (answer: Response) => (await answer.json<{ error: { fields?: Record<string, string> } }>()).error.fields
    expect(Object.keys((await codeOf(await remove(person))) ?? {})).toEqual(['password'])
    expect(Object.keys((await codeOf(await remove(person, { password: 'not-the-password' }))) ?? {})).toEqual(['password'])
    const without = await createPerson({ passwordHash: '' })
    expect((await remove(without, { password })).status).toBe(403)
    expect([await stateOf(person.id), await stateOf(without.id)]).toEqual(['complete', 'complete'])
    expect((await remove(person, { password })).status).toBe(200)
    expect(await stateOf(person.id)).toBe('deleted')
  })

  it('counts a reason by month, and stores nothing about whose it was', async () => {
    const count = async () =>
      (await db.select().from(deletionReasons).where(eq(deletionReasons.reason, 'met-someone'))).reduce(
        (sum, row) => sum + row.count,
        0,
      )
    const before = await count()
    await remove(await confirmed(), { reason: 'met-someone' })
    await remove(await confirmed(), { reason: 'met-someone' })
    expect(await count()).toBe(before + 2)
    expect((await remove(await confirmed(), { reason: 'because' })).status).toBe(422)
    expect(Object.keys(deletionReasons)).toEqual(expect.not.arrayContaining(['memberId']))
  })

  it.each(['incomplete', 'paused', 'restricted'] as const)(
    'works for a member who is %s, and a restore brings that back',
    async (state: State) => {
      const person = await confirmed()
      if (state === 'restricted') await restrict(person.id, 'complete')
      else await db.update(members).set({ state }).where(eq(members.id, person.id))
      await db.update(profiles).set({ discoverable: false }).where(eq(profiles.memberId, person.id))
      expect(await (await openPage(person, '/sign-in?step=delete')).text()).toContain('Delete your account')
      expect((await remove(person)).status).toBe(200)
      expect(await stateOf(person.id)).toBe('deleted')
      expect((await restore(await comeBack(person.email))).status).toBe(200)
      expect([await stateOf(person.id), await isListed(person.id)]).toEqual([state, false])
    },
  )

  it('removes a sign-up that waits for its code at once, and signs out', async () => {
    const { visitor, person, code } = await signUp()
    expect(await (await visitor.get('/sign-in?step=delete')).text()).toContain('Delete your sign-up')
    const answer = await visitor.post(deletionActions.delete.path, {})
    expect(await answer.json()).toEqual({ redirect: '/' })
    expect(await db.select().from(registrations).where(eq(registrations.email, person.email))).toEqual([])
    expect([...visitor.cookies.keys()].filter((name) => /access|refresh/.test(name))).toEqual([])
    expect((await visitor.post('/api/registration/verify', { code })).status).toBeGreaterThanOrEqual(400)
  })

  it('works as a plain form, and a refused one comes back to its page', async () => {
    const person = await createPerson({ confirmedAgoMs: 11 * minuteMs })
    const back = '/sign-in?step=delete'
    const form = (fields: Record<string, string>) => postForm(person, deletionActions.delete.path, { back, ...fields })
    expect((await form({ reason: '', password: '' })).headers.get('location')).toBe(back)
    expect((await form({ reason: '', password })).headers.get('location')).toBe('/sign-in?step=deleted')
    expect(await stateOf(person.id)).toBe('deleted')
  })

  it('is refused to the last operator, and counts operators who have not left', async () => {
    await db.update(members).set({ role: 'member' }).where(eq(members.role, 'operator'))
    const [one, other] = [await confirmed(), await confirmed()]
    for (const { id } of [one, other]) await db.update(members).set({ role: 'operator' }).where(eq(members.id, id))
    const answers = await Promise.all([remove(one), remove(other)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const stayed = (await stateOf(one.id)) === 'complete' ? one : other
    expect(await (await openPage(stayed, '/sign-in?step=delete')).text()).toContain('You’re the last operator')
    await db.update(members).set({ role: 'member' }).where(eq(members.role, 'operator'))
  })

  it('is refused to the last operator who can act: a restricted one cannot', async () => {
    await db.update(members).set({ role: 'member' }).where(eq(members.role, 'operator'))
    const [one, other] = [await confirmed(), await confirmed()]
    for (const { id } of [one, other]) await db.update(members).set({ role: 'operator' }).where(eq(members.id, id))
    await db.update(members).set({ state: 'restricted' }).where(eq(members.id, other.id))
    expect((await remove(one)).status).toBe(409)
    await db.update(members).set({ role: 'member' }).where(eq(members.role, 'operator'))
  })

  it('of an account with a passkey alone asks for a password first', async () => {
    const person = await createPerson()
    await db.update(members).set({ passwordHash: '' }).where(eq(members.id, person.id))
    const page = await (await openPage(person, '/sign-in?step=delete')).text()
    expect(page).toContain('you first need a password')
    expect(page).not.toContain(`action="${deletionActions.delete.path}"`)
  })

  it('of 20 at once, and of 20 restores at once, exactly one counts', async () => {
    const person = await confirmed()
    const browser = browserOf(person)
    const deleted = await Promise.all(Array.from({ length: 20 }, () => browser.post(deletionActions.delete.path, {})))
    expect(deleted.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await db.select().from(deletions).where(eq(deletions.memberId, person.id))).toHaveLength(1)
    const visitor = await comeBack(person.email)
    const restored = await Promise.all(Array.from({ length: 20 }, () => restore(visitor)))
    expect(restored.filter(({ status }) => status === 200)).toHaveLength(1)
    expect([await stateOf(person.id), await isListed(person.id), await deletionOf(person.id)]).toEqual([
      'complete',
      true,
      undefined,
    ])
  })
})

describe('a talk with a stranger', () => {
  it('ends first, as by leaving, and the profile goes at a moment within half an hour', async () => {
    const [person, partner, viewer] = [await confirmed(), await createMember(), await createMember()]
    const { id } = await pairUp('anonymous', [partner.id, person.id])
    await Promise.all([untilPaired(person), untilPaired(partner)])
    const since = Date.now()
    expect((await remove(person)).status).toBe(200)
    expect((await viewBy(id, partner.id)).phase).toBe('ended')
    const { hidesAt = 0 } = (await deletionOf(person.id)) ?? {}
    expect(hidesAt).toBeGreaterThan(since)
    expect(hidesAt).toBeLessThanOrEqual(Date.now() + 25 * minuteMs)
    const seen = async () => [await seenBy(viewer, person.id), await stateOf(person.id), await isListed(person.id)]
    expect(await seen()).toEqual([200, 'complete', true])
    // The account is closed already.
    const visitor = await comeBack(person.email)
    expect((await visitor.get('/likes')).headers.get('location')).toBe(welcomeBack)
    await sweepDeletions(env, hidesAt - 1)
    expect(await seen()).toEqual([200, 'complete', true])
    await sweepDeletions(env, hidesAt)
    expect(await seen()).toEqual([404, 'deleted', false])
  })

  it('that was restored before others saw it has never been seen', async () => {
    const [person, partner, viewer] = [await confirmed(), await createMember(), await createMember()]
    await pairUp('anonymous', [partner.id, person.id])
    await Promise.all([untilPaired(person), untilPaired(partner)])
    await remove(person)
    const { hidesAt = 0 } = (await deletionOf(person.id)) ?? {}
    await restore(await comeBack(person.email))
    await sweepDeletions(env, hidesAt)
    expect([await seenBy(viewer, person.id), await stateOf(person.id)]).toEqual([200, 'complete'])
  })
})

describe('a deleted account', () => {
  it('is opened by every way of signing in, and shows nothing but the way back', async () => {
    const person = await confirmed()
    const authenticator = await Authenticator.create()
    await addPasskey(browserOf(person), authenticator)
    await remove(person)
    const visitor = await comeBack(person.email)
    const byPasskey = new Visitor()
    expect(await (await signInWith(byPasskey, authenticator)).json()).toMatchObject({ redirect: welcomeBack })
    for (const browser of [visitor, byPasskey])
      for (const path of [
        '/',
        '/about',
        '/likes',
        '/main-settings',
        '/restricted',
        '/sign-in',
        '/sign-up',
        '/sign-in?step=delete',
        '/quiz',
      ])
        expect([path, await whereTo(browser, path)]).toEqual([path, welcomeBack])
    expect(await (await visitor.get(welcomeBack)).text()).toContain('Restore account')
    expect((await visitor.get('/ops')).status).toBe(404)
    expect((await visitor.post('/api/likes', { id: person.id })).status).toBe(401)
    expect((await visitor.get('/api/realtime/token')).status).toBe(401)
    expect((await visitor.post('/api/auth/sign-out', {})).status).toBe(200)
  })

  it.each(['google', 'facebook'] as const)('is opened by %s', async (name) => {
    const { person, member } = await createLinked(name)
    await db.update(sessions).set({ confirmedAt: Date.now() }).where(eq(sessions.id, member.sid))
    await remove(member)
    const visitor = new Visitor()
    const response = await visitProvider(visitor, name, { person })
    expect(response.headers.get('location')).toBe(welcomeBack)
    expect((await restore(visitor)).status).toBe(200)
    expect(await stateOf(member.id)).toBe('complete')
  })

  it('brings the account back as it was, and only once', async () => {
    const { anna, ben, conversation } = await createMatch()
    await db.update(sessions).set({ confirmedAt: Date.now() }).where(eq(sessions.id, anna.sid))
    const send = () => postJson(ben, '/api/chat/send', { conversation, cid: newId(), text: 'Hello' })
    expect((await send()).status).toBe(200)
    expect((await remove(anna)).status).toBe(200)
    // A conversation asks again after five seconds at most.
    advance(5_000)
    expect((await send()).status).toBe(404)
    const sid = newId()
    await db.insert(sessions).values({
      id: sid,
      subjectKind: 'member',
      subjectId: anna.id,
      createdAt: Date.now(),
      seenAt: Date.now(),
      expiresAt: Date.now() + 3_600_000,
    })
    const { issueAccessToken } = await import('#features/auth/session/server/tokens/access-token.ts')
    const back = { ...anna, sid, token: await issueAccessToken(env, { sub: anna.id, sid, kind: 'member' }, Date.now()) }
    expect(await (await postJson(back, deletionActions.restore.path, {})).json()).toEqual({ redirect: '/people-nearby' })
    expect((await postJson(back, deletionActions.restore.path, {})).status).toBe(409)
    advance(5_000)
    expect((await send()).status).toBe(200)
    expect(await isListed(anna.id)).toBe(true)
  })

  it('comes back in the state in which it then stands', async () => {
    const [ended, begun, hidden] = [await confirmed(), await confirmed(), await confirmed()]
    await restrict(ended.id, 'paused', Date.now() + minuteMs)
    for (const person of [ended, begun, hidden]) await remove(person)
    // One restriction ends meanwhile, and others are imposed.
    advance(2 * minuteMs)
    await sweepRestrictions(env, Date.now())
    vi.useRealTimers()
    const moderator = await createModerator()
    const statement = { rule: 'scam', facts: 'On Monday you asked three members for money.', duration: 'week' }
    for (const { id } of [begun, hidden])
      expect((await moderator.submit(`/ops/members/${id}/restrict`, statement)).status).toBe(303)
    const [open] = await db.select().from(restrictions).where(eq(restrictions.memberId, hidden.id))
    await moderator.submit(`/ops/restrictions/${open?.id}/lift`)
    expect(await Promise.all([ended, begun, hidden].map(({ id }) => stateOf(id)))).toEqual(['deleted', 'deleted', 'deleted'])
    for (const { email } of [ended, begun, hidden]) expect((await restore(await comeBack(email))).status).toBe(200)
    expect(await Promise.all([ended, begun, hidden].map(({ id }) => stateOf(id)))).toEqual(['paused', 'restricted', 'complete'])
    expect(await Promise.all([ended, begun, hidden].map(({ id }) => isListed(id)))).toEqual([false, false, true])
  })

  it('cannot be restored once its purge has begun', async () => {
    const person = await confirmed()
    await remove(person)
    await db.update(deletions).set({ step: 'first' }).where(eq(deletions.memberId, person.id))
    const visitor = await comeBack(person.email)
    expect((await restore(visitor)).status).toBe(409)
    expect(await (await visitor.get(welcomeBack)).text()).not.toContain('Restore account')
    expect(await stateOf(person.id)).toBe('deleted')
  })
})

const whereTo = async (visitor: Visitor, path: string): Promise<string | null> => {
  const location = (await visitor.get(path)).headers.get('location')
  return location === '/sign-in' ? whereTo(visitor, location) : location
}

describe('an open checkout', () => {
  it('expires with the account', async () => {
    const person = await confirmed()
    const { orderId } = await order(person, { 'boost-5': 1 })
    await remove(person)
    expect((await readOrderRow(orderId)).state).toBe('expired')
  })

  it('that is paid nevertheless grants nothing, and the payment goes back', async () => {
    const person = await confirmed()
    const { orderId, sessionId } = await order(person, { 'boost-5': 1 })
    await remove(person)
    expect((await pay(sessionId)).status).toBe(200)
    const [refund] = await db.select().from(refunds).where(eq(refunds.orderId, orderId))
    const { total } = await readOrderRow(orderId)
    expect(refund).toMatchObject({ cause: 'deletion', amount: total })
    expect(refund?.acceptedAt).not.toBeNull()
    const sum = (await ledgerOf(person)).reduce((units, line) => units + Number(line.split(' ')[1]), 0)
    expect(sum).toBe(0)
    // The event again changes nothing.
    await (await happen(sessionId, { status: 'paid' })).send()
    expect(await db.select().from(refunds).where(eq(refunds.orderId, orderId))).toHaveLength(1)
  })

  it('that was paid before the deletion keeps its payment', async () => {
    const person = await confirmed()
    const { orderId, sessionId } = await order(person, { 'boost-5': 1 })
    await pay(sessionId)
    advance(1000)
    await remove(person)
    await sweepDeletions(env, Date.now())
    expect(await db.select().from(refunds).where(eq(refunds.orderId, orderId))).toEqual([])
  })
})

describe('an operator', () => {
  const statement = { rule: 'scam', facts: 'On Monday you asked three members for money.', confirm: 'yes' }

  it('deletes somebody else’s account with reasons, an email and one appeal, and nobody but an appeal brings it back', async () => {
    const [operator, person, viewer] = [await createModerator('operator'), await createPerson(), await createMember()]
    const answer = await operator.submit(`/ops/members/${person.id}/delete`, statement)
    expect(answer.headers.get('location')).toContain('done=deleted')
    expect([await stateOf(person.id), await seenBy(viewer, person.id)]).toEqual(['deleted', 404])
    const visitor = await comeBack(person.email)
    const page = await (await visitor.get(welcomeBack)).text()
    expect(page).toContain(statement.facts)
    expect(page).not.toContain('Restore account')
    expect((await restore(visitor)).status).toBe(409)
    const appeal = () => visitor.submit('/api/restriction/appeal', [['text', 'I have never asked anybody for money.']])
    expect((await appeal()).headers.get('location')).toBe(welcomeBack)
    expect(await (await visitor.get(welcomeBack)).text()).not.toContain('Send appeal')
    const colleague = await createModerator('operator')
    const [row] = await db.select().from(restrictions).where(eq(restrictions.memberId, person.id))
    expect((await colleague.submit(`/ops/appeals/${row?.id}`, { outcome: 'lifted' })).status).toBe(303)
    expect([await stateOf(person.id), await seenBy(viewer, person.id)]).toEqual(['complete', 200])
    expect(await deletionOf(person.id)).toBeUndefined()
  })

  it('alone does so: not a moderator, not to oneself, and not without reasons', async () => {
    const [operator, moderator, person] = [await createModerator('operator'), await createModerator(), await createPerson()]
    const path = `/ops/members/${person.id}/delete`
    await moderator.submit(path, statement)
    expect((await operator.submit(path, { ...statement, facts: 'no' })).status).toBe(422)
    expect((await operator.submit(path, { rule: statement.rule, facts: statement.facts })).status).toBe(422)
    expect((await operator.submit(`/ops/members/${operator.id}/delete`, statement)).status).toBe(409)
    expect([await stateOf(person.id), await stateOf(operator.id)]).toEqual(['complete', 'complete'])
    expect(await db.select().from(restrictions).where(eq(restrictions.memberId, person.id))).toEqual([])
  })
})
