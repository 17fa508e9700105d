import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { failedEmails, members } from '#db/schema.ts'
import { failedEmailKeptMs } from '#features/mail/contract.ts'
import { retryDelaysS } from '#features/mail/rules.ts'
import { emailKinds } from '#worker/email-kinds.ts'
import { sweep } from '#worker/sweep.ts'
import { meteredDatabase, sumOf, type Asked } from '../../../scripts/bench/d1/meter.ts'
import { consume, failedQueue, mailQueue, queueOf } from '#test/support/worker/mail-queue.ts'
import { db } from '#test/support/worker/members.ts'
import { newId } from '#test/support/worker/realtime-client.ts'
import { codeIn, join, newPerson, Visitor, type Email } from '#test/support/worker/visitor.ts'

type Queued = { id: string; kind: string; at: number; until: number; sealed: string }
type Failed = Queued & { code: string; attempts: number; failedAt: number }

const minute = 60_000
let lines: Record<string, unknown>[] = []

beforeEach(() => {
  lines = []
  for (const level of ['log', 'warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((line: unknown) => void lines.push(JSON.parse(String(line))))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** A mail service that takes everything, or refuses everything with an error. */
function serviceThat(refusal?: Error) {
  const sent: Email[] = []
  const EMAIL: SendEmail = {
    async send(message: EmailMessage | EmailMessageBuilder) {
      if (refusal) throw refusal
      if ('subject' in message)
        sent.push({ to: String(message.to), subject: message.subject, text: message.text ?? '', html: '' })
      return { messageId: 'test' }
    },
  }
  return { EMAIL, sent }
}

const refusedBy = (code: string, to = '') => serviceThat(Object.assign(new Error(`${to} was refused`), { code }))

/** What the queue holds after a sign-up. */
async function signUpQueued(person = newPerson()) {
  const queued: Queued[] = []
  const MAIL = queueOf((body) => queued.push(body as Queued))
  const response = await new Visitor(undefined, { MAIL }).post('/api/auth/sign-up', person)
  expect(response.status).toBe(201)
  const [email] = queued
  if (!email || queued.length > 1) throw new Error(`${queued.length} e-mails were queued`)
  return { email, person }
}

/** Collects what goes to the queue of failed emails. */
function failedOnes() {
  const failed: Failed[] = []
  return { FAILED_MAIL: queueOf((body) => failed.push(body as Failed)), failed }
}

const storedOf = async (id: string) => (await db.select().from(failedEmails).where(eq(failedEmails.id, id)))[0]

describe('an e-mail in the queue', () => {
  it('says its kind and its times, and nothing of who gets it or what it says', async () => {
    const { email, person } = await signUpQueued()
    expect(email).toEqual({
      id: expect.any(String),
      kind: 'sign-up-code',
      at: expect.any(Number),
      until: email.at + 10 * minute,
      sealed: expect.stringMatching(/^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/),
    })
    const { EMAIL, sent } = serviceThat()
    await consume(mailQueue, [email], { EMAIL })
    const held = JSON.stringify(email)
    for (const secret of [person.email, person.firstName, codeIn(sent[0])]) expect(held).not.toContain(secret)
  })

  it('is written when it is sent, to the address and in the language of that moment, by one question to D1', async () => {
    const queued: Queued[] = []
    const MAIL = queueOf((body) => queued.push(body as Queued))
    const { visitor, person } = await join()
    const [member] = await db.select().from(members).where(eq(members.email, person.email))
    const other = new Visitor(undefined, { MAIL })
    visitor.cookies.forEach((value, name) => other.cookies.set(name, value))
    const changed = { currentPassword: person.password, password: 'cold-mountain-lantern' }
    expect((await other.post('/api/account/password', changed)).status).toBe(200)
    const email = `moved-${newId()}@example.test`
    await db
      .update(members)
      .set({ email, locale: 'uk' })
      .where(eq(members.id, member?.id ?? ''))
    const { EMAIL, sent } = serviceThat()
    const asked: Asked[] = []
    await consume(mailQueue, queued, { EMAIL, DB: meteredDatabase(env.DB, (reading) => asked.push(reading)) })
    expect(sent.map(({ to }) => to)).toEqual([email])
    expect(sent[0]?.text).toContain('/uk/')
    expect(sumOf(asked)).toMatchObject({ calls: 1, rowsRead: 1, rowsWritten: 0 })
  })

  it('is not sent when its recipient is gone', async () => {
    const { email, person } = await signUpQueued()
    await env.DB.prepare('delete from registrations where email = ?').bind(person.email).run()
    const { EMAIL, sent } = serviceThat()
    const { explicitAcks } = await consume(mailQueue, [email], { EMAIL })
    expect([explicitAcks, sent]).toEqual([['0'], []])
    expect(lines.at(-1)).toMatchObject({ what: 'mail', outcome: 'not-needed' })
  })

  it('that is not of this worker is dropped, and one sealed for another kind is not sent', async () => {
    const { email } = await signUpQueued()
    const { EMAIL, sent } = serviceThat()
    const { FAILED_MAIL, failed } = failedOnes()
    const bodies = ['hello', { kind: 'x' }, { ...email, kind: 'reset-code' }, { ...email, sealed: 'x' }]
    expect((await consume(mailQueue, bodies, { EMAIL, FAILED_MAIL })).explicitAcks).toEqual(['0', '1', '2', '3'])
    expect(failed.map(({ code }) => code)).toEqual(['unreadable', 'unreadable'])
    expect(sent).toEqual([])
  })
})

describe('an e-mail that the mail service refuses', () => {
  it('is tried again after longer and longer pauses, while the others of its batch are sent', async () => {
    const [ill, well] = [await signUpQueued(), await signUpQueued()]
    const { EMAIL, sent } = serviceThat()
    const picky: SendEmail = {
      send: async (message: EmailMessage | EmailMessageBuilder) => {
        if ('to' in message && message.to === ill.person.email) throw new Error('away')
        return EMAIL.send(message as EmailMessageBuilder)
      },
    }
    for (const [index, delaySeconds] of retryDelaysS.slice(0, 4).entries()) {
      const done = await consume(mailQueue, [ill.email, well.email], { EMAIL: picky, attempts: index + 1 })
      expect([done.retryMessages, done.pausesS]).toEqual([[{ msgId: '0' }], [delaySeconds]])
      expect(done.explicitAcks).toEqual(['1'])
    }
    expect(sent.map(({ to }) => to)).toEqual(Array.from({ length: 4 }, () => well.person.email))
  })

  it('goes to the failed ones after the last attempt, with the service’s code and without a word of its message', async () => {
    const { email, person } = await signUpQueued()
    const { EMAIL } = refusedBy('E_DELIVERY_FAILED', person.email)
    const { FAILED_MAIL, failed } = failedOnes()
    const late = { ...email, until: Number.MAX_SAFE_INTEGER }
    const attempts = retryDelaysS.length + 1
    const done = await consume(mailQueue, [late], { EMAIL, FAILED_MAIL, attempts })
    expect([done.explicitAcks, done.retryMessages]).toEqual([['0'], []])
    expect(failed).toEqual([{ ...late, code: 'E_DELIVERY_FAILED', attempts, failedAt: expect.any(Number) }])
    expect(lines.at(-1)).toMatchObject({
      level: 'error',
      what: 'mail',
      kind: 'sign-up-code',
      error: 'E_DELIVERY_FAILED',
      attempts,
    })
  })

  it('for good is not tried again', async () => {
    const { email } = await signUpQueued()
    const { FAILED_MAIL, failed } = failedOnes()
    await consume(mailQueue, [email], { ...refusedBy('E_RECIPIENT_SUPPRESSED'), FAILED_MAIL })
    expect(failed.map(({ code, attempts }) => [code, attempts])).toEqual([['E_RECIPIENT_SUPPRESSED', 1]])
  })

  it('is not sent after its time: a code that no longer works helps no one', async () => {
    const { email } = await signUpQueued()
    vi.useFakeTimers({ toFake: ['Date'], now: email.until })
    const { EMAIL, sent } = serviceThat()
    const { FAILED_MAIL, failed } = failedOnes()
    await consume(mailQueue, [email], { EMAIL, FAILED_MAIL })
    expect([sent, failed.map(({ code }) => code)]).toEqual([[], ['too-late']])
  })

  it('waits in its queue when neither the service nor the queue of failed ones takes it', async () => {
    const { email } = await signUpQueued()
    const FAILED_MAIL = queueOf(() => {
      throw new Error('away')
    })
    const done = await consume(mailQueue, [email], { ...refusedBy('E_VALIDATION_ERROR'), FAILED_MAIL })
    expect([done.explicitAcks, done.retryMessages, done.pausesS]).toEqual([[], [{ msgId: '0' }], [60]])
  })

  it('is tried again while the database is away, or by a version that knows its kind', async () => {
    const { email } = await signUpQueued()
    const DB = { prepare: () => { throw new Error('D1 is away') } } as unknown as D1Database // prettier-ignore
    for (const given of [
      { bodies: [email], DB },
      { bodies: [{ ...email, kind: 'of-tomorrow' }], DB: env.DB },
    ]) {
      const done = await consume(mailQueue, given.bodies, { ...serviceThat(), DB: given.DB })
      expect(done.pausesS).toEqual([retryDelaysS[0]])
    }
    expect(lines.slice(-2)).toMatchObject([{ error: 'database' }, { error: 'unknown-kind' }])
  })
})

it('no line of the log names anybody, however often an e-mail fails', async () => {
  const { email, person } = await signUpQueued()
  const { FAILED_MAIL } = failedOnes()
  for (const attempts of [1, 2, retryDelaysS.length + 1])
    await consume(mailQueue, [email], { ...refusedBy('E_DELIVERY_FAILED', person.email), FAILED_MAIL, attempts })
  await consume(mailQueue, [email], serviceThat())
  expect(lines.length).toBeGreaterThanOrEqual(4)
  for (const line of lines) expect(JSON.stringify(line)).not.toMatch(/@|Nora/)
})

describe('failed e-mails', () => {
  const failed = (email: Queued) => ({ ...email, code: 'E_DELIVERY_FAILED', attempts: 6, failedAt: Date.now() })

  it('are stored once, also those that the platform moved by itself', async () => {
    const [{ email }, other] = [await signUpQueued(), { ...(await signUpQueued()).email, id: newId() }]
    for (let time = 0; time < 2; time++) expect((await consume(failedQueue, [failed(email), other])).ackAll, 'taken').toBe(true)
    expect(await storedOf(email.id)).toMatchObject({ kind: 'sign-up-code', code: 'E_DELIVERY_FAILED', attempts: 6 })
    expect(await storedOf(other.id)).toMatchObject({ code: 'unknown', attempts: 0, failedAt: expect.any(Number) })
  })

  it('keep no code, and everything else encrypted', async () => {
    const { email } = await signUpQueued()
    const notice = { ...email, id: newId(), until: email.at + 24 * 60 * minute }
    await consume(failedQueue, [failed(email), failed(notice)])
    expect([(await storedOf(email.id))?.sealed, (await storedOf(notice.id))?.sealed]).toEqual(['', email.sealed])
  })

  it('are gone after seven days', async () => {
    const [{ email }, other] = [await signUpQueued(), { ...(await signUpQueued()).email, id: newId() }]
    const now = Date.now()
    await consume(failedQueue, [
      { ...failed(email), failedAt: now - failedEmailKeptMs - 1 },
      { ...failed(other), failedAt: now - failedEmailKeptMs },
    ])
    await sweep(env, now)
    expect([await storedOf(email.id), (await storedOf(other.id))?.id]).toEqual([undefined, other.id])
  })

  it('wait in their queue while the database is away', async () => {
    const { email } = await signUpQueued()
    const DB = { prepare: () => { throw new Error('D1 is away') } } as unknown as D1Database // prettier-ignore
    const { retryBatch, pausesS } = await consume(failedQueue, [failed(email)], { DB })
    expect([retryBatch.retry, pausesS]).toEqual([true, [600]])
  })

  it('are also those that the queue did not take', async () => {
    const before = await db.$count(failedEmails, eq(failedEmails.code, 'queue'))
    const MAIL = queueOf(() => {
      throw new Error('the queue is away')
    })
    expect((await new Visitor(undefined, { MAIL }).post('/api/auth/sign-up', newPerson())).status).toBe(201)
    expect(await db.$count(failedEmails, eq(failedEmails.code, 'queue'))).toBe(before + 1)
    expect(lines.at(-1)).toMatchObject({ level: 'error', what: 'mail-queue', kind: 'sign-up-code' })
  })
})

it('the platform’s own queues bring an e-mail to the worker, and a failed one to the database', async () => {
  const id = newId()
  const now = Date.now()
  await env.MAIL.send({ id, kind: 'reset-code', at: now, until: now + minute, sealed: 'not ours' })
  await expect.poll(async () => (await storedOf(id))?.code, { timeout: 10_000 }).toBe('unreadable')
})

it('every kind of e-mail has a name of its own', () => {
  const names = emailKinds.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThanOrEqual(14)
})
