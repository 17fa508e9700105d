import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { consents, counters, members, profiles, registrationCodes, registrations, sessions } from '#db/schema.ts'
import { legalVersion } from '#features/legal/contract.ts'
import { db } from '#test/support/worker/members.ts'
import { codeIn, join, emailsTo, linkIn, newPerson, signUp, Visitor } from '#test/support/worker/visitor.ts'

const minuteMs = 60_000

// Hashing a password takes its time by design, and some tests hash a dozen.
vi.setConfig({ testTimeout: 60_000 })
afterEach(() => void vi.useRealTimers())

/** Moves the clock of the worker; only `Date` is replaced. */
function advance(ms: number): void {
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: now + ms })
}

const findMember = async (email: string) => (await db.select().from(members).where(eq(members.email, email)))[0]
const findPending = async (email: string) => (await db.select().from(registrations).where(eq(registrations.email, email)))[0]
/** Returns the secret of the first email's link. */
const linkToken = (email: string) => new URLSearchParams(linkIn(emailsTo(email)[0]).split('?')[1]).get('t') ?? ''
const wrongCodeFor = (code: string) => (code === '000000' ? '111111' : '000000')

describe('signing up', () => {
  it('stores a pending registration with both consents and answers a token and the unverified person', async () => {
    const { person, response } = await signUp()
    expect(response.status).toBe(201)
    const body = await response.json<Record<string, unknown>>()
    expect(body).toMatchObject({
      redirect: '/email-verify',
      user: { state: 'unverified', firstName: 'Nora', avatar: null, appearance: { id: 1 } },
    })
    expect(body['token']).toEqual(expect.any(String))
    const pending = await findPending(person.email)
    expect(pending).toMatchObject({
      decoy: false,
      birthDate: '1992-05-24',
      gender: 'woman',
      seeks: ['woman', 'man'],
      timeZone: 'Europe/London',
      locale: 'en',
    })
    expect(pending?.passwordHash).toMatch(/^scrypt\$/)
    expect(await findMember(person.email)).toBeUndefined()
    const given = await db
      .select()
      .from(consents)
      .where(eq(consents.subjectId, pending?.id ?? ''))
    expect(given.map(({ kind, version, locale, textHash }) => [kind, version, locale, textHash.length]).sort()).toEqual([
      ['sensitive-data', legalVersion('consent'), 'en', 64],
      ['terms', legalVersion('terms'), 'en', 64],
    ])
  })

  it('starts no session where the login is prevented; the code is sent all the same', async () => {
    const person = newPerson()
    const response = await new Visitor().post('/api/auth/sign-up', { ...person, preventLogin: true })
    expect(response.status).toBe(201)
    expect(response.headers.getSetCookie().filter((cookie) => /access|refresh/.test(cookie))).toEqual([])
    const body = await response.json<Record<string, unknown>>()
    expect(body).toMatchObject({ redirect: '/sign-in', user: { state: 'unverified', firstName: 'Nora' } })
    expect(body).not.toHaveProperty('token')
    const pending = await findPending(person.email)
    expect(
      await db
        .select()
        .from(sessions)
        .where(eq(sessions.subjectId, pending?.id ?? '')),
    ).toEqual([])
    expect(codeIn(emailsTo(person.email)[0])).toMatch(/^\d{6}$/)
  })

  it('never shows the code in an answer or keeps it in the clear', async () => {
    const { person, response, code } = await signUp()
    expect(code).toMatch(/^\d{6}$/)
    expect(await response.text()).not.toContain(code)
    expect(JSON.stringify(await findPending(person.email))).not.toContain(code)
  })

  it('keeps addresses in lower case', async () => {
    const person = newPerson({ email: `Mixed.${crypto.randomUUID()}@Example.Test` })
    await signUp(person)
    expect(await findPending(person.email.toLowerCase())).toBeDefined()
  })

  it('writes the e-mail in the language of the page, with a link back to it', async () => {
    const person = newPerson()
    await new Visitor().post('/api/auth/sign-up', person, { referer: 'https://kismet.localhost/uk/sign-up' })
    const [letter] = emailsTo(person.email)
    expect(letter?.html).toContain('<html lang="uk">')
    expect(linkIn(letter)).toMatch(/^\/uk\/email-verify\?t=/)
  })

  it.each([
    ['email', { email: 'nobody' }],
    ['email', { email: '' }],
    ['password', { password: 'short' }],
    ['password', { password: 'x'.repeat(129) }],
    ['password', { password: 'password12345' }],
    ['password', { email: 'long.enough@example.test', password: 'Long.Enough@Example.test' }],
    ['firstName', { firstName: 'www.example.test' }],
    ['firstName', { firstName: 'x'.repeat(41) }],
    ['birthDate', { birthDate: '31/02/1992' }],
    ['birthDate', { birthDate: '24/05/19' }],
    ['birthDate', { birthDate: '24/05/2020' }],
    ['gender', { gender: 'other' }],
    ['seeks', { seeks: [] }],
    ['seeks', { seeks: ['woman', 'robot'] }],
    ['terms', { terms: false }],
    ['sensitiveData', { sensitiveData: 'no' }],
  ])('names the field %s that %o gets wrong, and stores nothing', async (field, wrong) => {
    const person = newPerson(wrong)
    const response = await new Visitor().post('/api/auth/sign-up', person)
    expect(response.status).toBe(422)
    const { error } = await response.json<{ error: { code: string; fields: Record<string, string> } }>()
    expect(error.code).toBe('invalid')
    expect(Object.keys(error.fields)).toEqual([field])
    expect(await findPending(person.email.toLowerCase())).toBeUndefined()
  })

  it('names every wrong field at once', async () => {
    const response = await new Visitor().post('/api/auth/sign-up', {})
    const { error } = await response.json<{ error: { fields: Record<string, string> } }>()
    expect(Object.keys(error.fields).sort()).toEqual([
      'birthDate',
      'email',
      'firstName',
      'gender',
      'password',
      'seeks',
      'sensitiveData',
      'terms',
    ])
  })

  it('takes the birth date in the order of the page’s language', async () => {
    const person = newPerson({ birthDate: '05/24/1992' })
    const american = await new Visitor().post('/api/auth/sign-up', person, { referer: 'https://kismet.localhost/en-us/sign-up' })
    expect(american.status).toBe(201)
    expect(await findPending(person.email)).toMatchObject({ birthDate: '1992-05-24', locale: 'en-us' })
    const british = await new Visitor().post('/api/auth/sign-up', newPerson({ birthDate: '05/24/1992' }))
    expect(british.status).toBe(422)
  })

  it('refuses malformed JSON with 400, wrong types with 422, oversize bodies with 413, and ignores unknown fields', async () => {
    const visitor = new Visitor()
    expect((await visitor.post('/api/auth/sign-up', '{"email":')).status).toBe(400)
    expect((await visitor.post('/api/auth/sign-up', '[]')).status).toBe(400)
    const wrongTypes = { email: 1, password: {}, firstName: [], birthDate: null, gender: 3, seeks: 'man', timeZone: 4 }
    expect((await visitor.post('/api/auth/sign-up', newPerson(wrongTypes))).status).toBe(422)
    expect((await visitor.post('/api/auth/sign-up', newPerson({ firstName: 'x'.repeat(70_000) }))).status).toBe(413)
    const person = newPerson({ state: 'complete', id: 'mine', decoy: true, role: 'operator' })
    expect((await visitor.post('/api/auth/sign-up', person)).status).toBe(201)
    const pending = await findPending(person.email)
    expect(pending?.id).not.toBe('mine')
    expect(pending?.decoy).toBe(false)
  })

  it('refuses the form of another site', async () => {
    const response = await new Visitor().post('/api/auth/sign-up', newPerson(), { origin: 'https://evil.example' })
    expect(response.status).toBe(403)
  })

  it('sends a plain form on to the next page, and a refused one back with what was typed but no password', async () => {
    const visitor = new Visitor()
    const person = newPerson()
    const fields: [string, string][] = [
      ['email', person.email],
      ['password', person.password],
      ['firstName', 'Nora'],
      ['birthDate', '24/05/1992'],
      ['gender', 'woman'],
      ['seeks[]', 'man'],
      ['seeks[]', 'nonbinary'],
      ['terms', 'on'],
      ['sensitiveData', 'on'],
      ['timeZone', ''],
    ]
    const refused = await visitor.submit(
      '/api/auth/sign-up',
      fields.filter(([name]) => name !== 'terms'),
      { referer: 'https://kismet.localhost/sign-up' },
    )
    expect([refused.status, refused.headers.get('location')]).toEqual([303, '/sign-up'])
    const page = await (await visitor.get('/sign-up')).text()
    expect(page).toContain(`value="${person.email}"`)
    expect(page).toContain('We need your agreement to continue.')
    expect(page).not.toContain(person.password)
    const done = await visitor.submit('/api/auth/sign-up', fields)
    expect([done.status, done.headers.get('location')]).toEqual([303, '/email-verify'])
    expect(await findPending(person.email)).toMatchObject({ seeks: ['man', 'nonbinary'], timeZone: 'UTC' })
  })

  it('comes back with everything else that was typed when one field is far too long for a cookie', async () => {
    const visitor = new Visitor()
    const fields: [string, string][] = [
      ['email', `${'a'.repeat(20_000)}@example.test`],
      ['firstName', 'Нора'],
      ['birthDate', '24/05/1992'],
      ['about', 'Ї'.repeat(2000)],
    ]
    const refused = await visitor.submit('/api/auth/sign-up', fields, { referer: 'https://kismet.localhost/sign-up' })
    expect(refused.headers.getSetCookie().every((cookie) => cookie.length < 4096)).toBe(true)
    const page = await (await visitor.get('/sign-up')).text()
    for (const kept of ['value="Нора"', 'value="24/05/1992"', 'aria-invalid="true"']) expect(page).toContain(kept)
  })

  it('sends at most five e-mails an hour to one address, whoever asks', async () => {
    const person = newPerson()
    const statuses = []
    for (let attempt = 0; attempt < 6; attempt++) statuses.push((await signUp(person)).response.status)
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
    expect(emailsTo(person.email)).toHaveLength(5)
  })

  it('keeps no address in the counters', async () => {
    const { person } = await signUp()
    const rows = await db.select().from(counters)
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(person.email)
  })
})

describe('signing up with a known address', () => {
  it('gets the same answer and the same page, and a code that never fits', async () => {
    const { person } = await join()
    const known = await signUp(newPerson({ email: person.email, password: 'another-long-secret' }))
    const fresh = await signUp()
    expect(known.response.status).toBe(fresh.response.status)
    const shape = (value: unknown) =>
      JSON.stringify(value, (_, part) => (typeof part === 'string' && part.length > 20 ? 'opaque' : part))
    expect(shape(await known.response.json())).toBe(shape(await fresh.response.json()))
    const headerNames = (response: Response) => [...response.headers.keys()].sort()
    expect(headerNames(known.response)).toEqual(headerNames(fresh.response))
    for (const { visitor } of [known, fresh]) {
      expect((await visitor.get('/email-verify')).status).toBe(200)
      expect((await visitor.post('/api/registration/verify', { code: '000000' })).status).toBe(422)
      expect((await visitor.post('/api/registration/resend', {})).status).toBe(429)
    }
  })

  it('writes to the owner that someone tried, without a code', async () => {
    const { person } = await join()
    const before = emailsTo(person.email).length
    await signUp(newPerson({ email: person.email }))
    const emails = emailsTo(person.email).slice(before)
    expect(emails).toHaveLength(1)
    expect(emails[0]?.subject).toContain('already')
    expect(codeIn(emails[0])).toBe('')
  })

  it('leaves the account and its password as they are', async () => {
    const { person } = await join()
    const before = await findMember(person.email)
    await signUp(newPerson({ email: person.email, password: 'another-long-secret', firstName: 'Mallory' }))
    expect(await findMember(person.email)).toEqual(before)
    expect((await new Visitor().post('/api/auth/sign-in', { email: person.email, password: person.password })).status).toBe(200)
  })

  it('lets the decoy sign in to its waiting page like any other registration', async () => {
    const { person } = await join()
    await signUp(newPerson({ email: person.email, password: 'another-long-secret' }))
    const response = await new Visitor().post('/api/auth/sign-in', { email: person.email, password: 'another-long-secret' })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ redirect: '/email-verify', user: { state: 'unverified' } })
  })

  it('sends the owner no second e-mail when the decoy asks again', async () => {
    const { person } = await join()
    const { visitor } = await signUp(newPerson({ email: person.email }))
    const before = emailsTo(person.email).length
    advance(minuteMs)
    expect((await visitor.post('/api/registration/resend', {})).status).toBe(202)
    expect(emailsTo(person.email)).toHaveLength(before)
  })
})

describe('confirming the address', () => {
  it('makes the account with profile and consents, and the browser goes on as the incomplete member', async () => {
    const { visitor, person, code } = await signUp()
    const pending = await findPending(person.email)
    const response = await visitor.post('/api/registration/verify', { code })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ redirect: '/questionnaire', user: { id: pending?.id, state: 'incomplete' } })
    const member = await findMember(person.email)
    expect(member).toMatchObject({
      id: pending?.id,
      state: 'incomplete',
      birthDate: '1992-05-24',
      timeZone: 'Europe/London',
      appearance: 1,
    })
    const [profile] = await db
      .select()
      .from(profiles)
      .where(eq(profiles.memberId, member?.id ?? ''))
    expect(profile).toMatchObject({ discoverable: false, gender: 'woman', genderMask: 1, seeksMask: 3 })
    const given = await db
      .select()
      .from(consents)
      .where(eq(consents.subjectId, member?.id ?? ''))
    expect(given.map(({ subjectKind, kind }) => `${subjectKind} ${kind}`).sort()).toEqual([
      'member sensitive-data',
      'member terms',
    ])
    expect(await findPending(person.email)).toBeUndefined()
    const session = await (await visitor.get('/api/auth/session')).json()
    expect(session).toMatchObject({ user: { id: member?.id, state: 'incomplete' } })
    expect((await visitor.get('/email-verify')).status).toBe(404)
  })

  it('takes the code however it is spaced', async () => {
    const { visitor, code } = await signUp()
    expect((await visitor.post('/api/registration/verify', { code: ` ${code.slice(0, 3)} ${code.slice(3)} ` })).status).toBe(200)
  })

  it('refuses a wrong code by name, and after five tries even the right one', async () => {
    const { visitor, person, code } = await signUp()
    for (let attempt = 0; attempt < 5; attempt++) {
      const response = await visitor.post('/api/registration/verify', { code: wrongCodeFor(code) })
      expect(response.status).toBe(422)
      expect(await response.json()).toMatchObject({ error: { code: 'wrong-code', fields: { code: expect.any(String) } } })
    }
    const spent = await visitor.post('/api/registration/verify', { code })
    expect([spent.status, await spent.json()]).toMatchObject([410, { error: { code: 'expired' } }])
    expect(await findMember(person.email)).toBeUndefined()
  })

  it('counts tries made at once exactly', async () => {
    const { visitor, person, code } = await signUp()
    const responses = await Promise.all(
      Array.from({ length: 9 }, () => visitor.post('/api/registration/verify', { code: wrongCodeFor(code) })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([410, 410, 410, 410, 422, 422, 422, 422, 422])
    expect((await findPending(person.email))?.codeTries).toBe(5)
  })

  it('refuses a code after ten minutes', async () => {
    const { visitor, person, code } = await signUp()
    advance(10 * minuteMs)
    expect((await visitor.post('/api/registration/verify', { code })).status).toBe(410)
    expect(await findMember(person.email)).toBeUndefined()
  })

  it.each(['', '12345', '1234567', 'abcdef', 123456, null, { $gt: '' }])(
    'answers 422 to %o as a code and uses up no try',
    async (code) => {
      const { visitor, person } = await signUp()
      expect((await visitor.post('/api/registration/verify', { code })).status).toBe(422)
      expect((await findPending(person.email))?.codeTries).toBe(0)
    },
  )

  it('answers 401 to a guest with neither session nor link, and 410 to an unknown link', async () => {
    expect((await new Visitor().post('/api/registration/verify', { code: '123456' })).status).toBe(401)
    const unknown = { code: '123456', t: 'x'.repeat(43), password: 'warm-river-lantern' }
    const agreed = { terms: 'on', sensitiveData: 'on' }
    expect((await new Visitor().post('/api/registration/verify', unknown)).status).toBe(410)
    expect((await new Visitor().post('/api/registration/verify/anew', { ...unknown, ...agreed })).status).toBe(410)
    expect((await new Visitor().post('/api/registration/resend', {})).status).toBe(401)
  })

  it('makes one account when the same form is sent twice at once', async () => {
    const { visitor, person, code } = await signUp()
    const responses = await Promise.all([1, 2].map(() => visitor.post('/api/registration/verify', { code })))
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect(await db.select().from(members).where(eq(members.email, person.email))).toHaveLength(1)
    expect((await visitor.get('/api/auth/session')).status).toBe(200)
  })

  it('makes one account when two registrations of an address are confirmed; the other turns into a decoy', async () => {
    const first = await signUp()
    const second = await signUp(newPerson({ email: first.person.email, firstName: 'Ada' }))
    expect((await first.visitor.post('/api/registration/verify', { code: first.code })).status).toBe(200)
    expect((await second.visitor.post('/api/registration/verify', { code: second.code })).status).toBe(422)
    expect(await findMember(first.person.email)).toMatchObject({ firstName: 'Nora' })
    expect((await second.visitor.get('/email-verify')).status).toBe(200)
  })

  it('ends every other session of the registration', async () => {
    const { visitor, person, code } = await signUp()
    const elsewhere = new Visitor()
    await elsewhere.post('/api/auth/sign-in', { email: person.email, password: person.password })
    await visitor.post('/api/registration/verify', { code })
    expect((await elsewhere.get('/api/auth/session')).status).toBe(401)
    const rows = await db
      .select()
      .from(sessions)
      .where(eq(sessions.subjectId, (await findMember(person.email))?.id ?? ''))
    expect(rows.filter((row) => row.revokedAt === null)).toHaveLength(1)
  })
})

describe('the e-mail’s link', () => {
  it('opens the page with the code filled in, for a guest, and signs nobody in', async () => {
    const { person, code } = await signUp()
    const guest = new Visitor()
    const page = await guest.get(linkIn(emailsTo(person.email)[0]))
    expect(page.status).toBe(200)
    const html = await page.text()
    expect(html).toContain(`value="${code}"`)
    expect(html).toContain('action="/api/registration/verify/anew"')
    expect(html).not.toContain(person.email)
    expect(guest.cookies.has('__Host-access')).toBe(false)
    expect(await findMember(person.email)).toBeUndefined()
  })

  it('lets a guest who knows the sign-up’s password confirm and then sign in', async () => {
    const { visitor, person, code } = await signUp()
    const guest = new Visitor()
    const t = linkToken(person.email)
    const response = await guest.post('/api/registration/verify', { code, t, password: person.password })
    expect(await response.json()).toEqual({ redirect: '/sign-in?step=verified' })
    expect((await guest.get('/api/auth/session')).status).toBe(401)
    expect((await visitor.get('/api/auth/session')).status).toBe(401)
    const signedIn = await guest.post('/api/auth/sign-in', { email: person.email, password: person.password })
    expect(await signedIn.json()).toMatchObject({ redirect: '/questionnaire', user: { state: 'incomplete' } })
  })

  it('leads the registering browser to the sign-in page once another browser has confirmed', async () => {
    const { visitor, person, code } = await signUp()
    await new Visitor().post('/api/registration/verify', { code, t: linkToken(person.email), password: person.password })
    for (const path of ['/api/registration/verify', '/api/registration/resend']) {
      expect(await (await visitor.post(path, { code })).json()).toEqual({ redirect: '/sign-in?step=verified' })
    }
    expect((await visitor.get('/likes')).headers.get('location')).toBe('/sign-in?next=%2Flikes')
  })

  it('is a 404 page without a live token', async () => {
    expect((await new Visitor().get('/email-verify')).status).toBe(404)
    expect((await new Visitor().get('/email-verify?t=nothing')).status).toBe(404)
  })
})

describe('asking for another e-mail', () => {
  it('is refused within a minute', async () => {
    const { visitor, person, code } = await signUp()
    const early = await visitor.post('/api/registration/resend', {})
    expect([early.status, emailsTo(person.email).length]).toEqual([429, 1])
    advance(minuteMs)
    expect((await visitor.post('/api/registration/resend', {})).status).toBe(202)
    expect(emailsTo(person.email)).toHaveLength(2)
    expect((await visitor.post('/api/registration/verify', { code })).status).toBe(200)
  })

  it.each([0, 1, 2, 3])(
    'leaves the code of each e-mail its ten minutes, in whatever order they arrive: %s of four',
    async (index) => {
      const { visitor, person } = await signUp()
      for (let asked = 0; asked < 3; asked++) {
        advance(2 * minuteMs)
        expect((await visitor.post('/api/registration/resend', {})).status).toBe(202)
      }
      const code = codeIn(emailsTo(person.email)[index])
      expect((await visitor.post('/api/registration/verify', { code })).status).toBe(200)
      expect(
        await db.$count(registrationCodes, eq(registrationCodes.registrationId, (await findMember(person.email))?.id ?? '')),
      ).toBe(0)
    },
  )

  it('ends the code and the link of an e-mail after its own ten minutes', async () => {
    const { visitor, person, code } = await signUp()
    const [link, t] = [linkIn(emailsTo(person.email)[0]), linkToken(person.email)]
    advance(6 * minuteMs)
    expect((await visitor.post('/api/registration/resend', {})).status).toBe(202)
    expect((await new Visitor().get(link)).status).toBe(200)
    advance(4 * minuteMs)
    const newest = codeIn(emailsTo(person.email).at(-1))
    expect((await new Visitor().get(link)).status).toBe(404)
    const guest = await new Visitor().post('/api/registration/verify', { code, t, password: person.password })
    expect(guest.status).toBe(410)
    if (newest !== code) expect((await visitor.post('/api/registration/verify', { code })).status).toBe(422)
    expect((await visitor.post('/api/registration/verify', { code: newest })).status).toBe(200)
  })

  it('leaves a guest the link of the e-mail before, with its code filled in', async () => {
    const { visitor, person, code } = await signUp()
    const [link, t] = [linkIn(emailsTo(person.email)[0]), linkToken(person.email)]
    advance(minuteMs)
    await visitor.post('/api/registration/resend', {})
    const guest = new Visitor()
    expect(await (await guest.get(link)).text()).toContain(`value="${code}"`)
    expect((await guest.post('/api/registration/verify', { code, t, password: person.password })).status).toBe(200)
    expect(await findMember(person.email)).toMatchObject({ state: 'incomplete' })
  })

  it('counts the tries of all its codes together', async () => {
    const { visitor, person, code } = await signUp()
    advance(minuteMs)
    await visitor.post('/api/registration/resend', {})
    const newest = codeIn(emailsTo(person.email).at(-1))
    const wrong = ['000000', '111111', '222222'].find((each) => each !== code && each !== newest)
    for (let attempt = 0; attempt < 5; attempt++) await visitor.post('/api/registration/verify', { code: wrong })
    for (const each of [code, newest]) expect((await visitor.post('/api/registration/verify', { code: each })).status).toBe(410)
  })

  it('gives back the five tries', async () => {
    const { visitor, person, code } = await signUp()
    for (let attempt = 0; attempt < 5; attempt++) await visitor.post('/api/registration/verify', { code: wrongCodeFor(code) })
    advance(minuteMs)
    await visitor.post('/api/registration/resend', {})
    expect((await visitor.post('/api/registration/verify', { code: codeIn(emailsTo(person.email).at(-1)) })).status).toBe(200)
  })

  it('sends one e-mail when asked twice at once', async () => {
    const { visitor, person } = await signUp()
    advance(minuteMs)
    const responses = await Promise.all([1, 2].map(() => visitor.post('/api/registration/resend', {})))
    expect(responses.map(({ status }) => status).sort()).toEqual([202, 429])
    expect(emailsTo(person.email)).toHaveLength(2)
  })

  it('sends a guest to the sign-in page, from where the new e-mail’s link leads on', async () => {
    const { person } = await signUp()
    const t = linkToken(person.email)
    advance(minuteMs)
    const response = await new Visitor().post('/api/registration/resend', { t })
    expect([response.status, await response.json()]).toEqual([202, { redirect: '/sign-in?step=sent' }])
  })
})

describe('changing the address before it is confirmed', () => {
  it('leads back to the filled-in form without password and consents, and signs the browser out', async () => {
    const { visitor, person } = await signUp()
    const response = await visitor.post('/api/registration/change-address', {})
    expect([response.status, await response.json()]).toEqual([200, { redirect: '/sign-up' }])
    expect((await visitor.fetch('/api/auth/session')).status).toBe(401)
    const form = await (await visitor.fetch('/sign-up')).text()
    for (const value of [person.firstName, person.birthDate, person.email]) expect(form).toContain(`value="${value}"`)
    expect(form).not.toContain(person.password)
    expect(form.match(/<input[^>]*name="terms"[^>]*>/)?.[0]).not.toContain('checked')
  })

  it('shows nothing of a registration to a browser that has not made it', async () => {
    const { person } = await signUp()
    const other = new Visitor()
    expect((await other.post('/api/registration/change-address', {})).status).toBe(200)
    expect(await (await other.fetch('/sign-up')).text()).not.toContain(person.email)
  })
})
