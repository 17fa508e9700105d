import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { counters, knownDevices, members, sessions } from '#db/schema.ts'
import { accessTokenMs, deviceCookieMs } from '#features/auth/contract.ts'
import { issueAccessToken } from '#features/auth/session/server/tokens/access-token.ts'
import {
  addSession,
  advance,
  browserOf,
  createPerson,
  liveSessions,
  password,
  signIn,
  type TestPerson,
} from '#test/support/worker/account.ts'
import { db } from '#test/support/worker/members.ts'
import { connect } from '#test/support/worker/realtime-client.ts'
import { join, emailsTo, signUp, Visitor } from '#test/support/worker/visitor.ts'

// Hashing a password takes its time by design.
vi.setConfig({ testTimeout: 60_000 })
afterEach(() => void vi.useRealTimers())

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'
const network = { 'cf-connecting-ip': '203.0.113.77' }
const device = '__Host-device'
const newDeviceLetters = (email: string) => emailsTo(email).filter(({ subject }) => subject.startsWith('New sign-in'))
const end = (person: Pick<TestPerson, 'token'>, id: string, secret?: string) =>
  browserOf(person).post('/api/account/devices/end', { id, ...(secret === undefined ? {} : { password: secret }) })
const others = 'others'

describe('signed-in devices', () => {
  it('are listed by browser, system and last use, this one first, and only one’s own', async () => {
    const [person, stranger] = [await createPerson(), await createPerson()]
    const own = await addSession(person.id, firefox)
    const others = await addSession(stranger.id, firefox)
    await db
      .update(sessions)
      .set({ seenAt: Date.now() - 3 * 3_600_000 })
      .where(eq(sessions.id, own))
    const page = await (await browserOf(person).get('/main-settings?section=devices')).text()
    expect(page).toContain('Firefox on Linux')
    expect(page).toContain('Last used 3\u00a0hours ago')
    expect(page.indexOf('This device</span>')).toBeLessThan(page.indexOf('Firefox on Linux'))
    expect(page).toContain(own)
    expect(page).not.toContain(others)
    expect(page).not.toContain('rv:143.0')
  })

  it('can be signed out one by one: the session and its sockets end, the others stay', async () => {
    const person = await createPerson({ confirmedAgoMs: 0 })
    const [phone, laptop] = [await addSession(person.id), await addSession(person.id)]
    const socket = await connect(person.id, phone)
    expect((await end(person, phone)).status).toBe(200)
    expect(await socket.closed).toMatchObject({ code: 4401 })
    expect(new Set(await liveSessions(person.id))).toEqual(new Set([person.sid, laptop]))
  })

  it('of other members, and ones that are over, are a 404', async () => {
    const [person, stranger] = [await createPerson({ confirmedAgoMs: 0 }), await createPerson()]
    const gone = await addSession(person.id)
    await end(person, gone)
    for (const id of [stranger.sid, gone, 'nothing', '']) {
      const response = await end(person, id)
      expect([response.status, (await response.json<{ error: { code: string } }>()).error.code]).toEqual([404, 'not-found'])
    }
    expect(await liveSessions(stranger.id)).toEqual([stranger.sid])
  })

  it('can all be signed out but this one', async () => {
    const person = await createPerson({ confirmedAgoMs: 0 })
    const ended = [await addSession(person.id), await addSession(person.id)]
    const socket = await connect(person.id, ended[0])
    const response = await end(person, others)
    const body = await response.json<{ ended: string[] }>()
    expect(new Set(body.ended)).toEqual(new Set(ended))
    expect(await socket.closed).toMatchObject({ code: 4401 })
    expect(await liveSessions(person.id)).toEqual([person.sid])
    expect((await browserOf(person).get('/api/auth/session')).status).toBe(200)
  })

  it('ask for the password before another one, or all others, are signed out', async () => {
    const person = await createPerson({ confirmedAgoMs: 10 * 60_000 + 1000 })
    const [phone, tablet] = [await addSession(person.id), await addSession(person.id)]
    for (const [secret, text] of [
      [undefined, 'Please fill this in.'],
      ['not-the-password', 'That’s not your password.'],
    ] as const) {
      for (const id of [phone, others, 'nothing']) {
        const refused = await end(person, id, secret)
        expect([refused.status, await refused.json()]).toMatchObject([
          422,
          { error: { fields: { password: expect.stringContaining(text) } } },
        ])
      }
    }
    expect(new Set(await liveSessions(person.id))).toEqual(new Set([person.sid, phone, tablet]))
    expect((await end(person, phone, password)).status).toBe(200)
    // The password has confirmed the session for the next ten minutes.
    expect((await end(person, others)).status).toBe(200)
    expect(await liveSessions(person.id)).toEqual([person.sid])
  })

  it('ask those without a password for a fresh sign-in', async () => {
    const stale = await createPerson({ passwordHash: '' })
    const phone = await addSession(stale.id)
    const refused = await end(stale, phone, 'anything-at-all')
    expect([refused.status, (await refused.json<{ error: { code: string } }>()).error.code]).toEqual([403, 'unconfirmed'])
    expect(
      await browserOf(stale)
        .get('/main-settings?section=devices')
        .then((page) => page.text()),
    ).toContain('You sign in without a password. To sign out')
    await db.update(sessions).set({ confirmedAt: Date.now() }).where(eq(sessions.id, stale.sid))
    expect((await end(stale, phone)).status).toBe(200)
  })

  it('let a session that guesses be ended by its owner, whose own tries are counted apart', async () => {
    const person = await createPerson()
    const thief = { id: person.id, sid: await addSession(person.id) }
    const token = await issueAccessToken(env, { sub: thief.id, sid: thief.sid, kind: 'member' }, Date.now())
    const key = `confirm:${thief.sid}`
    await db.insert(counters).values({ key, count: 9, expiresAt: Date.now() + 60_000 })
    expect((await end({ token }, others, 'not-the-password')).status).toBe(422)
    const stopped = await end({ token }, others, password)
    expect([stopped.status, Number(stopped.headers.get('retry-after')) > 0]).toEqual([429, true])
    // A confirmation by the other route counts in the same limit.
    expect((await browserOf({ token }).post('/api/auth/confirm', { password })).status).toBe(429)
    expect((await end(person, thief.sid, password)).status).toBe(200)
    expect(await liveSessions(person.id)).toEqual([person.sid])
  })

  it('go home when it is this one, which asks for nothing', async () => {
    const person = await createPerson()
    expect(await (await end(person, person.sid)).json()).toEqual({ redirect: '/' })
    expect(await liveSessions(person.id)).toEqual([])
  })

  it('are for live sessions of members only', async () => {
    const person = await createPerson()
    const phone = await addSession(person.id)
    await db.update(sessions).set({ revokedAt: Date.now() }).where(eq(sessions.id, person.sid))
    expect((await end(person, phone)).status).toBe(401)
    expect((await end(person, others, password)).status).toBe(401)
    expect((await new Visitor().post('/api/account/devices/end', { id: others, password })).status).toBe(401)
    expect(await liveSessions(person.id)).toEqual([phone])
  })

  it('work as plain forms', async () => {
    const person = await createPerson()
    const phone = await addSession(person.id, firefox)
    const visitor = browserOf(person)
    const referer = { referer: 'https://kismet.localhost/main-settings' }
    const press = async (secret: string) => {
      const fields: [string, string][] = [
        ['password', secret],
        ['id', phone],
      ]
      const done = await visitor.submit('/api/account/devices/end', fields, referer)
      expect([done.status, done.headers.get('location')]).toEqual([303, '/main-settings'])
      const page = await (await visitor.get('/main-settings?section=devices')).text()
      return page.slice(page.indexOf('action="/api/account/devices/end"'))
    }
    const asked = await (await visitor.get('/main-settings?section=devices')).text()
    const form = asked.slice(asked.indexOf('action="/api/account/devices/end"')).split('</form>')[0]
    expect(form).toMatch(/<input[^>]*name="password"/)
    expect(form).toMatch(new RegExp(`<button[^>]*value="${phone}"`))
    expect(form).toMatch(/<button[^>]*value="others"/)
    // Enter presses the first button of a form: that one must not sign anybody out.
    expect(/<button[^>]*>/.exec(form ?? '')?.[0]).toContain('disabled')
    expect(await press('not-the-password')).toContain('That’s not your password.')
    const page = await press(password)
    expect(page).toContain('You’ve signed that device out.')
    expect(page).not.toContain('Firefox on Linux')
    expect(page.split('</form>')[0]).not.toContain('name="password"')
  })

  it('note when they were last seen at each refresh', async () => {
    const { visitor, person } = await join()
    const seenAt = async () => {
      const [row] = await db
        .select({ seenAt: sessions.seenAt })
        .from(sessions)
        .innerJoin(members, eq(members.id, sessions.subjectId))
        .where(eq(members.email, person.email))
      return row?.seenAt ?? 0
    }
    const before = await seenAt()
    advance(accessTokenMs + 1000)
    await visitor.get('/questionnaire')
    expect((await seenAt()) - before).toBeGreaterThanOrEqual(accessTokenMs)
  })
})

describe('a new device', () => {
  it('is reported once by e-mail, with browser and time but without an address', async () => {
    const { person } = await join()
    const phone = new Visitor()
    for (let time = 0; time < 2; time++) await signIn(person.email, person.password, phone, { 'user-agent': firefox, ...network })
    const emails = newDeviceLetters(person.email)
    expect(emails).toHaveLength(1)
    expect(emails[0]?.text).toContain('Firefox on Linux')
    expect(emails[0]?.text).toContain(
      new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(Date.now()).replace(' ', '\u00a0'),
    )
    expect(emails[0]?.text + (emails[0]?.html ?? '')).not.toContain('203.0.113.77')
  })

  it('is no news when the member signed up with it', async () => {
    const { visitor, person } = await join()
    expect(visitor.cookies.get(device)).toMatch(/^[\w-]{43}$/)
    await visitor.post('/api/auth/sign-out', {})
    await signIn(person.email, person.password, visitor)
    expect(newDeviceLetters(person.email)).toEqual([])
  })

  it('is no news when it is the first that is known', async () => {
    const person = await createPerson()
    await signIn(person.email, password)
    expect(newDeviceLetters(person.email)).toEqual([])
    await signIn(person.email, password)
    expect(newDeviceLetters(person.email)).toHaveLength(1)
  })

  it('is new to each member by itself, though the browser keeps one cookie', async () => {
    const [anna, ben] = [await createPerson(), await createPerson()]
    await signIn(ben.email, password)
    const shared = new Visitor()
    await signIn(anna.email, password, shared)
    const kept = shared.cookies.get(device)
    await signIn(ben.email, password, shared)
    expect(shared.cookies.get(device)).toBe(kept)
    expect([newDeviceLetters(anna.email).length, newDeviceLetters(ben.email).length]).toEqual([0, 1])
    const rows = await db.select().from(knownDevices)
    expect(JSON.stringify(rows)).not.toContain(kept)
    expect(new Set(rows.map(({ deviceHash }) => deviceHash)).size).toBe(rows.length)
  })

  it('is not reported for a refused sign-in or a pending sign-up, which get no cookie', async () => {
    const person = await createPerson()
    const thief = new Visitor()
    await signIn(person.email, 'not-the-password', thief)
    const { visitor } = await signUp()
    expect([thief.cookies.has(device), visitor.cookies.has(device)]).toEqual([false, false])
    expect(await db.select().from(knownDevices).where(eq(knownDevices.memberId, person.id))).toEqual([])
  })

  it('is kept for 365 days, out of reach for scripts; a forged cookie counts as none', async () => {
    const person = await createPerson()
    const visitor = new Visitor()
    visitor.cookies.set(device, 'forged')
    const response = await signIn(person.email, password, visitor)
    const line = response.headers.getSetCookie().find((cookie) => cookie.startsWith(device))
    expect(line).toMatch(new RegExp(`Max-Age=${deviceCookieMs / 1000}; Path=/; HttpOnly; Secure; SameSite=Lax`))
    expect(line).not.toContain('forged')
  })

  it('is reported in the member’s own language', async () => {
    const person = await createPerson()
    await db.update(members).set({ locale: 'en-us', timeZone: 'America/New_York' }).where(eq(members.id, person.id))
    await signIn(person.email, password)
    await signIn(person.email, password)
    expect(emailsTo(person.email).at(-1)?.html).toContain('<html lang="en-US">')
  })
})
