import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { members } from '#db/schema.ts'
import {
  addSession,
  browserOf,
  createPerson,
  liveSessions,
  password,
  signIn,
  type TestPerson,
} from '#test/support/worker/account.ts'
import { db } from '#test/support/worker/members.ts'
import { connect } from '#test/support/worker/realtime-client.ts'
import { codeIn, emailsTo, Visitor } from '#test/support/worker/visitor.ts'

// Hashing a password takes its time by design.
vi.setConfig({ testTimeout: 60_000 })
afterEach(() => void vi.useRealTimers())

const newPassword = 'a-quite-different-harbour'
const change = (person: Pick<TestPerson, 'token'>, current: string, secret = newPassword) =>
  browserOf(person).post('/api/account/password', { currentPassword: current, password: secret })
const hashOf = async (id: string) => (await db.select().from(members).where(eq(members.id, id)))[0]?.passwordHash

describe('changing the password', () => {
  it('needs the present one, ends every other session with its sockets, and informs the owner', async () => {
    const person = await createPerson()
    const phone = await addSession(person.id)
    const socket = await connect(person.id, phone)
    const response = await change(person, password)
    expect([response.status, await response.json()]).toMatchObject([200, { notice: expect.any(String) }])
    expect(await socket.closed).toMatchObject({ code: 4401 })
    expect(await liveSessions(person.id)).toEqual([person.sid])
    expect((await browserOf(person).get('/api/auth/session')).status).toBe(200)
    expect((await signIn(person.email, password)).status).toBe(401)
    expect((await signIn(person.email, newPassword)).status).toBe(200)
    expect(emailsTo(person.email).map(({ subject }) => subject)).toContain('Your Kismet password was changed')
    expect(emailsTo(person.email).some(({ text }) => text.includes(newPassword))).toBe(false)
  })

  it('asks for it even in a session that was confirmed just now', async () => {
    const person = await createPerson({ confirmedAgoMs: 0 })
    const before = await hashOf(person.id)
    for (const [current, text] of [
      ['', 'Please fill this in.'],
      ['not-the-password', 'That’s not your password.'],
    ] as const) {
      const refused = await change(person, current)
      expect([refused.status, await refused.json()]).toMatchObject([
        422,
        { error: { fields: { currentPassword: expect.stringContaining(text) } } },
      ])
    }
    expect(await hashOf(person.id)).toBe(before)
    expect(emailsTo(person.email)).toEqual([])
  })

  it.each([
    ['short', 'Use at least 10 characters.'],
    ['x'.repeat(129), 'Use at most 128 characters.'],
    ['password123', 'Too many people use this password.'],
  ])('keeps to the rules of every password: %s', async (secret, text) => {
    const refused = await change(await createPerson(), password, secret)
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      { error: { fields: { password: expect.stringContaining(text) } } },
    ])
  })

  it('is never the e-mail address', async () => {
    const person = await createPerson()
    expect((await change(person, password, person.email)).status).toBe(422)
  })

  it('lets nobody guess: after ten wrong ones the right one is refused, too', async () => {
    const person = await createPerson()
    for (let time = 0; time < 10; time++) await change(person, 'not-the-password')
    expect((await change(person, password)).status).toBe(429)
  })

  it('sets a first one for those who have none, after a fresh sign-in only', async () => {
    const stale = await createPerson({ passwordHash: '', confirmedAgoMs: 11 * 60_000 })
    expect((await change(stale, '')).status).toBe(403)
    const fresh = await createPerson({ passwordHash: '', confirmedAgoMs: 0 })
    expect((await change(fresh, '')).status).toBe(200)
    expect((await signIn(fresh.email, newPassword)).status).toBe(200)
  })

  it('ends what an earlier reset e-mail could do', async () => {
    const person = await createPerson()
    const { redirect } = await (
      await new Visitor().post('/api/account/reset', { email: person.email })
    ).json<{ redirect: string }>()
    const code = codeIn(emailsTo(person.email).at(-1))
    await change(person, password)
    const c = new URL(redirect, 'https://kismet.localhost').searchParams.get('c')
    const late = await new Visitor().post('/api/account/reset/password', { c, code, password: 'yet-another-harbour' })
    expect(late.status).toBe(410)
  })

  it('works as a plain form, and keeps no password in its page', async () => {
    const person = await createPerson()
    const visitor = browserOf(person)
    const referer = { referer: 'https://kismet.localhost/main-settings' }
    const fields = (current: string): [string, string][] => [
      ['currentPassword', current],
      ['password', newPassword],
    ]
    await visitor.submit('/api/account/password', fields('not-the-password'), referer)
    const refused = await (await visitor.get('/main-settings')).text()
    expect(refused).toContain('That’s not your password.')
    expect(refused).not.toContain('not-the-password')
    expect(refused).not.toContain(newPassword)
    await visitor.submit('/api/account/password', fields(password), referer)
    expect(await (await visitor.get('/main-settings')).text()).toContain('Password changed')
  })

  it('is for live sessions of members only', async () => {
    expect((await new Visitor().post('/api/account/password', { currentPassword: password, password: newPassword })).status).toBe(
      401,
    )
  })
})
