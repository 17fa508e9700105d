import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { consents, identities, members, registrations } from '#db/schema.ts'
import { advance, signIn } from '#test/support/worker/account.ts'
import { db } from '#test/support/worker/members.ts'
import { newPersonAtProvider, visitProvider } from '#test/support/worker/provider-visit.ts'
import { codeIn, emailsTo, linkIn, newPerson, signUp, Visitor, visitorElsewhere } from '#test/support/worker/visitor.ts'

// Hashing a password takes its time by design.
vi.setConfig({ testTimeout: 60_000 })
afterEach(() => void vi.useRealTimers())

/** In each of these somebody signs up with the address of a victim, who reads the email and presses. */
const attackersPassword = 'the-attacker-knows-it'
const ownPassword = 'my-own-quiet-harbour'
const newAddress = () => `victim-${crypto.randomUUID().slice(0, 8)}@example.test`

const accountOf = async (email: string) => (await db.select().from(members).where(eq(members.email, email)))[0]
const registrationOf = async (email: string) => (await db.select().from(registrations).where(eq(registrations.email, email)))[0]

/** Returns what the email's reader holds. */
function letterOf(email: string) {
  const letter = emailsTo(email).at(-1)
  const link = linkIn(letter)
  return { link, code: codeIn(letter), t: new URL(link, 'https://kismet.localhost').searchParams.get('t') ?? '' }
}

const press = (body: Record<string, string>, visitor = visitorElsewhere()) => visitor.post('/api/registration/verify', body)
const agreed = { terms: 'on', sensitiveData: 'on' }
const pressAnew = (body: Record<string, string>, visitor = visitorElsewhere()) =>
  visitor.post('/api/registration/verify/anew', { ...agreed, ...body })

async function stateOf(visitor: Visitor) {
  const response = await visitor.get('/api/auth/session')
  return response.status === 200 ? (await response.json<{ user: { state: string } }>()).user.state : null
}

describe('a browser that did not register', () => {
  it('cannot confirm by the e-mail alone, so that the attacker’s password opens no account of the victim', async () => {
    const email = newAddress()
    await signUp(newPerson({ email, password: attackersPassword }))
    const { code, t } = letterOf(email)
    const refused = await press({ code, t })
    expect([refused.status, await refused.json()]).toMatchObject([422, { error: { fields: { password: expect.any(String) } } }])
    expect(await accountOf(email)).toBeUndefined()
    const attacker = new Visitor()
    await signIn(email, attackersPassword, attacker)
    expect(await stateOf(attacker)).toBe('unverified')
  })

  it('sets a password of its own, which takes the attacker’s password and session away', async () => {
    const email = newAddress()
    const { visitor: attacker } = await signUp(newPerson({ email, password: attackersPassword }))
    expect(await stateOf(attacker)).toBe('unverified')
    const { code, t } = letterOf(email)
    const victim = visitorElsewhere()
    const done = await pressAnew({ code, t, password: ownPassword }, victim)
    expect([done.status, await done.json()]).toEqual([200, { redirect: '/sign-in?step=verified' }])
    expect(await stateOf(victim)).toBeNull()
    expect(await stateOf(attacker)).toBeNull()
    expect((await attacker.get('/likes')).headers.get('location')).toBe('/sign-in?next=%2Flikes')
    expect((await signIn(email, attackersPassword)).status).toBe(401)
    expect((await signIn(email, ownPassword, victim)).status).toBe(200)
    expect(await stateOf(victim)).toBe('incomplete')
  })

  it('agrees for itself: a stranger’s two consents do not count, and the account has its own in their place', async () => {
    const email = newAddress()
    await signUp(newPerson({ email, password: attackersPassword }))
    const { code, t, link } = letterOf(email)
    const { id = '' } = (await registrationOf(email)) ?? {}
    const page = await (await visitorElsewhere().get(link)).text()
    for (const name of ['terms', 'sensitiveData']) expect(page).toContain(`name="${name}"`)
    const given = () => db.select().from(consents).where(eq(consents.subjectId, id))
    const before = await given()
    expect(before).toHaveLength(2)

    for (const [missing, fields] of [
      [['terms', 'sensitiveData'], { terms: '', sensitiveData: '' }],
      [['sensitiveData'], { sensitiveData: '' }],
      [['terms'], { terms: '' }],
    ] as const) {
      const refused = await pressAnew({ code, t, password: ownPassword, ...fields })
      expect(refused.status).toBe(422)
      const { error } = await refused.json<{ error: { fields: Record<string, string> } }>()
      expect(error.fields).toEqual(Object.fromEntries(missing.map((name) => [name, expect.any(String)])))
    }
    expect(await accountOf(email)).toBeUndefined()

    advance(60_000)
    const victim = visitorElsewhere()
    await victim.post('/api/locale', { locale: 'uk' })
    expect((await pressAnew({ code, t, password: ownPassword }, victim)).status).toBe(200)
    const after = await given()
    expect(after.map(({ kind, subjectKind, locale }) => [kind, subjectKind, locale]).sort()).toEqual([
      ['sensitive-data', 'member', 'uk'],
      ['terms', 'member', 'uk'],
    ])
    for (const row of after) {
      const old = before.find(({ kind }) => kind === row.kind)
      expect(row.id).not.toBe(old?.id)
      expect(row.textHash).not.toBe(old?.textHash)
      expect(row.version).toBe(old?.version)
      expect(row.givenAt).toBeGreaterThanOrEqual((old?.givenAt ?? Infinity) + 60_000)
    }
  })

  it('links no provider’s account that the attacker had vouched for them, and needs a password of its own', async () => {
    const email = newAddress()
    const trojan = newPersonAtProvider()
    const attacker = new Visitor()
    await visitProvider(attacker, 'google', { person: trojan })
    const { password: _, ...form } = newPerson({ email, provider: 'google' })
    expect((await attacker.post('/api/auth/sign-up', form)).status).toBe(201)
    const { code, t, link } = letterOf(email)
    const page = await (await visitorElsewhere().get(link)).text()
    expect(page).toContain('action="/api/registration/verify/anew"')
    expect(page).not.toContain('action="/api/registration/verify"')
    for (const password of ['', attackersPassword]) expect((await press({ code, t, password })).status).toBe(422)
    expect((await pressAnew({ code, t, password: ownPassword })).status).toBe(200)

    const account = await accountOf(email)
    const linked = await db
      .select()
      .from(identities)
      .where(eq(identities.memberId, account?.id ?? ''))
    expect(linked).toEqual([])
    const later = new Visitor()
    await visitProvider(later, 'google', { person: trojan })
    expect(await stateOf(later)).toBeNull()
    expect((await signIn(email, ownPassword)).status).toBe(200)
  })

  it('confirms by the sign-up’s password, and is not signed in by that', async () => {
    const { person } = await signUp()
    const { code, t } = letterOf(person.email)
    const visitor = visitorElsewhere()
    const done = await press({ code, t, password: person.password }, visitor)
    expect([done.status, await done.json()]).toEqual([200, { redirect: '/sign-in?step=verified' }])
    expect(await stateOf(visitor)).toBeNull()
    expect((await signIn(person.email, person.password)).status).toBe(200)
  })

  it('has ten guesses of that password in a quarter of an hour, also at once, and the code goes on working', async () => {
    const { visitor, person } = await signUp()
    const { code, t } = letterOf(person.email)
    const wrong = () => press({ code, t, password: 'not-the-password' })
    const statuses = []
    for (let round = 0; round < 4; round++) statuses.push(...(await Promise.all([wrong(), wrong(), wrong()])))
    expect(statuses.filter(({ status }) => status === 422)).toHaveLength(10)
    expect(statuses.filter(({ status }) => status === 429)).toHaveLength(2)
    expect((await press({ code, t, password: person.password })).status).toBe(429)
    expect((await registrationOf(person.email))?.codeTries).toBe(0)
    expect((await visitor.post('/api/registration/verify', { code })).status).toBe(200)
  })

  it('needs the right code of the newest e-mail whatever the password, and five wrong ones spend it', async () => {
    const { person } = await signUp()
    const { code, t } = letterOf(person.email)
    const wrong = code === '000000' ? '111111' : '000000'
    for (let time = 0; time < 5; time++) expect((await pressAnew({ code: wrong, t, password: ownPassword })).status).toBe(422)
    expect((await pressAnew({ code, t, password: ownPassword })).status).toBe(410)
    expect((await press({ code, t, password: person.password })).status).toBe(410)
    advance(60_000)
    await new Visitor().post('/api/registration/resend', { t })
    expect((await pressAnew({ code, t, password: ownPassword })).status).toBe(410)
    expect((await pressAnew({ ...letterOf(person.email), password: ownPassword })).status).toBe(200)
  })

  it('keeps to the rules of every new password without using up a try', async () => {
    const email = newAddress()
    await signUp(newPerson({ email }))
    const { code, t } = letterOf(email)
    for (const password of ['short', 'password123', email.toUpperCase(), ''])
      expect((await pressAnew({ code, t, password })).status).toBe(422)
    expect((await registrationOf(email))?.codeTries).toBe(0)
  })

  it('gets one password when two are set at the same moment, and no answer says that a password works when it does not', async () => {
    const email = newAddress()
    await signUp(newPerson({ email, password: attackersPassword }))
    const { code, t } = letterOf(email)
    const passwords = [1, 2, 3].map((n) => `${ownPassword}-${n}`)
    const answers = await Promise.all(passwords.map((password) => pressAnew({ code, t, password })))
    const opened = await Promise.all(passwords.map(async (password) => (await signIn(email, password)).status === 200))
    expect(answers.map(({ status }) => status === 200)).toEqual(opened)
    expect(opened.filter(Boolean)).toHaveLength(1)
  })

  it('does either by a plain form, which comes back with what was wrong', async () => {
    const { person } = await signUp()
    const { code, t, link } = letterOf(person.email)
    const visitor = visitorElsewhere()
    const fields = (password: string): [string, string][] => [
      ['code', code],
      ['t', t],
      ['password', password],
      ['terms', 'on'],
    ]
    const headers = { referer: `https://kismet.localhost${link}` }
    for (const [path, password, text] of [
      ['/api/registration/verify', 'not-the-password', 'That’s not your password.'],
      ['/api/registration/verify/anew', 'short', 'Use at least 10 characters.'],
    ] as const) {
      const refused = await visitor.submit(path, fields(password), headers)
      expect([refused.status, refused.headers.get('location')]).toEqual([303, link])
      const page = await (await visitor.get(link)).text()
      expect(page).toContain(text)
      expect(/<details[^>]* open/.test(page)).toBe(path.endsWith('/anew'))
      const [terms = '', sensitiveData = ''] = page.match(/<input[^>]*name="(?:terms|sensitiveData)"[^>]*>/g) ?? []
      expect([terms, sensitiveData].map((box) => [/ checked/.test(box), / aria-invalid="true"/.test(box)])).toEqual(
        path.endsWith('/anew')
          ? [
              [true, false],
              [false, true],
            ]
          : [
              [false, false],
              [false, false],
            ],
      )
    }
    const done = await visitor.submit('/api/registration/verify/anew', [...fields(ownPassword), ['sensitiveData', 'on']], headers)
    expect([done.status, done.headers.get('location')]).toEqual([303, '/sign-in?step=verified'])
    expect((await signIn(person.email, ownPassword)).status).toBe(200)
  })
})
