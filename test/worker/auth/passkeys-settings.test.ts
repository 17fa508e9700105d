import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { passkeys, sessions } from '#db/schema.ts'
import { challengeLifetimeMs, confirmationLifetimeMs, maxPasskeys } from '#features/auth/contract.ts'
import { attemptLimits } from '#server/limits/attempts.ts'
import { addSession, advance, browserOf, createPerson } from '#test/support/worker/account.ts'
import { db } from '#test/support/worker/members.ts'
import { addPasskey, askAdd, askSignIn, Authenticator, paths, signInWith, type Forgery } from '#test/support/worker/passkeys.ts'
import { createLinked, leaveFor } from '#test/support/worker/provider-visit.ts'
import { codeIn, emailsTo, linkIn, Visitor, visitorElsewhere } from '#test/support/worker/visitor.ts'
import { issueAccessToken } from '#features/auth/session/server/tokens/access-token.ts'
import { env } from 'cloudflare:test'

// Hashing a password takes its time by design.
vi.setConfig({ testTimeout: 60_000 })
afterEach(() => void vi.useRealTimers())

const idsOf = async (memberId: string) =>
  (await db.select().from(passkeys).where(eq(passkeys.memberId, memberId))).map(({ id }) => id)

async function confirmed() {
  const person = await createPerson({ confirmedAgoMs: 0 })
  return { person, visitor: browserOf(person) }
}

const codeOf = async (response: Response) => {
  const { error } = await response.json<{ error: { code: string; message: string } }>()
  return [response.status, error.code, error.message]
}
const theOneAnswer = [401, 'passkey-refused', 'We couldn’t accept that passkey. Try again, or use another way to sign in.']

describe('adding a passkey', () => {
  it('stores the key, the name of its authenticator and how it is reached, and answers what the settings show', async () => {
    const { person, visitor } = await confirmed()
    const authenticator = await Authenticator.create()
    const response = await addPasskey(visitor, authenticator)
    expect(await response.json()).toEqual({
      passkey: { id: authenticator.id, name: 'Google Password Manager', createdAt: expect.any(Number), lastUsedAt: null },
      notice: 'Passkey added. You can sign in with it from now on.',
    })
    expect(await db.select().from(passkeys).where(eq(passkeys.memberId, person.id))).toMatchObject([
      { id: authenticator.id, counter: 0, transports: ['internal', 'hybrid'], backedUp: true },
    ])
    const page = await (await visitor.get('/main-settings?section=devices')).text()
    expect(page).toContain('Google Password Manager')
  })

  it('has a random user handle, which is neither id nor address and the same for all passkeys of a member', async () => {
    const { person, visitor } = await confirmed()
    const first = await askAdd(visitor)
    expect(first.user).toEqual({ id: expect.stringMatching(/^[\w-]{43}$/), name: person.email, displayName: 'Robin' })
    expect(first.user.id).not.toContain(person.id)
    const [one, two] = [await Authenticator.create(), await Authenticator.create()]
    await addPasskey(visitor, one)
    await addPasskey(visitor, two)
    expect(one.userHandle).not.toBe(first.user.id) // of another attempt
    expect(two.userHandle).toBe(one.userHandle)
    const other = await confirmed()
    expect((await askAdd(other.visitor)).user.id).not.toBe(one.userHandle)
  })

  it('asks for a discoverable one without attestation, and for none that the member has', async () => {
    const { visitor } = await confirmed()
    const authenticator = await Authenticator.create()
    await addPasskey(visitor, authenticator)
    expect(await askAdd(visitor)).toMatchObject({
      rp: { id: 'kismet.localhost', name: 'Kismet' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      excludeCredentials: [{ type: 'public-key', id: authenticator.id, transports: ['internal', 'hybrid'] }],
    })
  })

  it('has no name for an authenticator that does not say what it is', async () => {
    const { visitor } = await confirmed()
    for (const aaguid of ['00000000-0000-0000-0000-000000000000', '12345678-1234-1234-1234-123456789abc']) {
      const response = await addPasskey(visitor, await Authenticator.create(aaguid))
      expect(await response.json()).toMatchObject({ passkey: { name: null } })
    }
  })

  const forgeries: [string, Forgery][] = [
    ['from a foreign origin', { origin: 'https://kismet.example' }],
    ['from a frame of another site', { crossOrigin: true }],
    ['for a foreign RP id', { rpId: 'kismet.example' }],
    ['of a sign-in', { type: 'webauthn.get' }],
    ['to a challenge that was never given', { challenge: 'A'.repeat(43) }],
    ['without anybody present', { userPresent: false }],
    ['without a proof of who is present', { userVerified: false }],
    ['with another id than its authenticator says', { id: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ]

  it.each(forgeries)('%s gets the one text, and nothing is stored', async (_, forgery) => {
    const { person, visitor } = await confirmed()
    const response = await addPasskey(visitor, await Authenticator.create(), forgery)
    expect(await codeOf(response)).toEqual(theOneAnswer)
    expect(await idsOf(person.id)).toEqual([])
    expect(emailsTo(person.email)).toEqual([])
  })

  it('with a replayed or late challenge, or one of a sign-in, gets the one text', async () => {
    const { person, visitor } = await confirmed()
    const answer = await (await Authenticator.create()).make(await askAdd(visitor))
    expect((await visitor.post(paths.add, { answer })).status).toBe(200)
    expect(await codeOf(await visitor.post(paths.add, { answer }))).toEqual(theOneAnswer)
    const late = await (await Authenticator.create()).make(await askAdd(visitor))
    const { challenge } = await askSignIn(visitor)
    const ofSignIn = await (await Authenticator.create()).make(await askAdd(visitor), { challenge })
    expect(await codeOf(await visitor.post(paths.add, { answer: ofSignIn }))).toEqual(theOneAnswer)
    advance(challengeLifetimeMs + 1000)
    expect(await codeOf(await visitor.post(paths.add, { answer: late }))).toEqual(theOneAnswer)
    expect(await idsOf(person.id)).toHaveLength(1)
  })

  it('with the challenge of another member, or of another session of the same one, gets the one text', async () => {
    const [one, two] = [await confirmed(), await confirmed()]
    const answer = await (await Authenticator.create()).make(await askAdd(one.visitor))
    expect(await codeOf(await two.visitor.post(paths.add, { answer }))).toEqual(theOneAnswer)
    const sid = await addSession(one.person.id)
    await db.update(sessions).set({ confirmedAt: Date.now() }).where(eq(sessions.id, sid))
    const token = await issueAccessToken(env, { sub: one.person.id, sid, kind: 'member' }, Date.now())
    const again = await (await Authenticator.create()).make(await askAdd(one.visitor))
    expect(await codeOf(await browserOf({ token }).post(paths.add, { answer: again }))).toEqual(theOneAnswer)
  })

  it('that another member has gets the one text, and stays theirs', async () => {
    const [one, two] = [await confirmed(), await confirmed()]
    const authenticator = await Authenticator.create()
    await addPasskey(one.visitor, authenticator)
    expect(await codeOf(await addPasskey(two.visitor, authenticator))).toEqual(theOneAnswer)
    expect([await idsOf(one.person.id), await idsOf(two.person.id)]).toEqual([[authenticator.id], []])
  })

  it('takes no key that is too weak or of another kind', async () => {
    const { visitor } = await confirmed()
    const spki = async (algorithm: Parameters<SubtleCrypto['generateKey']>[0]) => {
      const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
      if (!('publicKey' in keys)) throw new Error('not a pair')
      const bytes = await crypto.subtle.exportKey('spki', keys.publicKey)
      return btoa(String.fromCharCode(...new Uint8Array(bytes instanceof ArrayBuffer ? bytes : [])))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '')
    }
    const rsa = (modulusLength: number) => ({
      name: 'RSASSA-PKCS1-v1_5',
      hash: 'SHA-256',
      modulusLength,
      publicExponent: new Uint8Array([1, 0, 1]),
    })
    const statuses = []
    for (const publicKey of [
      await spki({ name: 'ECDSA', namedCurve: 'P-384' }),
      await spki(rsa(1024)),
      'AAAA',
      await spki(rsa(2048)),
    ]) {
      const made = await (await Authenticator.create()).make(await askAdd(visitor))
      const answer = { ...made, response: { ...made.response, publicKey } }
      statuses.push((await visitor.post(paths.add, { answer })).status)
    }
    expect(statuses).toEqual([401, 401, 401, 200])
  })

  it('stops at ten, also when two are added at once, and there is room again after a removal', async () => {
    const { person, visitor } = await confirmed()
    const first = await Authenticator.create()
    await addPasskey(visitor, first)
    for (let count = 2; count < maxPasskeys; count += 1) await addPasskey(visitor, await Authenticator.create())
    const answers = [
      await (await Authenticator.create()).make(await askAdd(visitor)),
      await (await Authenticator.create()).make(await askAdd(visitor)),
    ]
    const both = await Promise.all(answers.map((answer) => visitor.post(paths.add, { answer })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await idsOf(person.id)).toHaveLength(maxPasskeys)
    const full = [409, 'passkeys-full', 'You have ten passkeys, and that’s the limit. Remove one to add another.']
    expect(maxPasskeys).toBe(10)
    expect(await codeOf(await visitor.post(paths.new, {}))).toEqual(full)
    await visitor.post(paths.remove, { id: first.id })
    expect((await addPasskey(visitor, await Authenticator.create())).status).toBe(200)
  })

  it('has a limit of its own per member', async () => {
    const { visitor } = await confirmed()
    const { limit } = attemptLimits.newPasskeys
    const statuses = []
    for (let asked = 0; asked <= limit; asked += 1) statuses.push((await visitor.post(paths.new, {})).status)
    expect(statuses.lastIndexOf(200)).toBe(limit - 1)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('what opens the account', () => {
  it.each([
    ['never', undefined],
    ['too long ago', confirmationLifetimeMs + 60_000],
  ])('is changed by a session that was confirmed %s only after the password', async (_, confirmedAgoMs) => {
    const person = await createPerson(confirmedAgoMs === undefined ? {} : { confirmedAgoMs })
    const visitor = browserOf(person)
    for (const [path, body] of [
      [paths.new, {}],
      [paths.add, { answer: {} }],
      [paths.remove, { id: 'x' }],
    ] as const)
      expect((await codeOf(await visitor.post(path, body))).slice(0, 2)).toEqual([403, 'unconfirmed'])
    await visitor.post('/api/auth/confirm', { password: 'warm-river-lantern' })
    expect((await addPasskey(visitor, await Authenticator.create())).status).toBe(200)
  })

  it('is changed by no guest', async () => {
    for (const [path, body] of [
      [paths.new, {}],
      [paths.add, { answer: {} }],
      [paths.remove, { id: 'x' }],
    ] as const)
      expect((await new Visitor().post(path, body)).status).toBe(401)
  })

  it('comes back from the confirmation to the devices, and to no other site', async () => {
    const confirm = async (next?: string) => {
      const visitor = browserOf(await createPerson())
      const response = await visitor.post('/api/auth/confirm', { password: 'warm-river-lantern', ...(next ? { next } : {}) })
      return (await response.json<{ redirect: string }>()).redirect
    }
    expect(await confirm('/main-settings?section=devices')).toBe('/main-settings?section=devices')
    expect(await confirm()).toBe('/main-settings?section=account')
    expect(await confirm('https://elsewhere.test/')).toBe('/main-settings?section=account')
  })

  it('is changed by a member without a password after their linked account has confirmed them', async () => {
    const { member, person } = await createLinked('google')
    const visitor = browserOf(member)
    expect((await visitor.post(paths.new, {})).status).toBe(403)
    const page = await (await visitor.get('/main-settings?section=devices')).text()
    expect(page).toContain('action="/api/auth/confirm/google"')
    const next = '/main-settings?section=devices'
    const { back } = await leaveFor(visitor, '/api/auth/confirm/google', { person }, { next })
    expect((await visitor.get(back)).headers.get('location')).toBe(next)
    expect((await addPasskey(visitor, await Authenticator.create())).status).toBe(200)
  })

  it('can be read, but not changed, on a page whose session is not confirmed', async () => {
    const { person, visitor } = await confirmed()
    const authenticator = await Authenticator.create()
    await addPasskey(visitor, authenticator)
    const pageOf = async () => (await visitor.get('/main-settings?section=devices')).text()
    const button = `value="${authenticator.id}"`
    expect(await pageOf()).toContain(button)
    await db.update(sessions).set({ confirmedAt: null }).where(eq(sessions.id, person.sid))
    const page = await pageOf()
    expect(page).toContain('Google Password Manager')
    expect(page).not.toContain(button)
    expect(page).toContain('action="/api/auth/confirm"')
  })
})

describe('removing a passkey', () => {
  it('ends its use at once, also without a script', async () => {
    const { person, visitor } = await confirmed()
    const authenticator = await Authenticator.create()
    await addPasskey(visitor, authenticator)
    const referer = { referer: 'https://kismet.localhost/main-settings?section=devices' }
    const done = await visitor.submit(paths.remove, [['id', authenticator.id]], referer)
    expect([done.status, done.headers.get('location')]).toEqual([303, '/main-settings?section=devices'])
    expect(await idsOf(person.id)).toEqual([])
    expect((await signInWith(new Visitor(), authenticator)).status).toBe(401)
  })

  it('answers alike for the passkey of another member and for none, and leaves theirs', async () => {
    const [one, two] = [await confirmed(), await confirmed()]
    const authenticator = await Authenticator.create()
    await addPasskey(one.visitor, authenticator)
    const answers = []
    for (const id of [authenticator.id, 'AAAAAAAAAAAAAAAAAAAAAA'])
      answers.push(await codeOf(await two.visitor.post(paths.remove, { id })))
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]?.[0]).toBe(404)
    expect(await idsOf(one.person.id)).toEqual([authenticator.id])
  })
})

describe('the owner', () => {
  it('gets an email about both, which names the authenticator', async () => {
    const { person, visitor } = await confirmed()
    const authenticator = await Authenticator.create()
    await addPasskey(visitor, authenticator)
    await visitor.post(paths.remove, { id: authenticator.id })
    const emails = emailsTo(person.email)
    expect(emails.map(({ subject }) => subject)).toEqual([
      'You can now sign in to Kismet with a passkey',
      'A passkey was removed from your Kismet account',
    ])
    for (const email of emails) {
      expect(email.text).toContain('Saved in: Google Password Manager')
      expect(linkIn(email)).toBe('/main-settings?section=devices')
    }
  })

  it('who resets the password is rid of the passkeys added since, and reads so', async () => {
    const { person, visitor } = await confirmed()
    const authenticator = await Authenticator.create()
    await addPasskey(visitor, authenticator)
    const elsewhere = visitorElsewhere()
    const asked = await elsewhere.post('/api/account/reset', { email: person.email })
    const { redirect } = await asked.json<{ redirect: string }>()
    const c = new URL(redirect, 'https://kismet.localhost').searchParams.get('c')
    const code = codeIn(emailsTo(person.email).at(-1))
    const done = await elsewhere.post('/api/account/reset/password', { c, code, password: 'a-quite-different-harbour' })
    expect(done.status).toBe(200)
    expect(await idsOf(person.id)).toEqual([])
    expect((await signInWith(new Visitor(), authenticator)).status).toBe(401)
    expect(emailsTo(person.email).at(-1)?.text).toContain('Your passkeys no longer work.')
  })

  it('who changes the password keeps them', async () => {
    const { person, visitor } = await confirmed()
    const authenticator = await Authenticator.create()
    await addPasskey(visitor, authenticator)
    const change = { currentPassword: 'warm-river-lantern', password: 'a-quite-different-harbour' }
    expect((await visitor.post('/api/account/password', change)).status).toBe(200)
    expect(await idsOf(person.id)).toEqual([authenticator.id])
    expect(emailsTo(person.email).at(-1)?.text).not.toContain('Your passkeys no longer work.')
  })

  /** Changes the address, and returns the secret of the email that undoes it. */
  async function changeAddress({ person, visitor }: Awaited<ReturnType<typeof confirmed>>): Promise<string> {
    const email = `new-${crypto.randomUUID()}@example.test`
    await visitor.post('/api/auth/confirm', { password: 'warm-river-lantern' })
    await visitor.post('/api/account/email', { email })
    await visitor.post('/api/account/email/confirm', { code: codeIn(emailsTo(email).at(-1)) })
    return new URL(linkIn(emailsTo(person.email).at(-1)), 'https://kismet.localhost').searchParams.get('t') ?? ''
  }

  it('who undoes a change of address is rid of the passkeys added since', async () => {
    const { person, visitor } = await confirmed()
    const t = await changeAddress({ person, visitor })
    const authenticator = await Authenticator.create()
    expect((await addPasskey(visitor, authenticator)).status).toBe(200)
    expect((await new Visitor().post('/api/account/email/undo', { t })).status).toBe(200)
    expect(await idsOf(person.id)).toEqual([])
    expect((await signInWith(new Visitor(), authenticator)).status).toBe(401)
  })

  const hourMs = 60 * 60_000

  it.each([
    ['by the session that changed it, however old it is', 72, 60, false],
    ['within two days before the change, in any session', 1, 47, false],
    ['before that, in another session', 1, 49, true],
  ])('who undoes a change: a passkey that was added %s', async (_, sessionAgeHours, passkeyAgeHours, stays) => {
    const { person, visitor } = await confirmed()
    const authenticator = await Authenticator.create()
    await addPasskey(visitor, authenticator)
    const ago = (hours: number) => Date.now() - hours * hourMs
    await db
      .update(passkeys)
      .set({ createdAt: ago(passkeyAgeHours) })
      .where(eq(passkeys.memberId, person.id))
    await db
      .update(sessions)
      .set({ createdAt: ago(sessionAgeHours) })
      .where(eq(sessions.id, person.sid))
    const t = await changeAddress({ person, visitor })
    expect((await new Visitor().post('/api/account/email/undo', { t })).status).toBe(200)
    expect((await signInWith(new Visitor(), authenticator)).status).toBe(stays ? 200 : 401)
  })
})
