import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { counters, members, sessions } from '#db/schema.ts'
import { hashPassword, hashToken } from '#features/session/server/public.ts'
import { createMember, db } from '../support/worker/members.ts'
import { join, newPerson, signUp, Visitor } from '../support/worker/visitor.ts'

// Hashing a password takes its time by design, and some tests hash a dozen.
vi.setConfig({ testTimeout: 30_000 })
afterEach(() => void vi.useRealTimers())

const password = 'warm-river-lantern'
const signIn = (credentials: Record<string, unknown>, visitor = new Visitor()) => visitor.post('/api/auth/sign-in', credentials)

/** A complete member who can sign in. */
async function createPerson(state: 'incomplete' | 'complete' | 'paused' | 'restricted' | 'deleted' = 'complete') {
  const email = `${crypto.randomUUID()}@example.test`
  const member = await createMember({ member: { email, state, passwordHash: await hashPassword(password) } })
  return { ...member, email }
}

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
      { referer: 'https://kismet.test/sign-in?next=/likes' },
    )
    expect([refused.status, refused.headers.get('location')]).toEqual([303, '/sign-in?next=/likes'])
    const page = await (await visitor.get('/sign-in?next=/likes')).text()
    expect(page).toContain('E-mail address and password do not match.')
    expect(page).toContain(`value="${person.email}"`)
    expect(page).not.toContain('not-the-password')
    const done = await visitor.submit('/api/auth/sign-in', [
      ['email', person.email],
      ['password', password],
      ['next', '/likes'],
    ])
    expect([done.status, done.headers.get('location')]).toEqual([303, '/likes'])
  })

  it('says the same about a wrong password, an unknown address and a deleted member', async () => {
    const [complete, deleted] = [await createPerson(), await createPerson('deleted')]
    const answers = []
    for (const credentials of [
      { email: complete.email, password: 'not-the-password' },
      { email: 'nobody@example.test', password },
      { email: deleted.email, password },
    ]) {
      const response = await signIn(credentials)
      answers.push([response.status, await response.text(), response.headers.getSetCookie()])
    }
    expect(answers[0]?.[0]).toBe(401)
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

  it('starts anew after a success', async () => {
    const person = await createPerson()
    for (let attempt = 0; attempt < 9; attempt++) await signIn({ email: person.email, password: 'not-the-password' })
    expect((await signIn({ email: person.email, password })).status).toBe(200)
    expect((await signIn({ email: person.email, password: 'not-the-password' })).status).toBe(401)
    expect((await signIn({ email: person.email, password })).status).toBe(200)
  })

  it('does not lock the same person out at another address', async () => {
    const person = await createPerson()
    await Promise.all(Array.from({ length: 11 }, () => signIn({ email: person.email, password: 'not-the-password' })))
    const response = await new Visitor().post(
      '/api/auth/sign-in',
      { email: person.email, password },
      { 'cf-connecting-ip': '203.0.113.9' },
    )
    expect(response.status).toBe(200)
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

  it('sends a member on who was restricted while signed in, and is a guest’s page again for a deleted one', async () => {
    const person = await createPerson()
    const visitor = new Visitor()
    await signIn({ email: person.email, password }, visitor)
    await db.update(members).set({ state: 'restricted' }).where(eq(members.id, person.id))
    for (const path of ['/sign-in', '/likes']) expect((await visitor.get(path)).headers.get('location')).toBe('/restricted')
    await db.update(members).set({ state: 'deleted' }).where(eq(members.id, person.id))
    expect((await visitor.get('/sign-in')).status).toBe(200)
    expect((await visitor.get('/likes')).headers.get('location')).toBe('/sign-in?next=%2Flikes')
  })
})
