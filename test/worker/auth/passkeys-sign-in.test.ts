import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { members, passkeyChallenges, passkeys, sessions } from '#db/schema.ts'
import { challengeLifetimeMs } from '#features/auth/contract.ts'
import { attemptLimits } from '#server/limits/attempts.ts'
import { expiryStatements } from '#worker/sweep.ts'
import { advance, browserOf, createPerson, liveSessions, signIn } from '#test/support/worker/account.ts'
import { db } from '#test/support/worker/members.ts'
import { addPasskey, askAdd, askSignIn, Authenticator, newKeys, paths, signInWith } from '#test/support/worker/passkeys.ts'
import type { Forgery } from '#test/support/worker/passkeys.ts'
import { emailsTo, Visitor, visitorElsewhere } from '#test/support/worker/visitor.ts'

// Hashing a password takes its time by design.
vi.setConfig({ testTimeout: 60_000 })
afterEach(() => void vi.useRealTimers())

/** A member with one passkey. */
async function withPasskey(state: 'complete' | 'restricted' = 'complete') {
  const person = await createPerson({ confirmedAgoMs: 0 })
  const authenticator = await Authenticator.create()
  expect((await addPasskey(browserOf(person), authenticator)).status).toBe(200)
  if (state !== 'complete') await db.update(members).set({ state }).where(eq(members.id, person.id))
  return { person, authenticator }
}

const refusal = 'We couldn’t accept that passkey. Try again, or use another way to sign in.'

/** Everything that a refusal shows. */
async function refused(response: Response) {
  const { error } = await response.json<{ error: { code: string; message: string; requestId?: string } }>()
  const { requestId: _, ...shown } = error
  return { status: response.status, cookies: response.headers.getSetCookie(), ...shown }
}
const theOneAnswer = { status: 401, cookies: [], code: 'passkey-refused', message: refusal }

describe('signing in by passkey', () => {
  it('opens the session that a password opens, in a browser that knows no address', async () => {
    const { person, authenticator } = await withPasskey()
    const visitor = new Visitor()
    const response = await signInWith(visitor, authenticator)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      user: { id: person.id },
      token: expect.any(String),
      redirect: '/people-nearby',
    })
    expect(await (await visitor.get('/api/auth/session')).json()).toMatchObject({ user: { id: person.id, state: 'complete' } })
    expect([...visitor.cookies.keys()].toSorted()).toEqual(['__Host-access', '__Host-device', '__Host-refresh'])
  })

  it('records the last use, and reports a new browser as any sign-in does', async () => {
    const { person, authenticator } = await withPasskey()
    await signInWith(new Visitor(), authenticator) // the first browser is not announced
    const before = emailsTo(person.email).length
    await signInWith(new Visitor(), authenticator)
    expect(emailsTo(person.email).slice(before)).toHaveLength(1)
    const [row] = await db.select().from(passkeys).where(eq(passkeys.id, authenticator.id))
    expect(row?.lastUsedAt).toBeGreaterThan(Date.now() - 60_000)
  })

  it('leads a restricted member to the page that says why, and an incomplete one to the questionnaire', async () => {
    for (const [state, to] of [
      ['restricted', '/restricted'],
      ['incomplete', '/questionnaire'],
    ] as const) {
      const { person, authenticator } = await withPasskey()
      await db.update(members).set({ state }).where(eq(members.id, person.id))
      expect(await (await signInWith(new Visitor(), authenticator)).json()).toMatchObject({ redirect: to })
    }
  })

  it('goes on to the remembered page, and to no other site', async () => {
    const { authenticator } = await withPasskey()
    for (const [next, to] of [
      ['/likes', '/likes'],
      ['https://elsewhere.test/', '/people-nearby'],
      ['//elsewhere.test', '/people-nearby'],
    ]) {
      const visitor = new Visitor()
      const answer = await authenticator.sign(await askSignIn(visitor))
      expect(await (await visitor.post(paths.signIn, { answer, next })).json()).toMatchObject({ redirect: to })
    }
  })

  it('is no confirmation: what opens the account is changed by another way in only', async () => {
    const { person, authenticator } = await withPasskey()
    const visitor = new Visitor()
    await signInWith(visitor, authenticator)
    const codes = []
    for (const [path, body] of [
      [paths.new, {}],
      [paths.remove, { id: authenticator.id }],
      ['/api/auth/unlink', { provider: 'google' }],
      ['/api/account/email', { email: 'another@example.test' }],
    ] as const)
      codes.push((await visitor.post(path, body)).status)
    expect(codes).toEqual([403, 403, 403, 422])
    expect((await visitor.post('/api/auth/confirm', { password: 'warm-river-lantern' })).status).toBe(200)
    expect((await visitor.post(paths.new, {})).status).toBe(200)
    const rows = await db.select().from(sessions).where(eq(sessions.subjectId, person.id))
    expect(rows.filter(({ confirmedAt }) => confirmedAt !== null)).toHaveLength(2)
  })

  it('asks for no address, and its options are the same for everyone and name no passkey', async () => {
    const { authenticator } = await withPasskey()
    const known = new Visitor()
    await signInWith(known, authenticator)
    known.cookies.delete('__Host-access')
    known.cookies.delete('__Host-refresh')
    for (const visitor of [known, new Visitor()]) {
      const options = await askSignIn(visitor)
      expect(options).toEqual({
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        rpId: 'kismet.localhost',
        timeout: challengeLifetimeMs,
        userVerification: 'required',
      })
    }
  })
})

describe('an answer that is not genuine', () => {
  const forgeries: [string, (stranger: Authenticator) => Forgery | Promise<Forgery>][] = [
    ['from a foreign origin', () => ({ origin: 'https://kismet.example' })],
    ['from the same host over http', () => ({ origin: 'http://kismet.localhost' })],
    ['from a frame of another site', () => ({ crossOrigin: true })],
    ['for a foreign RP id', () => ({ rpId: 'kismet.example' })],
    ['of a registration', () => ({ type: 'webauthn.create' })],
    ['to a challenge that was never given', () => ({ challenge: 'A'.repeat(43) })],
    ['to no challenge', () => ({ challenge: '' })],
    ['without anybody present', () => ({ userPresent: false })],
    ['without a proof of who is present', () => ({ userVerified: false })],
    ['with the user handle of another account', () => ({ userHandle: 'A'.repeat(43) })],
    ['without a user handle', () => ({ userHandle: '' })],
    ['signed with another key', async () => ({ key: (await newKeys()).privateKey })],
    ['with a signature that was changed', () => ({ isTampered: true })],
    ['for a passkey that nobody has', () => ({ id: 'AAAAAAAAAAAAAAAAAAAAAA' })],
    ['for the passkey of another member', (stranger) => ({ id: stranger.id, userHandle: stranger.userHandle })],
  ]

  it.each(forgeries)('%s gets the one text, and no session', async (_, forge) => {
    const { person, authenticator } = await withPasskey()
    const stranger = (await withPasskey()).authenticator
    const before = await liveSessions(person.id)
    const response = await signInWith(new Visitor(), authenticator, await forge(stranger))
    expect(await refused(response)).toEqual(theOneAnswer)
    expect(await liveSessions(person.id)).toEqual(before)
    expect((await signInWith(new Visitor(), authenticator)).status).toBe(200)
  })

  it('replayed gets the one text, whoever sends it again', async () => {
    const { authenticator } = await withPasskey()
    const visitor = new Visitor()
    const answer = await authenticator.sign(await askSignIn(visitor))
    expect((await visitor.post(paths.signIn, { answer })).status).toBe(200)
    expect(await refused(await new Visitor().post(paths.signIn, { answer }))).toEqual(theOneAnswer)
  })

  it('sent twice at once opens one session', async () => {
    const { authenticator } = await withPasskey()
    const answer = await authenticator.sign(await askSignIn(new Visitor()))
    const both = await Promise.all([new Visitor(), new Visitor()].map((visitor) => visitor.post(paths.signIn, { answer })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
  })

  it('that failed has used up its challenge', async () => {
    const { authenticator } = await withPasskey()
    const options = await askSignIn(new Visitor())
    const forged = await authenticator.sign(options, { isTampered: true })
    const honest = await authenticator.sign(options)
    expect((await new Visitor().post(paths.signIn, { answer: forged })).status).toBe(401)
    expect(await refused(await new Visitor().post(paths.signIn, { answer: honest }))).toEqual(theOneAnswer)
  })

  it('that comes late gets the one text, and the sweep removes its challenge', async () => {
    const { authenticator } = await withPasskey()
    const visitor = new Visitor()
    const [inTime, late] = [await askSignIn(visitor), await askSignIn(visitor)]
    advance(challengeLifetimeMs - 5000)
    expect((await visitor.post(paths.signIn, { answer: await authenticator.sign(inTime) })).status).toBe(200)
    advance(6000)
    await askSignIn(visitor)
    const sweep = expiryStatements(Date.now()).find(({ name }) => name === 'passkey-challenges')
    const rest = await db.select().from(passkeyChallenges)
    expect(await refused(await visitor.post(paths.signIn, { answer: await authenticator.sign(late) }))).toEqual(theOneAnswer)
    if (sweep) await db.run(sweep.statement)
    const left = await db.select().from(passkeyChallenges)
    expect(rest.some(({ expiresAt }) => expiresAt < Date.now())).toBe(true)
    expect(left.filter(({ expiresAt }) => expiresAt < Date.now())).toEqual([])
    expect(left.length).toBeGreaterThan(0)
  })

  it('to a challenge for a new passkey gets the one text', async () => {
    const { person, authenticator } = await withPasskey()
    const { challenge, rp } = await askAdd(browserOf(person))
    const answer = await authenticator.sign({ challenge, rpId: rp.id, timeout: 0, userVerification: 'required' })
    expect(await refused(await new Visitor().post(paths.signIn, { answer }))).toEqual(theOneAnswer)
  })

  it('that cannot be read gets the one text', async () => {
    const { authenticator } = await withPasskey()
    const honest = await authenticator.sign(await askSignIn(new Visitor()))
    const other = (response: Record<string, unknown>) => ({ ...honest, response: { ...honest.response, ...response } })
    for (const answer of [
      undefined,
      null,
      'x',
      {},
      { id: honest.id },
      other({ clientDataJSON: 'e30' }),
      other({ clientDataJSON: 'x' }),
      other({ clientDataJSON: 'A'.repeat(5000) }),
      other({ authenticatorData: '' }),
      other({ authenticatorData: 'AAAA' }),
      other({ signature: 'AAAA' }),
      other({ signature: '!' }),
      other({ userHandle: 5 }),
      { ...honest, id: 'x'.repeat(2000) },
    ])
      expect(await refused(await new Visitor().post(paths.signIn, { answer }))).toEqual(theOneAnswer)
  })

  it('from another site is refused before it is read', async () => {
    const { authenticator } = await withPasskey()
    const visitor = new Visitor()
    const answer = await authenticator.sign(await askSignIn(visitor))
    const response = await visitor.post(paths.signIn, { answer }, { origin: 'https://elsewhere.test' })
    expect(response.status).toBe(403)
  })
})

describe('the counter of a passkey', () => {
  const use = async (authenticator: Authenticator, counter: number) =>
    (await signInWith(new Visitor(), authenticator, { counter })).status

  it('that stays 0 is no copy', async () => {
    const { authenticator } = await withPasskey()
    expect([await use(authenticator, 0), await use(authenticator, 0)]).toEqual([200, 200])
  })

  it('may grow, but neither stay nor go back', async () => {
    const { authenticator } = await withPasskey()
    const statuses = []
    for (const counter of [1, 5, 5, 4, 0, 6]) statuses.push(await use(authenticator, counter))
    expect(statuses).toEqual([200, 200, 401, 401, 401, 200])
  })
})

describe('the limits of sign-ins by passkey', () => {
  it('count refusals with those of passwords, per network, and a success takes its own back', async () => {
    const { authenticator } = await withPasskey()
    const visitor = visitorElsewhere()
    for (let tries = 0; tries < 3; tries += 1) await signInWith(visitor, authenticator)
    const { limit } = attemptLimits.refusedSignIns
    const statuses = new Set<number>()
    for (let tries = 0; tries < limit; tries += 1) statuses.add((await visitor.post(paths.signIn, { answer: {} })).status)
    expect([...statuses]).toEqual([401])
    const over = await signInWith(visitor, authenticator)
    expect([over.status, Number(over.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
    expect((await signIn('nobody@example.test', 'warm-river-lantern', visitor)).status).toBe(429)
    expect((await signInWith(visitorElsewhere(), authenticator)).status).toBe(200)
  })

  it('count challenges per network', async () => {
    const visitor = visitorElsewhere()
    const { limit } = attemptLimits.passkeyChallenges
    const asked = await Promise.all(Array.from({ length: limit + 1 }, () => visitor.post(paths.challenge, {})))
    expect(asked.filter(({ status }) => status === 429)).toHaveLength(1)
    expect((await visitorElsewhere().post(paths.challenge, {})).status).toBe(200)
  })
})
