import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { counters, knownDevices, members, sessions } from '#db/schema.ts'
import { readNotices } from '#features/notifications/server/public.ts'
import { hashPassword } from '#server/crypto/password-hash.ts'
import { hashToken } from '#server/crypto/secrets.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { join, emailsTo, newPerson, signUp, Visitor } from '#test/support/worker/visitor.ts'

// Hashing a password takes its time by design, and some tests hash a dozen.
vi.setConfig({ testTimeout: 120_000 })
afterEach(() => void vi.useRealTimers())

const password = 'warm-river-lantern'
const signIn = (credentials: Record<string, unknown>, visitor = new Visitor()) => visitor.post('/api/auth/sign-in', credentials)

/** A complete member who can sign in. */
async function createPerson(state: 'incomplete' | 'complete' | 'paused' | 'restricted' | 'deleted' = 'complete') {
  const email = `${crypto.randomUUID()}@example.test`
  const member = await createMember({ member: { email, state, passwordHash: await hashPassword(password) } })
  return { ...member, email }
}

/** A browser in which the person has signed in before. */
async function knownDevice(person: { email: string }): Promise<Visitor> {
  const visitor = new Visitor()
  expect((await signIn({ email: person.email, password }, visitor)).status).toBe(200)
  for (const name of ['__Host-access', '__Host-refresh']) visitor.cookies.delete(name)
  return visitor
}

/** Uses up that much of a budget, in a window that has just begun. */
async function spend(key: string, count: number): Promise<void> {
  const spent = { count, expiresAt: Date.now() + 15 * 60_000 }
  await db
    .insert(counters)
    .values({ key, ...spent })
    .onConflictDoUpdate({ target: counters.key, set: spent })
}

const guessFrom = (address: string, email: string, guess = 'not-the-password') =>
  new Visitor().post('/api/auth/sign-in', { email, password: guess }, { 'cf-connecting-ip': address })

describe('signing in', () => {
  it('answers token and user and sets three cookies that only this origin gets', async () => {
    const person = await createPerson()
    const response = await signIn({ email: person.email, password })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      redirect: '/people-nearby',
      token: expect.any(String),
      user: { id: person.id, state: 'complete', firstName: 'Robin', avatar: null, appearance: { id: 1 } },
    })
    const cookies = response.headers.getSetCookie()
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(['__Host-access', '__Host-refresh', '__Host-device'])
    for (const cookie of cookies) expect(cookie).toMatch(/Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  })

  it('takes the address in any case', async () => {
    const person = await createPerson()
    expect((await signIn({ email: ` ${person.email.toUpperCase()} `, password })).status).toBe(200)
  })

  it.each([
    ['complete', undefined, '/people-nearby'],
    ['complete', '/likes?tab=sent', '/likes?tab=sent'],
    ['complete', '/uk/messages', '/uk/messages'],
    ['complete', '/sign-in', '/people-nearby'],
    ['complete', '/', '/people-nearby'],
    ['complete', '//evil.example', '/people-nearby'],
    ['complete', '/\\evil.example', '/people-nearby'],
    ['complete', 'https://evil.example/likes', '/people-nearby'],
    ['paused', '/likes', '/likes'],
    ['incomplete', '/likes', '/questionnaire'],
  ] as const)('sends a member who is %s and remembers %s to %s', async (state, next, redirect) => {
    const person = await createPerson(state)
    expect(await (await signIn({ email: person.email, password, ...(next ? { next } : {}) })).json()).toMatchObject({ redirect })
  })

  it('sends a plain form on by 303, and back to its page with the address but no password when refused', async () => {
    const person = await createPerson()
    const visitor = new Visitor()
    const refused = await visitor.submit(
      '/api/auth/sign-in',
      [
        ['email', person.email],
        ['password', 'not-the-password'],
      ],
      { referer: 'https://kismet.localhost/sign-in?next=/likes' },
    )
    expect([refused.status, refused.headers.get('location')]).toEqual([303, '/sign-in?next=/likes'])
    const page = await (await visitor.get('/sign-in?next=/likes')).text()
    expect(page).toContain('That email address and password don’t match.')
    expect(page).toContain(`value="${person.email}"`)
    expect(page).not.toContain('not-the-password')
    const done = await visitor.submit('/api/auth/sign-in', [
      ['email', person.email],
      ['password', password],
      ['next', '/likes'],
    ])
    expect([done.status, done.headers.get('location')]).toEqual([303, '/likes'])
  })

  it('says the same about a wrong password, an unknown address and a wrong password of a deleted member', async () => {
    const [complete, deleted] = [await createPerson(), await createPerson('deleted')]
    const answers = []
    for (const credentials of [
      { email: complete.email, password: 'not-the-password' },
      { email: 'nobody@example.test', password },
      { email: deleted.email, password: 'not-the-password' },
    ]) {
      const response = await signIn(credentials)
      answers.push([response.status, await response.text(), response.headers.getSetCookie()])
    }
    expect(answers[0]).toMatchObject([401, expect.stringContaining('"code":"wrong-credentials"'), []])
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await db.select().from(sessions).where(eq(sessions.subjectId, deleted.id))).toHaveLength(1)
  })

  it('opens the waiting page of a registration that only its password knows', async () => {
    const { person } = await signUp()
    const visitor = new Visitor()
    const response = await signIn({ email: person.email, password: person.password }, visitor)
    expect(await response.json()).toMatchObject({ redirect: '/email-verify', user: { state: 'unverified' } })
    expect((await visitor.get('/email-verify')).status).toBe(200)
    expect((await signIn({ email: person.email, password: 'not-the-password' })).status).toBe(401)
  })

  it('prefers the account when a decoy was made with the same password', async () => {
    const { person } = await join()
    await signUp(newPerson({ email: person.email }))
    expect(await (await signIn(person)).json()).toMatchObject({ user: { state: 'incomplete' } })
  })

  it('ends the session that this browser had before', async () => {
    const person = await createPerson()
    const visitor = new Visitor()
    await signIn({ email: person.email, password }, visitor)
    await signIn({ email: person.email, password }, visitor)
    const rows = await db.select().from(sessions).where(eq(sessions.subjectId, person.id))
    expect(rows.filter((row) => row.revokedAt === null && row.userAgent === '' && row.id !== person.sid)).toHaveLength(1)
  })

  it('works over a forged cookie', async () => {
    const person = await createPerson()
    const visitor = new Visitor()
    visitor.cookies.set('__Host-access', 'forged')
    await signIn({ email: person.email, password }, visitor)
    expect((await visitor.get('/api/auth/session')).status).toBe(200)
  })

  it.each([
    [{}, ['email', 'password']],
    [{ email: 'nobody', password }, ['email']],
    [{ email: 'a@example.test', password: '' }, ['password']],
    [{ email: 7, password: ['x'] }, ['email', 'password']],
    [{ email: 'a@example.test', password: 'x'.repeat(2000) }, ['password']],
  ])('names what is wrong with %o', async (body, fields) => {
    const response = await signIn(body)
    expect(response.status).toBe(422)
    const { error } = await response.json<{ error: { fields: Record<string, string> } }>()
    expect(Object.keys(error.fields).sort()).toEqual(fields)
  })

  it('answers 400 to malformed JSON and 413 to an oversize body', async () => {
    expect((await new Visitor().post('/api/auth/sign-in', 'not json')).status).toBe(400)
    expect((await signIn({ email: 'a@example.test', password: 'x'.repeat(70_000) })).status).toBe(413)
  })
})

describe('guessing passwords', () => {
  it('is stopped after ten tries in a quarter of an hour, even for the right one', async () => {
    const person = await createPerson()
    const wrong = { email: person.email, password: 'not-the-password' }
    const responses = await Promise.all(Array.from({ length: 12 }, () => signIn(wrong)))
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), 429, 429])
    expect((await signIn({ email: person.email, password })).status).toBe(429)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 15 * 60_000 })
    expect((await signIn({ email: person.email, password })).status).toBe(200)
  })

  it('counts unknown addresses the same way', async () => {
    const wrong = { email: `${crypto.randomUUID()}@example.test`, password: 'not-the-password' }
    const responses = await Promise.all(Array.from({ length: 11 }, () => signIn(wrong)))
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(1)
  })

  it('starts again on a device that the account knows, after a success', async () => {
    const person = await createPerson()
    const own = await knownDevice(person)
    const [row] = await db.select().from(knownDevices).where(eq(knownDevices.memberId, person.id))
    await spend(`sign-in-device:${row?.deviceHash}`, 9)
    expect((await signIn({ email: person.email, password }, own)).status).toBe(200)
    for (let time = 0; time < 2; time++)
      expect((await signIn({ email: person.email, password: 'not-the-password' }, own)).status).toBe(401)
  })

  it('leaves strangers what they have used up when the owner signs in, and takes nothing from them either', async () => {
    const person = await createPerson()
    const own = await knownDevice(person)
    const guess = async (n: number) => (await guessFrom(`203.0.113.${n}`, person.email)).status
    await spend(`sign-in-account:${hashToken(person.email)}`, 9)
    // On a device that is known, and on one that is not: the right password counts for nothing.
    expect((await signIn({ email: person.email, password }, own)).status).toBe(200)
    expect((await guessFrom('203.0.113.200', person.email, password)).status).toBe(200)
    expect(await guess(9)).toBe(401)
    expect(await guess(10)).toBe(429)
  })

  it('of many people from one network address is stopped after 200 refusals, and successes count for nothing', async () => {
    const person = await createPerson()
    const from = { 'cf-connecting-ip': '203.0.113.50' }
    const key = `refused-sign-ins:${hashToken(from['cf-connecting-ip'])}`
    const expiresAt = Date.now() + 60_000
    await db.insert(counters).values({ key, count: 198, expiresAt })
    const trySomeone = async () => {
      const credentials = { email: `${crypto.randomUUID()}@example.test`, password: 'not-the-password' }
      return (await new Visitor().post('/api/auth/sign-in', credentials, from)).status
    }
    expect(await trySomeone()).toBe(401)
    for (let n = 0; n < 2; n++)
      expect((await new Visitor().post('/api/auth/sign-in', { email: person.email, password }, from)).status).toBe(200)
    expect(await trySomeone()).toBe(401)
    expect(await trySomeone()).toBe(429)
    expect((await new Visitor().post('/api/auth/sign-in', { email: person.email, password })).status).toBe(200)
  })

  it('from 60 addresses is stopped after ten tries, with the time to wait, and so for an address that nobody has', async () => {
    const person = await createPerson()
    const answersFor = async (email: string, tries: number) => {
      const answers = await Promise.all(
        Array.from({ length: tries }, async (_, n) => {
          const response = await guessFrom(`198.51.100.${n % 60}`, email)
          const wait = response.status === 429 ? Number(response.headers.get('retry-after')) : null
          if (wait !== null) expect([wait > 14 * 60, wait <= 15 * 60]).toEqual([true, true])
          const { error } = await response.json<{ error: { code: string; message: string } }>()
          return `${response.status} ${error.code} ${error.message} ${response.headers.getSetCookie().join()}`
        }),
      )
      return answers.sort()
    }
    const known = await answersFor(person.email, 120)
    expect(known.filter((answer) => answer.startsWith('401'))).toHaveLength(10)
    expect(known.filter((answer) => answer.startsWith('429'))).toHaveLength(110)
    expect(await answersFor(`${crypto.randomUUID()}@example.test`, 20)).toEqual(known.slice(0, 20))
  })

  it('from 25 addresses of one IPv6 line is stopped after ten', async () => {
    const email = `${crypto.randomUUID()}@example.test`
    const statuses = await Promise.all(
      Array.from({ length: 25 }, async (_, n) => (await guessFrom(`2001:db8:7:1::${n + 1}`, email)).status),
    )
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  })

  it('30 times at once is stopped after ten, also on a device that is known', async () => {
    const person = await createPerson()
    const own = await knownDevice(person)
    for (const ask of [
      (n: number) => guessFrom(`192.0.2.${n}`, person.email),
      () => signIn({ email: person.email, password: 'not-the-password' }, own),
    ]) {
      const statuses = await Promise.all(Array.from({ length: 30 }, async (_, n) => (await ask(n)).status))
      expect(statuses.filter((status) => status === 401)).toHaveLength(10)
      expect(statuses.filter((status) => status === 429)).toHaveLength(20)
    }
  })

  it('does not lock the owner out where they have signed in before; another account’s device is a stranger', async () => {
    const [person, thief] = [await createPerson(), await createPerson()]
    const [own, foreign] = [await knownDevice(person), await knownDevice(thief)]
    await spend(`sign-in-account:${hashToken(person.email)}`, 10)
    expect((await guessFrom('192.0.2.1', person.email)).status).toBe(429)
    expect((await signIn({ email: person.email, password }, foreign)).status).toBe(429)
    expect((await signIn({ email: person.email, password }, new Visitor())).status).toBe(429)
    const forged = new Visitor()
    forged.cookies.set('__Host-device', 'x'.repeat(43))
    expect((await signIn({ email: person.email, password }, forged)).status).toBe(429)
    expect((await signIn({ email: person.email, password }, own)).status).toBe(200)
    // The owner's own mistakes are counted apart.
    expect((await signIn({ email: person.email, password: 'not-the-password' }, own)).status).toBe(401)
    expect((await signIn({ email: person.email, password }, own)).status).toBe(200)
  })

  it('is reported to the owner by e-mail and in their list, once a day', async () => {
    const person = await createPerson()
    const notices = async () =>
      ((await readNotices(env, person.id, { limit: 10, before: null })) ?? []).map(({ notice }) => [
        notice.kind,
        'event' in notice && notice.event,
      ])
    const emails = () => emailsTo(person.email).map(({ subject }) => subject)
    const useUp = async () => {
      await spend(`sign-in-account:${hashToken(person.email)}`, 9)
      for (let n = 0; n < 3; n++) await guessFrom(`192.0.2.${n}`, person.email)
    }
    await spend(`sign-in-account:${hashToken(person.email)}`, 8)
    await guessFrom('192.0.2.1', person.email)
    expect([emails(), await notices()]).toEqual([[], []])
    await useUp()
    const told = 'Someone is guessing your Kismet password'
    expect([emails(), await notices()]).toEqual([[told], [['security', 'sign-in-attempts']]])
    expect(emailsTo(person.email)[0]?.text).not.toMatch(/undefined|\{\{|192\.0\.2/)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 })
    await useUp()
    expect(emails()).toEqual([told])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 60 * 60_000 })
    await useUp()
    expect(emails()).toEqual([told, told])
  })

  it('of a deleted member is reported to nobody', async () => {
    const person = await createPerson('deleted')
    await spend(`sign-in-account:${hashToken(person.email)}`, 9)
    expect((await guessFrom('192.0.2.1', person.email)).status).toBe(401)
    expect(emailsTo(person.email)).toEqual([])
  })

  it('is noted for the operators without address or password: each refusal, and each limit once', async () => {
    const email = `${crypto.randomUUID()}@example.test`
    const log = vi.spyOn(console, 'warn').mockImplementation(() => {})
    await Promise.all(Array.from({ length: 15 }, () => guessFrom('203.0.113.77', email)))
    const lines = log.mock.calls.map(([line]) => String(line))
    log.mockRestore()
    const events = lines.map((line): { kind: string; what?: string; account?: string } => JSON.parse(line))
    expect(events.filter(({ kind }) => kind === 'sign-in-refused')).toHaveLength(10)
    expect(events.filter(({ kind }) => kind === 'limit-reached').map(({ what }) => what)).toEqual(['signIn'])
    expect(new Set(events.map(({ account }) => account)).size).toBe(1)
    expect(lines.join()).not.toMatch(new RegExp(`${email}|not-the-password|203.0.113`))
  })

  it('keeps neither address in the counters', async () => {
    const person = await createPerson()
    await new Visitor().post(
      '/api/auth/sign-in',
      { email: person.email, password: 'not-the-password' },
      { 'cf-connecting-ip': '203.0.113.7' },
    )
    const text = JSON.stringify(await db.select().from(counters))
    expect(text).not.toContain(person.email)
    expect(text).not.toContain('203.0.113.7')
  })
})

describe('the sign-in page', () => {
  it('shows the form to guests and carries the remembered page along', async () => {
    const html = await (await new Visitor().get('/sign-in?next=%2Flikes')).text()
    expect(html).toMatch(/<input[^>]*name="next"[^>]*value="\/likes"/)
    expect(html).not.toContain('value="//evil.example"')
    expect(await (await new Visitor().get('/sign-in?next=//evil.example')).text()).not.toMatch(/value="\/\/evil/)
  })

  it.each([
    ['complete', '/people-nearby'],
    ['incomplete', '/questionnaire'],
  ] as const)('sends a member who is %s to %s', async (state, target) => {
    const person = await createPerson(state)
    const visitor = new Visitor()
    await signIn({ email: person.email, password }, visitor)
    for (const path of ['/sign-in', '/sign-up']) expect((await visitor.get(path)).headers.get('location')).toBe(target)
  })

  it('sends a waiting registration to its code', async () => {
    const { visitor } = await signUp()
    for (const path of ['/sign-in', '/sign-up', '/likes'])
      expect((await visitor.get(path)).headers.get('location')).toBe('/email-verify')
  })

  it('sends a member on who was restricted while signed in, and a deleted one to the way back', async () => {
    const person = await createPerson()
    const visitor = new Visitor()
    await signIn({ email: person.email, password }, visitor)
    await db.update(members).set({ state: 'restricted' }).where(eq(members.id, person.id))
    for (const path of ['/sign-in', '/likes']) expect((await visitor.get(path)).headers.get('location')).toBe('/restricted')
    await db.update(members).set({ state: 'deleted' }).where(eq(members.id, person.id))
    for (const path of ['/sign-in', '/likes'])
      expect((await visitor.get(path)).headers.get('location')).toBe('/sign-in?step=welcome-back')
  })
})
