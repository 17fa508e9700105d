import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { emailChanges, identities, knownDevices, members, oneTimeCodes } from '#db/schema.ts'
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
import { codeIn, emailsTo, linkIn, newPerson, signUp, Visitor } from '#test/support/worker/visitor.ts'

// Hashing a password takes its time by design.
vi.setConfig({ testTimeout: 60_000 })
afterEach(() => void vi.useRealTimers())

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const newAddress = () => `new-${crypto.randomUUID()}@example.test`
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

const ask = (person: Pick<TestPerson, 'token'>, email: string, secret?: string) =>
  browserOf(person).post('/api/account/email', { email, ...(secret === undefined ? {} : { password: secret }) })
const confirm = (person: Pick<TestPerson, 'token'>, code: string) =>
  browserOf(person).post('/api/account/email/confirm', { code })
const addressOf = async (id: string) => (await db.select().from(members).where(eq(members.id, id)))[0]?.email
const codeFor = (email: string) => codeIn(emailsTo(email).at(-1))

/** Returns a member whose address has just been changed, and the token of the email to the old one. */
async function changed() {
  const person = await createPerson({ confirmedAgoMs: 0 })
  const email = newAddress()
  await ask(person, email)
  await confirm(person, codeFor(email))
  const link = linkIn(emailsTo(person.email).at(-1))
  return { person, email, link, t: new URL(link, 'https://kismet.localhost').searchParams.get('t') ?? '' }
}

const undo = (t: string, visitor = new Visitor()) => visitor.post('/api/account/email/undo', { t })

describe('changing the address', () => {
  it('takes the code from the new address; the old one gets an e-mail with a way back', async () => {
    const person = await createPerson({ confirmedAgoMs: 0 })
    const email = newAddress()
    const asked = await ask(person, email)
    expect(asked.status).toBe(202)
    const body = await asked.text()
    const code = codeFor(email)
    expect(code).toMatch(/^\d{6}$/)
    expect(body).not.toContain(code)
    expect(JSON.stringify(await db.select().from(oneTimeCodes))).not.toContain(code)
    expect(await addressOf(person.id)).toBe(person.email)

    const done = await confirm(person, code)
    expect([done.status, await done.json()]).toMatchObject([200, { email }])
    expect(await addressOf(person.id)).toBe(email)
    expect(emailsTo(person.email).map(({ subject }) => subject)).toEqual(['The email address on your Kismet account has changed'])
    expect(linkIn(emailsTo(person.email).at(-1))).toMatch(/^\/sign-in\?step=undo&t=[\w-]{43}$/)
    expect((await signIn(email, password)).status).toBe(200)
    expect((await signIn(person.email, password)).status).toBe(401)
  })

  it('signs out everywhere else and closes what was open there, and says so', async () => {
    const person = await createPerson({ confirmedAgoMs: 0 })
    const phone = await addSession(person.id)
    const [there, here] = [await connect(person.id, phone), await connect(person.id, person.sid)]
    const email = newAddress()
    await ask(person, email)
    expect(new Set(await liveSessions(person.id))).toEqual(new Set([person.sid, phone]))
    const done = await confirm(person, codeFor(email))
    expect((await done.json<{ notice: string }>()).notice).toContain('You’ve signed all your other devices out.')
    expect(await there.closed).toMatchObject({ code: 4401 })
    expect(await liveSessions(person.id)).toEqual([person.sid])
    expect((await browserOf(person).get('/api/auth/session')).status).toBe(200)
    expect(emailsTo(person.email).at(-1)?.text).toContain('We’ve signed all your other devices out.')
    expect(await Promise.race([here.closed, Promise.resolve('open')])).toBe('open')
  })

  it('needs the password when the session was not confirmed within ten minutes', async () => {
    const person = await createPerson({ confirmedAgoMs: 10 * minuteMs + 1000 })
    const email = newAddress()
    for (const [secret, status, text] of [
      [undefined, 422, 'Please fill this in.'],
      ['not-the-password', 422, 'That’s not your password.'],
    ] as const) {
      const refused = await ask(person, email, secret)
      expect([refused.status, await refused.json()]).toMatchObject([
        status,
        { error: { fields: { password: expect.stringContaining(text) } } },
      ])
    }
    expect(emailsTo(email)).toEqual([])
    expect((await ask(person, email, password)).status).toBe(202)
    // The password has confirmed the session for the next ten minutes.
    expect((await ask(person, newAddress())).status).toBe(202)
  })

  it('lets nobody guess passwords: after ten the right one is refused, too', async () => {
    const person = await createPerson()
    for (let time = 0; time < 10; time++) expect((await ask(person, newAddress(), 'not-the-password')).status).toBe(422)
    expect((await ask(person, newAddress(), password)).status).toBe(429)
  })

  it('asks those without a password for a fresh sign-in', async () => {
    const stale = await createPerson({ passwordHash: '' })
    const refused = await ask(stale, newAddress(), 'anything-at-all')
    expect([refused.status, (await refused.json<{ error: { code: string } }>()).error.code]).toEqual([403, 'unconfirmed'])
    expect((await ask(await createPerson({ passwordHash: '', confirmedAgoMs: 0 }), newAddress())).status).toBe(202)
  })

  it('answers alike for an address that is taken, whose code never fits, and informs its owner', async () => {
    const [person, owner] = [await createPerson({ confirmedAgoMs: 0 }), await createPerson()]
    const free = newAddress()
    const neutral = (text: string, email: string) => text.replaceAll(email, 'ADDRESS')
    const [first, second] = [await ask(person, free), await ask(person, owner.email)]
    expect([second.status, neutral(await second.text(), owner.email)]).toEqual([first.status, neutral(await first.text(), free)])
    expect(emailsTo(owner.email).map(({ subject }) => subject)).toEqual(['This address belongs to your Kismet account'])
    expect(codeIn(emailsTo(owner.email)[0])).toBe('')
    const wrong = await confirm(person, '000000')
    expect([wrong.status, (await wrong.json<{ error: { code: string } }>()).error.code]).toEqual([422, 'wrong-code'])
    expect(await addressOf(person.id)).toBe(person.email)
  })

  it('fails when the address becomes another member’s before the code is typed', async () => {
    const person = await createPerson({ confirmedAgoMs: 0 })
    const email = newAddress()
    await ask(person, email)
    const code = codeFor(email)
    const other = await createPerson()
    await db.update(members).set({ email }).where(eq(members.id, other.id))
    expect((await confirm(person, code)).status).toBe(422)
    expect(await addressOf(person.id)).toBe(person.email)
    expect(await db.select().from(emailChanges).where(eq(emailChanges.memberId, person.id))).toEqual([])
  })

  it('makes a sign-up that waits for the new address worthless', async () => {
    const waiting = await signUp(newPerson())
    const person = await createPerson({ confirmedAgoMs: 0 })
    await ask(person, waiting.person.email)
    await confirm(person, codeFor(waiting.person.email))
    expect(await addressOf(person.id)).toBe(waiting.person.email)
    expect((await waiting.visitor.post('/api/registration/verify', { code: waiting.code })).status).toBe(422)
  })

  it('refuses a wrong code, and after five the right one; another e-mail brings a new one', async () => {
    const person = await createPerson({ confirmedAgoMs: 0 })
    const email = newAddress()
    await ask(person, email)
    const code = codeFor(email)
    const tries = await Promise.all(Array.from({ length: 8 }, async () => (await confirm(person, otherThan(code))).status))
    expect(tries.filter((status) => status === 422)).toHaveLength(5)
    expect((await confirm(person, code)).status).toBe(410)
    expect((await browserOf(person).post('/api/account/email/resend', {})).status).toBe(429)
    advance(minuteMs + 1)
    expect((await browserOf(person).post('/api/account/email/resend', {})).status).toBe(202)
    expect((await confirm(person, codeFor(email))).status).toBe(200)
  })

  it.each(['sent once more', 'asked for once more'])('leaves the code of each e-mail its ten minutes: %s', async (how) => {
    const person = await createPerson({ confirmedAgoMs: 0 })
    const email = newAddress()
    const another = () =>
      how === 'sent once more' ? browserOf(person).post('/api/account/email/resend', {}) : ask(person, email)
    await ask(person, email)
    for (let time = 0; time < 3; time++) {
      advance(2 * minuteMs)
      expect((await another()).status).toBe(202)
    }
    const [first = '', second = '', ...newer] = emailsTo(email).map(codeIn)
    expect(newer).toHaveLength(2)
    advance(4 * minuteMs)
    // The access token has lasted its ten minutes by then, too.
    const token = await issueAccessToken(env, { sub: person.id, sid: person.sid, kind: 'member' }, Date.now())
    if (![second, ...newer].includes(first)) expect((await confirm({ token }, first)).status).toBe(422)
    expect((await confirm({ token }, second)).status).toBe(200)
  })

  it('takes no code of an address that was given up for another', async () => {
    const person = await createPerson({ confirmedAgoMs: 0 })
    const [given, other] = [newAddress(), newAddress()]
    await ask(person, given)
    await ask(person, other)
    if (codeFor(given) !== codeFor(other)) expect((await confirm(person, codeFor(given))).status).toBe(422)
    expect((await confirm(person, codeFor(other))).status).toBe(200)
    expect(await addressOf(person.id)).toBe(other)
  })

  it('refuses a code after ten minutes, a used one, and one that another member was sent', async () => {
    const person = await createPerson({ confirmedAgoMs: 0 })
    const email = newAddress()
    await ask(person, email)
    const code = codeFor(email)
    expect((await confirm(await createPerson({ confirmedAgoMs: 0 }), code)).status).toBe(410)
    const expireAt = (expiresAt: number) => db.update(oneTimeCodes).set({ expiresAt }).where(eq(oneTimeCodes.email, email))
    await expireAt(Date.now())
    expect((await confirm(person, code)).status).toBe(410)
    await expireAt(Date.now() + minuteMs)
    const once = await Promise.all([confirm(person, code), confirm(person, code)])
    expect(once.map(({ status }) => status).sort()).toEqual([200, 410])
    expect((await confirm(person, code)).status).toBe(410)
    expect(await db.select().from(emailChanges).where(eq(emailChanges.memberId, person.id))).toHaveLength(1)
  })

  it('ends what an earlier password reset e-mail could do', async () => {
    const person = await createPerson({ confirmedAgoMs: 0 })
    const { redirect } = await (
      await new Visitor().post('/api/account/reset', { email: person.email })
    ).json<{ redirect: string }>()
    const resetCode = codeFor(person.email)
    const email = newAddress()
    await ask(person, email)
    await confirm(person, codeFor(email))
    const c = new URL(redirect, 'https://kismet.localhost').searchParams.get('c')
    const response = await new Visitor().post('/api/account/reset/password', { c, code: resetCode, password: 'a-new-harbour' })
    expect(response.status).toBe(410)
  })

  it('is for members with a live session only', async () => {
    expect((await new Visitor().post('/api/account/email', { email: newAddress() })).status).toBe(401)
    const { visitor } = await signUp()
    expect((await visitor.post('/api/account/email', { email: newAddress() })).status).toBe(401)
    const person = await createPerson({ confirmedAgoMs: 0 })
    await browserOf(person).post('/api/auth/sign-out', {})
    expect((await ask(person, newAddress())).status).toBe(401)
  })

  it('works as a plain form: the settings ask for the code, and name what is wrong', async () => {
    const person = await createPerson({ confirmedAgoMs: 0 })
    const visitor = browserOf(person)
    const referer = { referer: 'https://kismet.localhost/main-settings' }
    const email = newAddress()
    await visitor.submit('/api/account/email', [['email', person.email]], referer)
    expect(await (await visitor.get('/main-settings')).text()).toContain('This is already your address.')
    const sent = await visitor.submit('/api/account/email', [['email', email]], referer)
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/main-settings'])
    const page = await (await visitor.get('/main-settings')).text()
    expect(page).toContain('action="/api/account/email/confirm"')
    expect(page).not.toContain(codeFor(email))
    await visitor.submit('/api/account/email/confirm', [['code', codeFor(email)]], referer)
    expect(await (await visitor.get('/main-settings')).text()).toContain(`Your address is now ${email}`)
  })
})

describe('undoing a change of address', () => {
  it('works without being signed in: old address, no session, no socket, no password, no linked account', async () => {
    const { person, email, link, t } = await changed()
    await db.insert(identities).values({
      issuer: 'https://issuer.test',
      subject: person.id,
      provider: 'google',
      memberId: person.id,
      linkedAt: Date.now(),
    })
    const phone = await addSession(person.id)
    const socket = await connect(person.id, phone)
    const page = await new Visitor().get(link)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('action="/api/account/email/undo"')])
    expect(await addressOf(person.id)).toBe(email)

    const visitor = new Visitor()
    const { redirect } = await (await undo(t, visitor)).json<{ redirect: string }>()
    expect(redirect).toMatch(/^\/sign-in\?step=reset&c=[\w-]{22}&why=undone$/)
    expect(await addressOf(person.id)).toBe(person.email)
    expect(await liveSessions(person.id)).toEqual([])
    expect(await socket.closed).toMatchObject({ code: 4401 })
    expect((await browserOf(person).get('/api/auth/session')).status).toBe(401)
    for (const address of [person.email, email]) expect((await signIn(address, password)).status).toBe(401)
    expect(await db.select().from(identities).where(eq(identities.memberId, person.id))).toEqual([])
    expect(await db.select().from(knownDevices).where(eq(knownDevices.memberId, person.id))).toEqual([])

    expect(await (await visitor.get(redirect)).text()).toContain('Your old email address is back')
    const c = new URL(redirect, 'https://kismet.localhost').searchParams.get('c')
    const secret = 'a-new-quiet-harbour'
    await visitor.post('/api/account/reset/password', { c, code: codeFor(person.email), password: secret })
    expect((await signIn(person.email, secret)).status).toBe(200)
  })

  it('opens its page also to whoever is still signed in, and signs that browser out', async () => {
    const { person, link, t } = await changed()
    const visitor = browserOf(person)
    expect((await visitor.get(link)).status).toBe(200)
    await undo(t, visitor)
    expect(visitor.cookies.has('__Host-access')).toBe(false)
  })

  it('is open to a member who was restricted since, also where they are signed in', async () => {
    const { person, t } = await changed()
    await db.update(members).set({ state: 'restricted' }).where(eq(members.id, person.id))
    expect((await undo(t, browserOf(person))).status).toBe(200)
    expect(await addressOf(person.id)).toBe(person.email)
  })

  it('changes nothing by being opened, fetched or prefetched', async () => {
    const { person, email, link, t } = await changed()
    for (const path of [link, link.replace('?', '/_payload.json?'), '/api/account/email/undo?t=' + t])
      await new Visitor().get(path)
    expect(await addressOf(person.id)).toBe(email)
  })

  it('happens once, and not after 48 hours', async () => {
    const first = await changed()
    const both = await Promise.all([undo(first.t), undo(first.t)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410])
    expect(await (await new Visitor().get(first.link)).text()).toContain('This link no longer works.')
    const second = await changed()
    advance(48 * hourMs - 1000)
    expect(await (await new Visitor().get(second.link)).text()).toContain('action="/api/account/email/undo"')
    advance(2000)
    expect((await undo(second.t)).status).toBe(410)
    expect(await (await new Visitor().get(second.link)).text()).not.toContain('action="/api/account/email/undo"')
    expect(await addressOf(second.person.id)).toBe(second.email)
  })

  it('is refused with a forged token, which cannot be derived from the database either', async () => {
    const { person, email, t } = await changed()
    for (const forged of ['', 'x'.repeat(43), t.slice(0, -1), `${t}x`, person.id]) expect((await undo(forged)).status).toBe(410)
    expect(JSON.stringify(await db.select().from(emailChanges))).not.toContain(t)
    expect(await addressOf(person.id)).toBe(email)
  })

  it('goes back to the owner’s address past any later change, whose own link dies with it', async () => {
    const { person, email, t } = await changed()
    const third = newAddress()
    await ask(person, third)
    await confirm(person, codeFor(third))
    const later = new URL(linkIn(emailsTo(email).at(-1)), 'https://kismet.localhost').searchParams.get('t') ?? ''
    expect(later).not.toBe('')
    expect((await undo(t)).status).toBe(200)
    expect(await addressOf(person.id)).toBe(person.email)
    expect((await undo(later)).status).toBe(410)
    expect(await addressOf(person.id)).toBe(person.email)
  })

  it('stops a change that was under way', async () => {
    const { person, t } = await changed()
    const next = newAddress()
    await ask(person, next)
    await undo(t)
    expect((await confirm(person, codeFor(next))).status).toBe(401)
    expect(await addressOf(person.id)).toBe(person.email)
  })

  it('leaves an account alone that has joined again with the old address', async () => {
    const { person, email, t } = await changed()
    const other = await createPerson()
    await db.update(members).set({ email: person.email }).where(eq(members.id, other.id))
    expect((await undo(t)).status).toBe(409)
    expect(await addressOf(person.id)).toBe(email)
  })
})
