import { afterEach, describe, expect, it, vi } from 'vitest'
import { counters, securityEvents } from '#db/schema.ts'
import { hashToken } from '#server/crypto/secrets.ts'
import { advance, browserOf, createPerson, password, signIn } from '#test/support/worker/account.ts'
import { db } from '#test/support/worker/members.ts'
import { codeIn, emailsTo, linkIn, signUp, Visitor, visitorElsewhere } from '#test/support/worker/visitor.ts'

// Hashing a password takes its time by design.
vi.setConfig({ testTimeout: 60_000 })
afterEach(() => void vi.useRealTimers())

const newPassword = 'a-quite-different-harbour'
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const stranger = () => `${crypto.randomUUID()}@example.test`
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

async function ask(email: string, visitor = visitorElsewhere()) {
  const response = await visitor.post('/api/account/reset', { email })
  const { redirect = '' } = await response.clone().json<{ redirect?: string }>()
  return { response, redirect, id: new URL(redirect, 'https://kismet.localhost').searchParams.get('c') ?? '' }
}

const guess = (id: string, code: string, visitor = visitorElsewhere()) =>
  visitor.post('/api/account/reset/password', { c: id, code, password: newPassword })

const lastCode = (email: string) => codeIn(emailsTo(email).at(-1))
const resetLetters = (email: string) => emailsTo(email).filter(({ text }) => text.includes('step=reset'))

function resetByLink(email: string, visitor = visitorElsewhere()) {
  const { searchParams } = new URL(linkIn(emailsTo(email).at(-1)), 'https://kismet.localhost')
  const [id, t] = [searchParams.get('c'), searchParams.get('t')]
  return visitor.post('/api/account/reset/password', { c: id, t, password: newPassword })
}

/** Returns a browser in which this member was signed in, and is not any more. */
async function ownersBrowser(email: string): Promise<Visitor> {
  const visitor = visitorElsewhere()
  await signIn(email, password, visitor)
  await visitor.post('/api/auth/sign-out', {})
  expect(visitor.cookies.has('__Host-access')).toBe(false)
  return visitor
}

describe('a guesser of codes', () => {
  it('from ever new networks gets 20 wrong tries a day on one account, known or not, and the link goes on working', async () => {
    const person = await createPerson()
    const answers = []
    for (const email of [person.email, stranger()]) {
      const statuses: number[] = []
      let last: unknown
      for (let hour = 0; hour < 8; hour++) {
        const { id } = await ask(email)
        const code = lastCode(email)
        for (let time = 0; time < 6; time++) {
          const response = await guess(id, otherThan(code))
          statuses.push(response.status)
          last = [response.status, await response.json()]
        }
        if (hour === 7 && email === person.email) {
          expect((await guess(id, code)).status).toBe(429)
          expect((await signIn(email, password)).status).toBe(200)
        }
        advance(hourMs)
      }
      expect(statuses.filter((status) => status === 422)).toHaveLength(20)
      answers.push([statuses, last])
      vi.useRealTimers()
    }
    expect(answers[1]).toEqual(answers[0])
    expect(answers[0]?.[1]).toMatchObject([
      429,
      { error: { code: 'codes-spent', message: expect.stringContaining('The link in the email still works') } },
    ])

    await ask(person.email, await ownersBrowser(person.email))
    expect((await resetByLink(person.email)).status).toBe(200)
    expect((await signIn(person.email, newPassword)).status).toBe(200)
  })

  it('with many tries at once has no more of them judged than the day has left', async () => {
    const person = await createPerson()
    const { id } = await ask(person.email)
    const key = `reset-codes:${hashToken(person.email)}`
    await db.insert(counters).values({ key, count: 17, expiresAt: Date.now() + hourMs })
    const wrong = otherThan(lastCode(person.email))
    const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await guess(id, wrong)).status))
    expect(statuses.filter((status) => status === 422)).toHaveLength(3)
    expect((await guess(id, lastCode(person.email))).status).toBe(429)
  })

  it('does not use up the owner’s tries with a code that was right', async () => {
    const person = await createPerson()
    const { id } = await ask(person.email)
    const key = `reset-codes:${hashToken(person.email)}`
    await db.insert(counters).values({ key, count: 19, expiresAt: Date.now() + hourMs })
    expect((await guess(id, lastCode(person.email))).status).toBe(200)
    const rows = await db.select().from(counters)
    expect(rows.find((row) => row.key === key)?.count).toBe(19)
  })

  it('on one network gets 30 wrong codes an hour over all accounts and e-mails, while the link still works there', async () => {
    const attacker = visitorElsewhere()
    const statuses: number[] = []
    const people = await Promise.all(Array.from({ length: 7 }, () => createPerson()))
    for (const { email } of people) {
      const { id } = await ask(email)
      for (let time = 0; time < 5; time++) statuses.push((await guess(id, otherThan(lastCode(email)), attacker)).status)
    }
    expect(statuses.filter((status) => status === 422)).toHaveLength(30)
    expect(statuses.slice(30)).toEqual([429, 429, 429, 429, 429])

    const joining = await signUp(undefined, attacker)
    expect((await attacker.post('/api/registration/verify', { code: joining.code })).status).toBe(429)
    const [first] = people
    const email = first?.email ?? ''
    expect((await resetByLink(email, attacker)).status).toBe(200)
    advance(hourMs)
    expect((await attacker.post('/api/registration/verify', { code: otherThan(joining.code) })).status).toBe(410)
  })

  it('of a sign-up or a change of address is counted by network, too', async () => {
    const attacker = new Visitor('203.0.113.78')
    const { code } = await signUp(undefined, attacker)
    for (let time = 0; time < 5; time++) await attacker.post('/api/registration/verify', { code: otherThan(code) })

    const member = await createPerson({ confirmedAgoMs: 0 })
    const email = stranger()
    await browserOf(member).post('/api/account/email', { email })
    const ownNetwork = (value: string) =>
      browserOf(member).post('/api/account/email/confirm', { code: value }, { 'cf-connecting-ip': '203.0.113.77' })
    for (let time = 0; time < 4; time++) expect((await ownNetwork(otherThan(lastCode(email)))).status).toBe(422)

    const rows = await db.select().from(counters)
    const countOf = (address: string) => rows.find(({ key }) => key === `refused-codes:${hashToken(address)}`)?.count
    expect(countOf('203.0.113.77')).toBe(4)
    expect(countOf('203.0.113.78')).toBe(5)
    expect((await ownNetwork(lastCode(email))).status).toBe(200)
  })

  it('is written down: refused codes and limits that were reached', async () => {
    const { id } = await ask((await createPerson()).email)
    const countOf = async (kind: string) =>
      (await db.select().from(securityEvents)).filter((row) => row.kind === kind).reduce((sum, row) => sum + row.count, 0)
    const before = await countOf('code-refused')
    await guess(id, '000000')
    await guess(id, '000001')
    expect(await countOf('code-refused')).toBe(before + 2)
  })

  it('cannot post resets, or ask for e-mails, without end from one network', async () => {
    const attacker = visitorElsewhere()
    const calls = [
      () => attacker.post('/api/account/reset/resend', { c: 'nobody' }),
      () => attacker.post('/api/account/reset/password', { c: 'nobody', t: 'x'.repeat(43), password: newPassword }),
    ]
    for (const call of calls) {
      const statuses: number[] = []
      for (let time = 0; time < 102; time++) statuses.push((await call()).status)
      expect([...new Set(statuses.slice(0, 100))]).toEqual([410])
      expect(statuses.slice(100)).toEqual([429, 429])
    }
  })
})

describe('a stranger who asks every minute', () => {
  it('from ever new networks neither turns the owner away nor voids a code, and sends no more than the address can bear', async () => {
    const person = await createPerson()
    const owner = await ownersBrowser(person.email)
    for (let minute = 0; minute < 30; minute++) {
      expect((await ask(person.email)).response.status).toBe(202)
      advance(minuteMs)
    }
    const strangers = resetLetters(person.email).length
    expect(strangers).toBe(4)
    const { id, response, redirect } = await ask(person.email, owner)
    expect([response.status, redirect]).toEqual([202, `/sign-in?step=reset&c=${id}`])
    expect(resetLetters(person.email)).toHaveLength(strangers + 1)
    const code = lastCode(person.email)
    for (let minute = 0; minute < 5; minute++) {
      advance(minuteMs)
      await ask(person.email)
    }
    expect((await guess(id, code, owner)).status).toBe(200)
  })

  it('from one network leaves an e-mail for the owner on another one, in a browser that nobody knows', async () => {
    const person = await createPerson()
    const attacker = visitorElsewhere()
    for (let minute = 0; minute < 20; minute++) {
      expect((await ask(person.email, attacker)).response.status).toBe(202)
      advance(minuteMs)
    }
    const before = resetLetters(person.email).length
    expect(before).toBe(3)
    const { id } = await ask(person.email)
    expect(resetLetters(person.email)).toHaveLength(before + 1)
    expect((await guess(id, lastCode(person.email))).status).toBe(200)
  })

  it('leaves the code of the owner’s e-mail valid when theirs comes after it', async () => {
    const person = await createPerson()
    const { id } = await ask(person.email)
    const code = lastCode(person.email)
    advance(minuteMs)
    await ask(person.email)
    expect(resetLetters(person.email)).toHaveLength(2)
    expect((await guess(id, code)).status).toBe(200)
  })

  it('sends an address five e-mails an hour and ten a day, together with its owner', async () => {
    const person = await createPerson()
    const owner = await ownersBrowser(person.email)
    for (let time = 0; time < 12; time++) {
      await ask(person.email, owner)
      advance(minuteMs)
    }
    expect(resetLetters(person.email)).toHaveLength(5)
    for (let hour = 0; hour < 20; hour++) {
      advance(hourMs)
      await ask(person.email)
      advance(minuteMs)
      await ask(person.email, owner)
    }
    expect(resetLetters(person.email)).toHaveLength(10)
  })

  it('sees the same as for an address that nobody has, when no more e-mails are sent', async () => {
    const seen = []
    for (const email of [(await createPerson()).email, stranger()]) {
      advance(0) // the page counts the seconds until another email can be asked for
      const visitor = visitorElsewhere()
      const answers = []
      for (let time = 0; time < 6; time++) {
        const { response, redirect, id } = await ask(email, visitor)
        const neutral = (text: string) => text.replaceAll(id, 'ID').replaceAll(/nonce="[^"]*"|"now":\d+|"resendAt":\d+/g, '')
        const page = neutral(await (await new Visitor().get(redirect)).text())
        answers.push([response.status, neutral(redirect), [...response.headers.keys()], page])
        advance(minuteMs)
      }
      seen.push(answers)
      vi.useRealTimers()
    }
    expect(seen[1]).toEqual(seen[0])
    const [, redirect, , page] = seen[0]?.at(-1) ?? []
    expect(redirect).toBe('/sign-in?step=reset&c=ID&why=limited')
    expect(page).toContain('We’ve sent as many emails to this address as we can for now.')
  })
})
