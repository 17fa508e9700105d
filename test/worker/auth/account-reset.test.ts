import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { counters, members, oneTimeCodes } from '#db/schema.ts'
import { hashLike, hashPassword, isSameHash } from '#server/crypto/password-hash.ts'
import { addSession, advance, browserOf, createPerson, liveSessions, password, signIn } from '#test/support/worker/account.ts'
import { makeHashesCheap, makeHashesDear } from '#test/support/worker/cheap-hashes.ts'
import { db } from '#test/support/worker/members.ts'
import { connect } from '#test/support/worker/realtime-client.ts'
import { codeIn, join, emailsTo, linkIn, newPerson, signUp, Visitor, visitorElsewhere } from '#test/support/worker/visitor.ts'

// Hashing a password takes its time by design.
vi.setConfig({ testTimeout: 60_000 })
afterEach(() => void vi.useRealTimers())

const newPassword = 'a-quite-different-harbour'
const minuteMs = 60_000

/** Asks for a code; `id` is what the page carries. */
async function ask(email: string, visitor = visitorElsewhere()) {
  const response = await visitor.post('/api/account/reset', { email })
  const { redirect } = await response.clone().json<{ redirect?: string }>()
  const id = new URL(redirect ?? '/', 'https://kismet.localhost').searchParams.get('c') ?? ''
  return { visitor, response, redirect, id, code: codeIn(emailsTo(email).at(-1)) }
}

const reset = (id: string, code: string, secret = newPassword, visitor = visitorElsewhere()) =>
  visitor.post('/api/account/reset/password', { c: id, code, password: secret })

const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const findCode = async (id: string) => (await db.select().from(oneTimeCodes).where(eq(oneTimeCodes.id, id)))[0]

describe('asking for a new password', () => {
  it('sends six digits to the address, and holds them in no answer and no row', async () => {
    const person = await createPerson()
    const { response, redirect, id, code } = await ask(person.email)
    expect(response.status).toBe(202)
    expect(redirect).toBe(`/sign-in?step=reset&c=${id}`)
    expect(code).toMatch(/^\d{6}$/)
    expect(linkIn(emailsTo(person.email).at(-1)).replace(/&t=[\w-]{43}$/, '&t=')).toBe(`${redirect}&t=`)
    expect((await response.text()) + JSON.stringify([...response.headers])).not.toContain(code)
    expect(JSON.stringify(await findCode(id))).not.toContain(code)
    expect(await (await new Visitor().get(redirect ?? '')).text()).not.toContain(code)
  })

  it('answers alike, and its page looks alike, for a member, a restricted or deleted one, a pending sign-up and nobody', async () => {
    const pending = newPerson()
    await signUp(pending)
    const emails = [
      (await createPerson()).email,
      (await createPerson({ state: 'restricted' })).email,
      (await createPerson({ state: 'deleted' })).email,
      pending.email,
      'nobody-at-all@example.test',
    ]
    const before = emailsTo(pending.email).length
    advance(0) // the pages count the seconds until another email can be asked for
    const answers = []
    for (const email of emails) {
      const { response, redirect, id } = await ask(email)
      const page = await (await new Visitor().get(redirect ?? '')).text()
      const wrong = await reset(id, '000000')
      const neutral = (text: string) => text.replaceAll(id, 'ID').replaceAll(/nonce="[^"]*"|"now":\d+|"resendAt":\d+/g, '')
      answers.push([
        response.status,
        neutral(await response.text()),
        response.headers.getSetCookie(),
        neutral(page),
        wrong.status,
        await wrong.text(),
        wrong.headers.getSetCookie(),
      ])
    }
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(emailsTo('nobody-at-all@example.test')).toEqual([])
    expect(emailsTo(pending.email)).toHaveLength(before)
  })

  it('takes a minute between two e-mails to one address, and answers alike within it, known or not', async () => {
    for (const email of [(await createPerson()).email, `${crypto.randomUUID()}@example.test`]) {
      const first = await ask(email)
      const sent = emailsTo(email).length
      const again = await ask(email)
      expect([again.response.status, again.redirect]).toEqual([202, first.redirect])
      const resent = await visitorElsewhere().post('/api/account/reset/resend', { c: first.id })
      expect([resent.status, await resent.json()]).toEqual([202, { redirect: first.redirect }])
      expect(emailsTo(email)).toHaveLength(sent)
      advance(minuteMs)
      await ask(email)
      expect(emailsTo(email)).toHaveLength(sent * 2)
    }
  })

  it('keeps no address in the counters', async () => {
    const person = await createPerson()
    await ask(person.email)
    expect(JSON.stringify(await db.select().from(counters))).not.toContain(person.email)
  })

  it('works as a plain form and shows what is wrong with the address', async () => {
    const visitor = new Visitor()
    const refused = await visitor.submit('/api/account/reset', [['email', 'nonsense']], {
      referer: 'https://kismet.localhost/sign-in?step=reset',
    })
    expect([refused.status, refused.headers.get('location')]).toEqual([303, '/sign-in?step=reset'])
    expect(await (await visitor.get('/sign-in?step=reset')).text()).toContain('Enter an email address such as')
    const person = await createPerson()
    const sent = await visitor.submit('/api/account/reset', [['email', person.email]])
    expect([sent.status, sent.headers.get('location')]).toEqual([303, expect.stringMatching(/^\/sign-in\?step=reset&c=/)])
  })
})

describe('a new password by code', () => {
  it('replaces the old one, ends every session with its sockets, and informs the owner', async () => {
    const person = await createPerson()
    const phone = await addSession(person.id)
    const socket = await connect(person.id, phone)
    const { id, code } = await ask(person.email)
    const response = await reset(id, code)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ redirect: '/sign-in?step=renewed' })
    expect(await socket.closed).toMatchObject({ code: 4401 })
    expect(await liveSessions(person.id)).toEqual([])
    expect((await browserOf(person).get('/api/auth/session')).status).toBe(401)
    expect((await signIn(person.email, password)).status).toBe(401)
    expect(emailsTo(person.email).at(-1)?.subject).toContain('password was changed')
    expect((await signIn(person.email, newPassword)).status).toBe(200)
  })

  it('clears the cookies of the browser that was signed in', async () => {
    const person = await createPerson()
    const { id, code } = await ask(person.email)
    const visitor = browserOf(person)
    await reset(id, code, newPassword, visitor)
    expect(visitor.cookies.has('__Host-access')).toBe(false)
  })

  it('works as a plain form, in the page’s language', async () => {
    const person = await createPerson()
    const { id, code } = await ask(person.email)
    const done = await new Visitor().submit(
      '/api/account/reset/password',
      [
        ['c', id],
        ['code', ` ${code.slice(0, 3)} ${code.slice(3)} `],
        ['password', newPassword],
      ],
      { referer: `https://kismet.localhost/uk/sign-in?step=reset&c=${id}` },
    )
    expect([done.status, done.headers.get('location')]).toEqual([303, '/uk/sign-in?step=renewed'])
    expect((await signIn(person.email, newPassword)).status).toBe(200)
  })

  it('is refused for a wrong code, and after five of them also for the right one', async () => {
    const person = await createPerson()
    const { id, code } = await ask(person.email)
    for (let time = 0; time < 5; time++) {
      const wrong = await reset(id, otherThan(code))
      expect([wrong.status, (await wrong.json<{ error: { code: string } }>()).error.code]).toEqual([422, 'wrong-code'])
    }
    expect((await reset(id, code)).status).toBe(410)
    expect((await signIn(person.email, password)).status).toBe(200)
  })

  it('counts parallel tries: of twelve at once five are judged', async () => {
    const { id, code } = await ask((await createPerson()).email)
    const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await reset(id, otherThan(code))).status))
    expect(statuses.filter((status) => status === 422)).toHaveLength(5)
    expect(statuses.filter((status) => status === 410)).toHaveLength(7)
  })

  it('happens once: the right code sent three times at the same moment sets one password', async () => {
    const person = await createPerson()
    const { id, code } = await ask(person.email)
    const responses = await Promise.all([1, 2, 3].map((n) => reset(id, code, `${newPassword}-${n}`)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 410, 410])
    expect((await reset(id, code)).status).toBe(410)
  })

  it('is refused ten minutes after the e-mail', async () => {
    const { id, code } = await ask((await createPerson()).email)
    advance(10 * minuteMs)
    expect((await reset(id, code)).status).toBe(410)
  })

  it('takes the codes of all e-mails, each for its own ten minutes', async () => {
    const person = await createPerson()
    const first = await ask(person.email)
    advance(4 * minuteMs)
    const second = await ask(person.email)
    advance(4 * minuteMs)
    const third = await ask(person.email)
    expect([second.id, third.id]).toEqual([first.id, first.id])
    advance(3 * minuteMs)
    const fourth = await ask(person.email)
    if (![second, third, fourth].some(({ code }) => code === first.code))
      expect((await reset(first.id, first.code)).status).toBe(422)
    expect((await reset(first.id, second.code)).status).toBe(200)

    const other = await createPerson()
    const { id, code } = await ask(other.email)
    advance(9 * minuteMs)
    const late = await ask(other.email)
    advance(2 * minuteMs)
    if (late.code !== code) expect((await reset(id, code)).status).toBe(422)
    expect((await reset(id, late.code)).status).toBe(200)
  })

  it('takes no code of an e-mail from before, once one was used', async () => {
    const person = await createPerson()
    const first = await ask(person.email)
    advance(minuteMs)
    const second = await ask(person.email)
    expect((await reset(first.id, first.code)).status).toBe(200)
    expect((await reset(second.id, second.code)).status).toBe(410)
    advance(minuteMs)
    const third = await ask(person.email)
    for (const { code } of [first, second]) {
      if (code !== third.code) expect((await reset(third.id, code)).status).toBe(422)
    }
  })

  it('shows a stranger with the same page nothing of its use', async () => {
    advance(0) // the page counts the seconds until another email can be asked for
    const person = await createPerson()
    const { id, code } = await ask(person.email)
    const look = async () => {
      const html = await (await new Visitor().get(`/sign-in?step=reset&c=${id}`)).text()
      return html.replaceAll(/nonce="[^"]*"|"now":\d+/g, '')
    }
    const before = await look()
    expect((await reset(id, code)).status).toBe(200)
    expect(await look()).toBe(before)
    expect((await reset(id, otherThan(code))).status).toBe(422)
  })

  it('does not take a code under another’s id, nor an unknown one', async () => {
    const [anna, ben] = [await ask((await createPerson()).email), await ask((await createPerson()).email)]
    if (anna.code !== ben.code) expect((await reset(ben.id, anna.code)).status).toBe(422)
    expect((await reset('nobody', anna.code)).status).toBe(410)
  })

  it('keeps to the rules of every password, without using up a try', async () => {
    const person = await createPerson()
    const { id, code } = await ask(person.email)
    for (const [secret, field] of [
      ['short', 'Use at least 10 characters.'],
      ['password123', 'Too many people use this password.'],
      [person.email.toUpperCase(), 'Your password can’t be your email address.'],
      ['', 'Please fill this in.'],
    ] as const) {
      const response = await reset(id, code, secret)
      expect([response.status, await response.json()]).toMatchObject([
        422,
        { error: { fields: { password: expect.stringContaining(field) } } },
      ])
    }
    expect((await findCode(id))?.tries).toBe(0)
    expect((await reset(id, code)).status).toBe(200)
  })

  it('says nothing about a restriction: a restricted member gets a new password like anyone', async () => {
    const person = await createPerson({ state: 'restricted' })
    const { id, code } = await ask(person.email)
    expect(await (await reset(id, code)).json()).toEqual({ redirect: '/sign-in?step=renewed' })
  })

  it('leaves a pending sign-up of the address alone: its own password still works', async () => {
    const { person } = await signUp()
    const { id } = await ask(person.email)
    expect((await findCode(id))?.memberId).toBeNull()
    expect((await signIn(person.email, person.password)).status).toBe(200)
  })

  it('lets a decoy of the address look like a sign-up as before', async () => {
    const { person } = await join()
    const { person: decoy } = await signUp(newPerson({ email: person.email, password: 'another-quiet-harbour' }))
    const { id, code } = await ask(person.email)
    await reset(id, code)
    expect(await (await signIn(person.email, newPassword)).json()).toMatchObject({ user: { state: 'incomplete' } })
    expect(await (await signIn(person.email, decoy.password)).json()).toMatchObject({ user: { state: 'unverified' } })
  })
})

describe('the reset page', () => {
  it('asks for the address without an e-mail, also when the e-mail is long gone', async () => {
    for (const path of ['/sign-in?step=reset', '/sign-in?step=reset&c=unknown']) {
      const page = await (await new Visitor().get(path)).text()
      expect(page).toContain('action="/api/account/reset"')
    }
  })

  it('is linked from the sign-in page, and closed to those who are signed in', async () => {
    expect(await (await new Visitor().get('/sign-in')).text()).toContain('/sign-in?step=reset')
    const response = await browserOf(await createPerson()).get('/sign-in?step=reset')
    expect([response.status, response.headers.get('location')]).toEqual([302, '/people-nearby'])
  })

  it('says when a code has expired or was tried too often', async () => {
    const { id, code } = await ask((await createPerson()).email)
    const page = async () => {
      const html = await (await new Visitor().get(`/sign-in?step=reset&c=${id}`)).text()
      return html.slice(0, html.indexOf('<script type="application/json"'))
    }
    expect(await page()).not.toContain('This code')
    for (let time = 0; time < 5; time++) await reset(id, otherThan(code))
    expect(await page()).toContain('Too many wrong attempts.')
    await db
      .update(oneTimeCodes)
      .set({ tries: 0, expiresAt: Date.now() - 1 })
      .where(eq(oneTimeCodes.id, id))
    expect(await page()).toContain('This code has expired.')
  })
})

describe('a hash from before', () => {
  it('is renewed at the next sign-in, with the same password, and not by a wrong one', async () => {
    const person = await createPerson()
    const [row] = await db.select().from(members).where(eq(members.id, person.id))
    const outdated = (row?.passwordHash ?? '').replace(/N=[^$]*\$/, '')
    await db.update(members).set({ passwordHash: outdated }).where(eq(members.id, person.id))
    const hashNow = async () => (await db.select().from(members).where(eq(members.id, person.id)))[0]?.passwordHash
    expect((await signIn(person.email, 'not-the-password')).status).toBe(401)
    expect(await hashNow()).toBe(outdated)
    expect((await signIn(person.email, password)).status).toBe(200)
    expect(await hashNow()).toMatch(/^scrypt\$N=16384,r=8,p=5\$/)
    expect((await signIn(person.email, password)).status).toBe(200)
  })

  it('is left alone when it is today’s', async () => {
    const person = await createPerson()
    const [before] = await db.select().from(members).where(eq(members.id, person.id))
    await signIn(person.email, password)
    const [after] = await db.select().from(members).where(eq(members.id, person.id))
    expect(after?.passwordHash).toBe(before?.passwordHash)
  })
})

it('a hash at its real cost is computed by the runtime, and compares', async () => {
  const cheap = await hashPassword(password, 'salt')
  makeHashesDear()
  onTestFinished(makeHashesCheap)
  const stored = await hashPassword(password, 'salt')
  expect(stored).not.toBe(cheap)
  expect(isSameHash(stored, await hashLike(password, stored))).toBe(true)
  expect(isSameHash(stored, await hashLike('not-the-password', stored))).toBe(false)
})
