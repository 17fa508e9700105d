import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { auditLog, factorPasskeys, secondFactors, sessions } from '#db/schema.ts'
import { challengeLifetimeMs, type PasskeyRequest } from '#features/auth/contract.ts'
import { advance, browserOf } from '#test/support/worker/account.ts'
import { db } from '#test/support/worker/members.ts'
import { addPasskey, askSignIn, Authenticator, paths, signInWith, type Forgery } from '#test/support/worker/passkeys.ts'
import { codeNow, Colleague, confirmAnew, createColleague, createModerator, signInAgain } from '#test/support/worker/staff.ts'
import { emailsTo, Visitor } from '#test/support/worker/visitor.ts'

vi.setConfig({ testTimeout: 60_000 })
afterEach(() => void vi.useRealTimers())

const isOpen = async (colleague: Colleague) => (await colleague.get('/ops/photos')).status === 200
const rowsOf = async ({ id }: Colleague) => db.select().from(factorPasskeys).where(eq(factorPasskeys.memberId, id))
const passkeyEntriesAbout = async ({ id }: Colleague) =>
  (await db.select().from(auditLog).where(eq(auditLog.subjectId, id)))
    .map(({ actorId, action }) => [actorId, action])
    .filter(([, action]) => action?.startsWith('second-factor.passkey'))

type Purpose = '/ops/passkey-challenge' | '/ops/enrolment-challenge'

async function ask({ member }: Colleague, path: Purpose): Promise<PasskeyRequest> {
  const response = await browserOf(member).post(path, {})
  const { options } = await response.json<{ options: PasskeyRequest | null }>()
  if (!options) throw new Error(`nothing to sign: ${response.status}`)
  return options
}
const send = (colleague: Colleague, path: '/ops/passkey' | '/ops/passkeys', answer: unknown) =>
  colleague.submit(path, { answer: JSON.stringify(answer) })

async function withPasskey(colleague: Colleague): Promise<Authenticator> {
  await confirmAnew(colleague)
  const authenticator = await Authenticator.create()
  expect((await addPasskey(browserOf(colleague.member), authenticator)).status).toBe(200)
  return authenticator
}

async function enrol(colleague: Colleague, authenticator: Authenticator): Promise<Response> {
  return send(colleague, '/ops/passkeys', await authenticator.sign(await ask(colleague, '/ops/enrolment-challenge')))
}

const decide = async (operator: Colleague, colleague: Colleague, decision = 'accept') =>
  operator.submit(`/ops/factor-passkeys/${(await rowsOf(colleague))[0]?.id}`, { decision, member: colleague.id })

/** A moderator whose passkey an operator has accepted, in a session without a second factor. */
async function accepted() {
  const [moderator, operator] = [await createModerator(), await createModerator('operator')]
  const authenticator = await withPasskey(moderator)
  expect((await enrol(moderator, authenticator)).headers.get('location')).toBe('/ops/passkeys?done=passkey-enrolled')
  expect((await decide(operator, moderator)).headers.get('location')).toBe('/ops?done=passkey-accepted')
  return { moderator, operator, authenticator, locked: await signInAgain(moderator) }
}

describe('enrolling a passkey as second factor', () => {
  it('waits for another operator, is in the audit log, and is reported to its owner by e-mail', async () => {
    const [moderator, operator] = [await createModerator(), await createModerator('operator')]
    const authenticator = await withPasskey(moderator)
    const answer = await authenticator.sign(await ask(moderator, '/ops/enrolment-challenge'))
    await browserOf(moderator.member).submit('/ops/passkeys', [['answer', JSON.stringify(answer)]])
    expect(await rowsOf(moderator)).toMatchObject([{ passkeyId: authenticator.id, acceptedAt: null }])
    expect(emailsTo(`${moderator.id}@example.test`).at(-1)?.subject).toBe('A passkey was added for the Kismet operations pages')

    // Until then, it opens nothing.
    const locked = await signInAgain(moderator)
    expect(await (await locked.get('/ops')).text()).not.toContain('Open with a passkey')
    await expect(ask(locked, '/ops/passkey-challenge')).rejects.toThrow('409')

    expect(await (await operator.get('/ops')).text()).toContain('Google Password Manager')
    await decide(operator, moderator)
    expect(await rowsOf(moderator)).toMatchObject([{ acceptedBy: operator.id }])
    expect(await passkeyEntriesAbout(moderator)).toEqual([
      [moderator.id, 'second-factor.passkey-enrolled'],
      [operator.id, 'second-factor.passkey-accepted'],
    ])
    expect((await decide(operator, moderator)).status).toBe(409)
  })

  it('is not accepted by its owner nor by a moderator, whoever else there is', async () => {
    const operator = await createModerator('operator')
    await enrol(operator, await withPasskey(operator))
    expect((await decide(operator, operator)).status).toBe(409)
    expect((await decide(await createModerator(), operator)).headers.get('location')).toBe('/ops')
    expect(await rowsOf(operator)).toMatchObject([{ acceptedAt: null }])
  })

  it('that is refused is gone from here, and still signs in', async () => {
    const [moderator, operator] = [await createModerator(), await createModerator('operator')]
    const authenticator = await withPasskey(moderator)
    await enrol(moderator, authenticator)
    await decide(operator, moderator, 'refuse')
    expect(await rowsOf(moderator)).toEqual([])
    expect((await signInWith(new Visitor(), authenticator)).status).toBe(200)
  })

  it.each(['recovery', 'passkey', null] as const)('needs a code of the app in this session: %s', async (factorKind) => {
    const moderator = await createModerator()
    const authenticator = await withPasskey(moderator)
    const asked = await ask(moderator, '/ops/enrolment-challenge')
    await db.update(sessions).set({ factorKind }).where(eq(sessions.id, moderator.member.sid))
    await expect(ask(moderator, '/ops/enrolment-challenge')).rejects.toThrow('409')
    expect((await send(moderator, '/ops/passkeys', await authenticator.sign(asked))).status).toBe(422)
    expect(await rowsOf(moderator)).toEqual([])
  })

  it('is closed while the pages are locked, and to everyone else', async () => {
    const moderator = await createModerator()
    const authenticator = await withPasskey(moderator)
    const answer = await authenticator.sign(await ask(moderator, '/ops/enrolment-challenge'))
    await moderator.submit('/ops/lock')
    expect((await send(moderator, '/ops/passkeys', answer)).headers.get('location')).toBe('/ops')
    expect((await moderator.get('/ops/passkeys')).headers.get('location')).toBe('/ops')
    expect(await rowsOf(moderator)).toEqual([])
    for (const path of ['/ops/passkey-challenge', '/ops/enrolment-challenge'])
      expect((await new Visitor().post(path, {})).status).toBe(404)
  })

  it('takes no passkey that has signed this session in', async () => {
    const moderator = await createModerator()
    const authenticator = await withPasskey(moderator)
    const asked = await ask(moderator, '/ops/enrolment-challenge')
    await db.update(sessions).set({ passkeyId: authenticator.id }).where(eq(sessions.id, moderator.member.sid))
    expect((await send(moderator, '/ops/passkeys', await authenticator.sign(asked))).status).toBe(422)
    expect(await rowsOf(moderator)).toEqual([])
  })
})

describe('an accepted passkey', () => {
  it('opens the pages of a session that something else has signed in', async () => {
    const { locked, authenticator } = await accepted()
    const page = await locked.get('/ops')
    expect(page.headers.get('content-security-policy')).toContain('connect-src https://kismet.localhost/ops/passkey-challenge')
    expect(await page.text()).toContain('Open with a passkey')
    expect(await ask(locked, '/ops/passkey-challenge')).toMatchObject({
      userVerification: 'required',
      allowCredentials: [{ type: 'public-key', id: authenticator.id, transports: ['internal', 'hybrid'] }],
    })
    const answer = await authenticator.sign(await ask(locked, '/ops/passkey-challenge'))
    const { userHandle: _, ...response } = answer.response
    // An authenticator may leave out whose passkey it is, because the site has named it.
    expect((await send(locked, '/ops/passkey', { ...answer, response })).headers.get('location')).toBe('/ops')
    expect(await isOpen(locked)).toBe(true)
    // It opens the way to no further factor.
    expect(await (await locked.get('/ops/passkeys')).text()).toContain('open them with a code of your app')
    await expect(ask(locked, '/ops/enrolment-challenge')).rejects.toThrow('409')
  })

  it('does not open the session that it has signed in, and is not offered there', async () => {
    const { moderator, authenticator } = await accepted()
    const visitor = new Visitor()
    expect((await signInWith(visitor, authenticator)).status).toBe(200)
    const token = visitor.cookies.get('__Host-access') ?? ''
    const [{ sid } = { sid: '' }] = await db
      .select({ sid: sessions.id })
      .from(sessions)
      .where(eq(sessions.passkeyId, authenticator.id))
    const inside = new Colleague({ ...moderator.member, sid, token })
    expect(await (await inside.get('/ops')).text()).not.toContain('Open with a passkey')
    await expect(ask(inside, '/ops/passkey-challenge')).rejects.toThrow('409')

    // Even with a challenge of this session.
    await db.update(sessions).set({ passkeyId: null }).where(eq(sessions.id, sid))
    const asked = await ask(inside, '/ops/passkey-challenge')
    await db.update(sessions).set({ passkeyId: authenticator.id }).where(eq(sessions.id, sid))
    expect((await send(inside, '/ops/passkey', await authenticator.sign(asked))).status).toBe(422)
    expect(await isOpen(inside)).toBe(false)
    expect((await inside.submit('/ops/code', { code: await codeNow(1) })).status).toBe(303)
    expect(await isOpen(inside)).toBe(true)
  })

  const forgeries: [string, Forgery][] = [
    ['from a foreign origin', { origin: 'https://kismet.example' }],
    ['for a foreign RP id', { rpId: 'kismet.example' }],
    ['from a frame of another site', { crossOrigin: true }],
    ['of another type', { type: 'webauthn.create' }],
    ['to a challenge that was never given', { challenge: 'A'.repeat(43) }],
    ['without a proof of who is present', { userVerified: false }],
    ['with the handle of somebody else', { userHandle: 'B'.repeat(43) }],
    ['with a changed signature', { isTampered: true }],
  ]

  it.each(forgeries)('answers in vain %s, which is noted', async (_, forgery) => {
    const { locked, authenticator } = await accepted()
    const answer = await authenticator.sign(await ask(locked, '/ops/passkey-challenge'), forgery)
    expect((await send(locked, '/ops/passkey', answer)).status).toBe(422)
    expect(await isOpen(locked)).toBe(false)
    expect(await passkeyEntriesAbout(locked)).toContainEqual([locked.id, 'second-factor.passkey-wrong'])
  })

  it('answers a challenge once, in time, and in the session that was given it', async () => {
    const { moderator, locked, authenticator } = await accepted()
    const answer = await authenticator.sign(await ask(locked, '/ops/passkey-challenge'))
    const late = await authenticator.sign(await ask(locked, '/ops/passkey-challenge'))
    const elsewhere = await authenticator.sign(await ask(await signInAgain(moderator), '/ops/passkey-challenge'))
    expect((await send(locked, '/ops/passkey', elsewhere)).status).toBe(422)
    expect((await send(locked, '/ops/passkey', answer)).status).toBe(303)
    await locked.submit('/ops/lock')
    expect((await send(locked, '/ops/passkey', answer)).status).toBe(422)
    advance(challengeLifetimeMs + 1000)
    expect((await send(locked, '/ops/passkey', late)).status).toBe(422)
    expect(await isOpen(locked)).toBe(false)
  })

  it('answers no challenge of another purpose, here or there', async () => {
    const { moderator, locked, authenticator } = await accepted()
    const second = await withPasskey(moderator)
    const forSignIn = await authenticator.sign(await askSignIn(new Visitor()))
    expect((await send(locked, '/ops/passkey', forSignIn)).status).toBe(422)
    const forFactor = await authenticator.sign(await ask(locked, '/ops/passkey-challenge'))
    expect((await new Visitor().post(paths.signIn, { answer: forFactor })).status).toBe(401)

    const forEnrolment = await ask(moderator, '/ops/enrolment-challenge')
    expect((await send(moderator, '/ops/passkey', await authenticator.sign(forEnrolment))).status).toBe(422)
    const forOpening = await ask(moderator, '/ops/passkey-challenge')
    expect((await send(moderator, '/ops/passkeys', await second.sign(forOpening))).status).toBe(422)
    expect(await rowsOf(moderator)).toHaveLength(1)
  })

  it('of a colleague opens nothing, and neither does one that is not accepted or not enrolled', async () => {
    const [one, two] = [await accepted(), await accepted()]
    const waiting = await withPasskey(two.moderator)
    const bare = await withPasskey(two.moderator)
    await enrol(two.moderator, waiting)
    for (const authenticator of [one.authenticator, waiting, bare]) {
      const answer = await authenticator.sign(await ask(two.locked, '/ops/passkey-challenge'))
      expect((await send(two.locked, '/ops/passkey', answer)).status).toBe(422)
    }
    expect(await isOpen(two.locked)).toBe(false)
  })

  it('counts with the wrong codes: after five the right one is refused, too', async () => {
    const { locked, authenticator } = await accepted()
    for (let count = 0; count < 5; count += 1) expect((await send(locked, '/ops/passkey', {})).status).toBe(422)
    const answer = await authenticator.sign(await ask(locked, '/ops/passkey-challenge'))
    expect((await send(locked, '/ops/passkey', answer)).status).toBe(429)
    expect((await locked.submit('/ops/code', { code: await codeNow(1) })).status).toBe(429)
  })

  it('opens nothing once its owner has removed it, here or in the settings, with an entry for the removal here', async () => {
    for (const removedIn of ['here', 'settings'] as const) {
      const { moderator, locked, authenticator } = await accepted()
      const answer = await authenticator.sign(await ask(locked, '/ops/passkey-challenge'))
      if (removedIn === 'here') {
        const [row] = await rowsOf(moderator)
        const removed = await moderator.submit(`/ops/passkeys/${row?.id}/remove`)
        expect(removed.headers.get('location')).toBe('/ops/passkeys?done=passkey-removed')
        expect(await passkeyEntriesAbout(moderator)).toContainEqual([moderator.id, 'second-factor.passkey-removed'])
      } else await browserOf(moderator.member).post(paths.remove, { id: authenticator.id })
      expect(await rowsOf(moderator)).toEqual([])
      expect((await send(locked, '/ops/passkey', answer)).status).toBe(422)
      expect(await isOpen(locked)).toBe(false)
    }
  })

  it('is removed by no colleague', async () => {
    const { moderator } = await accepted()
    const [row] = await rowsOf(moderator)
    expect((await (await createModerator('operator')).submit(`/ops/passkeys/${row?.id}/remove`)).status).toBe(422)
    expect(await rowsOf(moderator)).toHaveLength(1)
  })

  it('goes with the second factor itself, and opens nothing without one', async () => {
    const { moderator, locked, authenticator } = await accepted()
    const answer = await authenticator.sign(await ask(locked, '/ops/passkey-challenge'))
    await db.delete(secondFactors).where(eq(secondFactors.memberId, moderator.id))
    expect(await rowsOf(moderator)).toEqual([])
    expect((await send(locked, '/ops/passkey', answer)).headers.get('location')).toBe('/ops')
    expect(await isOpen(locked)).toBe(false)
  })
})

it('somebody without a second factor has no way in by passkey', async () => {
  const colleague = await createColleague()
  await withPasskey(colleague)
  await expect(ask(colleague, '/ops/passkey-challenge')).rejects.toThrow('409')
  expect((await colleague.get('/ops/passkeys')).headers.get('location')).toBe('/ops')
})
