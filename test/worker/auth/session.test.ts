import { env } from 'cloudflare:test'
import { and, eq } from 'drizzle-orm'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { auditLog, members, refreshTokens, sessions } from '#db/schema.ts'
import { readNotices } from '#features/notifications/server/public.ts'
import { accessTokenMs, refreshGraceMs, refreshTokenMs, sessionLifetimeMs } from '#features/auth/contract.ts'
import { issueRealtimeToken, verifyRealtimeToken } from '#features/auth/session/server/public.ts'
import { getSigningKeys } from '#server/crypto/signing-keys.ts'
import { sweep } from '#worker/sweep.ts'
import { createMember, db, type TestMember } from '#test/support/worker/members.ts'
import { join, emailsTo, signUp, Visitor } from '#test/support/worker/visitor.ts'

// Hashing a password takes its time by design, and some tests hash a dozen.
vi.setConfig({ testTimeout: 60_000 })
afterEach(() => void vi.useRealTimers())

function advance(ms: number): void {
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: now + ms })
}

const [access, refresh] = ['__Host-access', '__Host-refresh'] as const

const findSession = async (sid: string) => (await db.select().from(sessions).where(eq(sessions.id, sid)))[0]
const liveSessionOf = async (email: string) => {
  const [row] = await db
    .select({ session: sessions })
    .from(sessions)
    .innerJoin(members, and(eq(members.id, sessions.subjectId), eq(members.email, email)))
  return row?.session
}

type TokenChange = {
  header?: Record<string, string>
  claims?: Record<string, unknown>
  key?: CryptoKey | Uint8Array
  expiresInMs?: number
}

/** An access token as the worker makes it, with one thing changed. */
async function tokenOf(
  { id, sid }: Pick<TestMember, 'id' | 'sid'>,
  { header = {}, claims = {}, key, expiresInMs = accessTokenMs }: TokenChange = {},
) {
  const [signing] = await getSigningKeys(env, 'access-token')
  if (!signing) throw new Error('no key')
  return new SignJWT({ sub: id, sid, kind: 'member', iss: 'kismet', aud: 'kismet:app', ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: signing.kid, ...header })
    .setIssuedAt()
    .setExpirationTime(new Date(Date.now() + expiresInMs))
    .sign(key ?? signing.key)
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const getSession = (token: string) => new Visitor().get('/api/auth/session', bearer(token))

const getStatus = async (headers?: Record<string, string>) =>
  (await new Visitor().get('/api/auth/status', headers)).json<{ user: { id: string; state: string } | null }>()

describe('an access token', () => {
  it('answers whose session it is, and null once the session has ended', async () => {
    const member = await createMember()
    const token = await tokenOf(member)
    expect(await getStatus(bearer(token))).toEqual({ user: { id: member.id, state: 'complete' } })
    await db.delete(sessions).where(eq(sessions.id, member.sid))
    expect(await getStatus(bearer(token))).toEqual({ user: null })
    expect(await getStatus()).toEqual({ user: null })
  })

  it('answers the session with user and token', async () => {
    const member = await createMember()
    const token = await tokenOf(member)
    const response = await getSession(token)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      token,
      user: { id: member.id, state: 'complete', firstName: 'Robin', avatar: null, appearance: { id: 1 } },
    })
  })

  it('counts for nothing when it was changed, made by another key, or made for something else', async () => {
    const member = await createMember()
    const genuine = await tokenOf(member)
    const [head, body, signature] = genuine.split('.')
    const realtimeKeys = await getSigningKeys(env, 'realtime-token')
    const forgeries = {
      'alg none': new UnsecuredJWT({ sub: member.id, sid: member.sid, kind: 'member' })
        .setIssuer('kismet')
        .setAudience('kismet:app')
        .setExpirationTime('1h')
        .encode(),
      'another key': await tokenOf(member, { key: new TextEncoder().encode('another key of thirty-two bytes !') }),
      'a key of another purpose': await tokenOf(member, { key: realtimeKeys[0]?.key }),
      'another algorithm': await tokenOf(member, { header: { alg: 'HS512' }, key: new Uint8Array(64) }),
      'another type': await tokenOf(member, { header: { typ: 'rt+jwt' } }),
      'another audience': await tokenOf(member, { claims: { aud: 'realtime' } }),
      'another issuer': await tokenOf(member, { claims: { iss: 'elsewhere' } }),
      'an unknown key id': await tokenOf(member, { header: { kid: 'nobody' } }),
      'no session': await tokenOf(member, { claims: { sid: undefined } }),
      'an unknown kind': await tokenOf(member, { claims: { kind: 'operator' } }),
      'a changed body': [head, btoa(atob(body ?? '').replace(member.id, 'x'.repeat(22))).replaceAll('=', ''), signature].join(
        '.',
      ),
      'a cut signature': genuine.slice(0, -4),
      'no token at all': 'nonsense',
      'a realtime token': await issueRealtimeToken(env, { sub: member.id, sid: member.sid }, Date.now()),
      expired: await tokenOf(member, { expiresInMs: -1 }),
    }
    for (const [name, token] of Object.entries(forgeries)) {
      expect([name, (await getSession(token)).status]).toEqual([name, 401])
      expect([name, (await new Visitor().get('/api/realtime/token', bearer(token))).status]).toEqual([name, 401])
    }
    expect((await getSession(genuine)).status).toBe(200)
  })

  it('forged in the cookie is cleared with its refresh token, and the page is a guest’s', async () => {
    const visitor = new Visitor()
    visitor.cookies.set(access, 'forged')
    visitor.cookies.set(refresh, 'forged')
    const response = await visitor.get('/sign-in')
    expect(response.status).toBe(200)
    expect([...visitor.cookies.keys()]).toEqual([])
  })

  it('does not outlive its session: pages and session calls ask the database', async () => {
    const member = await createMember()
    const token = await tokenOf(member)
    await db.update(sessions).set({ revokedAt: Date.now() }).where(eq(sessions.id, member.sid))
    expect((await getSession(token)).status).toBe(401)
    expect((await new Visitor().get('/api/realtime/token', bearer(token))).status).toBe(401)
    expect((await new Visitor().get('/main-settings', bearer(token))).status).toBe(302)
  })

  it('of one member does not open another’s session', async () => {
    const [anna, ben] = [await createMember(), await createMember()]
    expect((await getSession(await tokenOf({ id: anna.id, sid: ben.sid }))).status).toBe(401)
  })

  it('of a deleted or restricted member says who they are', async () => {
    for (const state of ['restricted', 'deleted'] as const) {
      const member = await createMember({ member: { state } })
      expect((await getSession(await tokenOf(member))).status).toBe(200)
    }
  })

  it('is verified under the secret before the last rotation too, and not after that', async () => {
    const member = await createMember()
    const secrets = {
      SESSION_SECRET: 'the-new-secret-0123456789-0123456789-0123456789',
      SESSION_SECRET_PREVIOUS: env.SESSION_SECRET,
    }
    const token = await issueRealtimeToken(env, { sub: member.id, sid: member.sid }, Date.now())
    expect(await verifyRealtimeToken(secrets, token, Date.now())).toEqual({ sub: member.id, sid: member.sid })
    expect(await verifyRealtimeToken({ SESSION_SECRET: secrets.SESSION_SECRET }, token, Date.now())).toBeNull()
  })
})

describe('a realtime token', () => {
  it('names member and session for ten minutes', async () => {
    const { visitor, person } = await join()
    const { token } = await (await visitor.get('/api/realtime/token')).json<{ token: string }>()
    const session = await liveSessionOf(person.email)
    const holder = { sub: session?.subjectId, sid: session?.id }
    expect(await verifyRealtimeToken(env, token, Date.now() + 599_000)).toEqual(holder)
    expect(await verifyRealtimeToken(env, token, Date.now() + 601_000)).toBeNull()
  })

  it('is not for pending registrations, nor is an access token one', async () => {
    const { visitor } = await signUp()
    expect((await visitor.get('/api/realtime/token')).status).toBe(401)
    expect(await verifyRealtimeToken(env, await tokenOf(await createMember()), Date.now())).toBeNull()
  })
})

describe('refreshing', () => {
  it('trades the refresh token for its successor and a new access token', async () => {
    const { visitor } = await join()
    const before = visitor.cookies.get(refresh)
    advance(1000)
    const response = await visitor.post('/api/auth/refresh', {})
    expect(response.status).toBe(200)
    const body = await response.json<{ token: string; user: { state: string } }>()
    expect(body.user.state).toBe('incomplete')
    expect(visitor.cookies.get(refresh)).not.toBe(before)
    expect(visitor.cookies.get(access)).toBe(body.token)
  })

  it('stores no refresh token in the clear', async () => {
    const { visitor } = await join()
    const rows = await db.select().from(refreshTokens)
    expect(JSON.stringify(rows)).not.toContain(visitor.cookies.get(refresh))
  })

  it('happens inside any request whose access token has expired or is missing', async () => {
    const { visitor } = await join()
    const before = visitor.cookies.get(refresh)
    advance(accessTokenMs + 1000)
    const page = await visitor.get('/questionnaire')
    expect(page.status).toBe(200)
    expect(visitor.cookies.get(refresh)).not.toBe(before)
    visitor.cookies.delete(access)
    expect((await visitor.get('/api/auth/session')).status).toBe(200)
    expect(visitor.cookies.has(access)).toBe(true)
  })

  it('reaches the browser also when the request itself ends in an error', async () => {
    const { visitor } = await join()
    const before = visitor.cookies.get(refresh)
    advance(accessTokenMs + 1000)
    expect((await visitor.get('/api/nothing-here')).status).toBe(404)
    expect(visitor.cookies.get(refresh)).not.toBe(before)
  })

  it('gives requests that refresh at once the same successor, and so does the old token for 30 s', async () => {
    const { visitor } = await join()
    const old = visitor.cookies.get(refresh) ?? ''
    advance(accessTokenMs + 1000)
    const holders = Array.from({ length: 5 }, () => {
      const holder = new Visitor()
      holder.cookies.set(refresh, old)
      return holder
    })
    const responses = await Promise.all(holders.map((holder) => holder.post('/api/auth/refresh', {})))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(holders.map((holder) => holder.cookies.get(refresh))).size).toBe(1)
    advance(refreshGraceMs - 1000)
    const late = new Visitor()
    late.cookies.set(refresh, old)
    expect((await late.post('/api/auth/refresh', {})).status).toBe(200)
    expect(late.cookies.get(refresh)).toBe(holders[0]?.cookies.get(refresh))
  })

  it('ends the whole session when an old token comes back after the grace', async () => {
    const { visitor, person } = await join()
    const stolen = visitor.cookies.get(refresh) ?? ''
    const sid = (await liveSessionOf(person.email))?.id ?? ''
    await visitor.post('/api/auth/refresh', {})
    advance(refreshGraceMs + 1000)
    const thief = new Visitor()
    thief.cookies.set(refresh, stolen)
    expect((await thief.post('/api/auth/refresh', {})).status).toBe(401)
    expect(thief.cookies.has(refresh)).toBe(false)
    expect((await findSession(sid))?.revokedAt).toEqual(expect.any(Number))
    expect((await visitor.get('/api/auth/session')).status).toBe(401)
    expect((await visitor.post('/api/auth/refresh', {})).status).toBe(401)
  })

  it('ends the whole session when a token from before the last one comes back, also within 30 s', async () => {
    const { visitor, person } = await join()
    const [first, sid] = [visitor.cookies.get(refresh) ?? '', (await liveSessionOf(person.email))?.id ?? '']
    await visitor.post('/api/auth/refresh', {})
    const second = visitor.cookies.get(refresh) ?? ''
    const holding = (token: string) => {
      const holder = new Visitor()
      holder.cookies.set(refresh, token)
      return holder
    }
    expect((await holding(first).post('/api/auth/refresh', {})).status).toBe(200)
    await visitor.post('/api/auth/refresh', {})
    expect((await holding(second).post('/api/auth/refresh', {})).status).toBe(200)
    const thief = holding(first)
    const answer = await thief.post('/api/auth/refresh', {})
    expect([answer.status, thief.cookies.has(access), thief.cookies.has(refresh)]).toEqual([401, false, false])
    expect((await findSession(sid))?.revokedAt).toEqual(expect.any(Number))
    expect((await visitor.get('/api/auth/session')).status).toBe(401)
  })

  it('reports a token that came back: to the owner by e-mail and in their list, to operators in both logs, once', async () => {
    const { visitor, person } = await join()
    const session = await liveSessionOf(person.email)
    const { subjectId: id = '', id: sid = '' } = session ?? {}
    await db
      .update(sessions)
      .set({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Firefox/143.0' })
      .where(eq(sessions.id, sid))
    const stolen = visitor.cookies.get(refresh) ?? ''
    await visitor.post('/api/auth/refresh', {})
    advance(refreshGraceMs + 1000)
    const log = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const thieves = Array.from({ length: 3 }, () => {
      const thief = new Visitor()
      thief.cookies.set(refresh, stolen)
      return thief
    })
    // Both renew: the call and any page.
    await Promise.all(thieves.map((thief, n) => (n ? thief.get('/likes') : thief.post('/api/auth/refresh', {}))))
    const lines = log.mock.calls.map(([line]) => String(line))
    log.mockRestore()
    expect(lines.map((line): unknown => JSON.parse(line).kind)).toContain('token-reused')
    expect(lines.join()).not.toMatch(new RegExp(`${id}|${sid}|${stolen}|${person.email}`))
    const entries = await db.select().from(auditLog).where(eq(auditLog.subjectId, id))
    expect(entries).toMatchObject([{ actorId: 'program', action: 'session.token-reused', subjectKind: 'member' }])
    const told = emailsTo(person.email).filter(({ subject }) => subject.startsWith('We’ve signed a device out'))
    expect(told).toHaveLength(1)
    expect(told[0]?.text).toContain('Firefox on Linux')
    expect(told[0]?.text).toContain('/main-settings')
    const notices = await readNotices(env, id, { limit: 10, before: null })
    expect(notices?.map(({ notice }) => notice)).toMatchObject([
      { kind: 'security', event: 'session-reused', browser: 'Firefox', system: 'Linux' },
    ])
  })

  it('ends a pending sign-up’s session in the same way, and notifies nobody', async () => {
    const { visitor, person } = await signUp()
    const stolen = visitor.cookies.get(refresh) ?? ''
    await visitor.post('/api/auth/refresh', {})
    advance(refreshGraceMs + 1000)
    const thief = new Visitor()
    thief.cookies.set(refresh, stolen)
    expect((await thief.post('/api/auth/refresh', {})).status).toBe(401)
    expect((await visitor.get('/api/auth/session')).status).toBe(401)
    expect(emailsTo(person.email)).toHaveLength(1)
  })

  it('keeps a session for 180 days from its sign-in and no longer, however it is used', async () => {
    const { visitor, person } = await join()
    const { id: sid = '', createdAt = 0 } = (await liveSessionOf(person.email)) ?? {}
    const end = createdAt + sessionLifetimeMs
    const refreshAt = async (at: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: at })
      const response = await visitor.post('/api/auth/refresh', {})
      const maxAge = (name: string) =>
        Number(/max-age=(\d+)/i.exec(response.headers.getSetCookie().find((line) => line.startsWith(`${name}=`)) ?? '')?.[1])
      return { status: response.status, seconds: [maxAge(access), maxAge(refresh)] }
    }
    const dayMs = 24 * 60 * 60_000
    for (const days of [50, 100]) {
      expect(await refreshAt(createdAt + days * dayMs)).toEqual({ status: 200, seconds: [600, refreshTokenMs / 1000] })
      expect((await findSession(sid))?.expiresAt).toBe(createdAt + days * dayMs + refreshTokenMs)
    }
    expect(await refreshAt(createdAt + 150 * dayMs)).toEqual({ status: 200, seconds: [600, 30 * 86_400] })
    // 179 days, 23 hours and 59 minutes.
    expect(await refreshAt(end - 60_000)).toEqual({ status: 200, seconds: [60, 60] })
    expect((await findSession(sid))?.expiresAt).toBe(end)
    expect((await refreshAt(end)).status).toBe(401)
    expect((await visitor.get('/main-settings')).headers.get('location')).toContain('/sign-in')
  })

  it('ends nobody else’s session with it', async () => {
    const { visitor, person } = await join()
    const phone = new Visitor()
    await phone.post('/api/auth/sign-in', person)
    const stolen = visitor.cookies.get(refresh) ?? ''
    await visitor.post('/api/auth/refresh', {})
    advance(refreshGraceMs + 1000)
    const thief = new Visitor()
    thief.cookies.set(refresh, stolen)
    await thief.post('/api/auth/refresh', {})
    expect((await phone.get('/api/auth/session')).status).toBe(200)
  })

  it('is refused with 401 without a token, with a made-up one, and after its life', async () => {
    expect((await new Visitor().post('/api/auth/refresh', {})).status).toBe(401)
    const stranger = new Visitor()
    stranger.cookies.set(refresh, 'x'.repeat(43))
    expect((await stranger.post('/api/auth/refresh', {})).status).toBe(401)
    expect(stranger.cookies.has(refresh)).toBe(false)
    const { visitor } = await join()
    advance(refreshTokenMs + 1000)
    expect((await visitor.post('/api/auth/refresh', {})).status).toBe(401)
  })

  it('does not lend the present session to an expired bearer of somebody else', async () => {
    const other = await createMember()
    const expired = await tokenOf(other, { expiresInMs: -1 })
    const { visitor } = await join()
    expect((await visitor.get('/api/auth/session', bearer(expired))).status).toBe(401)
  })
})

describe('signing out', () => {
  it('ends the session for good and goes home in the page’s language', async () => {
    const { visitor, person } = await join()
    const sid = (await liveSessionOf(person.email))?.id ?? ''
    const kept = new Map(visitor.cookies)
    const response = await visitor.post('/api/auth/sign-out', {}, { referer: 'https://kismet.localhost/uk/main-settings' })
    expect(await response.json()).toEqual({ redirect: '/uk' })
    // The cookie of the known browser outlives the session.
    expect([...visitor.cookies.keys()]).toEqual(['__Host-device'])
    expect((await findSession(sid))?.revokedAt).toEqual(expect.any(Number))
    const copy = new Visitor()
    for (const [name, value] of kept) copy.cookies.set(name, value)
    expect((await copy.get('/api/auth/session')).status).toBe(401)
    expect((await copy.post('/api/auth/refresh', {})).status).toBe(401)
  })

  it('leaves nothing of the session behind after the next sweep', async () => {
    const { visitor, person } = await join()
    const phone = new Visitor()
    await phone.post('/api/auth/sign-in', person)
    const count = async () => ({ sessions: await db.$count(sessions), tokens: await db.$count(refreshTokens) })
    await sweep(env, Date.now())
    const before = await count()
    await visitor.post('/api/auth/sign-out', {})
    await sweep(env, Date.now() + 1)
    expect(await count()).toEqual({ sessions: before.sessions - 1, tokens: before.tokens - 1 })
    expect((await phone.get('/api/auth/session')).status).toBe(200)
  })

  it('works as a plain form, and a second time', async () => {
    const { visitor } = await join()
    for (let time = 0; time < 2; time++) {
      const response = await visitor.submit('/api/auth/sign-out', [])
      expect([response.status, response.headers.get('location')]).toEqual([303, '/'])
    }
  })

  it('is refused to another site', async () => {
    const { visitor } = await join()
    const response = await visitor.post(
      '/api/auth/sign-out',
      {},
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    )
    expect(response.status).toBe(403)
    expect((await visitor.get('/api/auth/session')).status).toBe(200)
  })
})
