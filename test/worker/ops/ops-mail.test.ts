import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { auditLog, failedEmails, members } from '#db/schema.ts'
import { queueOf } from '#test/support/worker/mail-queue.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { createEnrolled, createModerator, type Colleague } from '#test/support/worker/staff.ts'
import { browserOf } from '#test/support/worker/account.ts'
import { join, emailsTo, newPerson, Visitor } from '#test/support/worker/visitor.ts'

const minute = 60_000
const rowOf = async (id: string) => (await db.select().from(failedEmails).where(eq(failedEmails.id, id)))[0]
const auditOf = (id: string) => db.select().from(auditLog).where(eq(auditLog.subjectId, id))

/** A notice to a member that could not be sent: as the queue held it, kept as failed. */
async function failedEmail(values: Partial<typeof failedEmails.$inferInsert> = {}) {
  const { visitor, person } = await join(newPerson())
  let body: { id: string; kind: string; at: number; until: number; sealed: string } | undefined
  const other = new Visitor(undefined, { MAIL: queueOf((queued) => void (body = queued as typeof body)) })
  visitor.cookies.forEach((value, name) => other.cookies.set(name, value))
  await other.post('/api/account/password', { currentPassword: person.password, password: 'cold-mountain-lantern' })
  if (!body) throw new Error('nothing was queued')
  const { at, until, ...email } = body
  const row = {
    ...email,
    code: 'E_DELIVERY_FAILED',
    attempts: 11,
    askedAt: at,
    failedAt: Date.now(),
    usefulUntil: until,
    ...values,
  }
  await db.insert(failedEmails).values(row)
  return { id: row.id, person }
}

/** Posts as the colleague's browser does; emails go to the mailbox at once. */
const decide = ({ member }: Colleague, id: string, decision: string) =>
  browserOf(member).submit(`/ops/mail/${id}`, [['decision', decision]])

describe('the page of failed e-mails', () => {
  it('shows kind, age, error and attempts, and never to whom', async () => {
    const operator = await createModerator('operator')
    const { id, person } = await failedEmail({ askedAt: Date.now() - 3 * 60 * minute })
    const page = await (await operator.get('/ops/mail')).text()
    const row = page.split('<tr>').find((part) => part.includes(`/ops/mail/${id}`)) ?? ''
    for (const part of ['password changed', '3 h ago', 'E_DELIVERY_FAILED', '<td>11</td>', 'Send again', 'Discard'])
      expect(row).toContain(part)
    const [member] = await db.select().from(members).where(eq(members.email, person.email))
    for (const secret of [person.email, person.email.split('@')[0] ?? '', member?.id ?? '', 'sealed', '@'])
      expect(page).not.toContain(secret)
    expect(await (await operator.get('/ops')).text()).toMatch(/Emails that were not sent: [1-9]/)
  })

  it('is for operators with their second factor', async () => {
    const { id } = await failedEmail()
    for (const colleague of [await createModerator(), await createEnrolled('operator')]) {
      for (const answer of [await colleague.get('/ops/mail'), await decide(colleague, id, 'discard')])
        expect([answer.status, answer.headers.get('location')]).toEqual([303, '/ops'])
    }
    const member = await createMember()
    expect((await browserOf(member).get('/ops/mail')).status).toBe(404)
    expect(await (await (await createModerator()).get('/ops')).text()).not.toContain('/ops/mail')
    expect(await rowOf(id)).toBeDefined()
  })
})

describe('an operator', () => {
  it('sends an e-mail again, with an audit entry that names nobody', async () => {
    const operator = await createModerator('operator')
    const { id, person } = await failedEmail()
    const before = emailsTo(person.email).length
    const answer = await decide(operator, id, 'retry')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/ops/mail?done=email-queued'])
    expect(emailsTo(person.email)).toHaveLength(before + 1)
    expect(await rowOf(id)).toBeUndefined()
    expect(await auditOf(id)).toMatchObject([
      {
        action: 'email.retried',
        actorId: operator.id,
        subjectKind: 'email',
        detail: { kind: 'password-changed', code: 'E_DELIVERY_FAILED' },
      },
    ])
    expect((await decide(operator, id, 'retry')).status).toBe(409)
    expect(emailsTo(person.email)).toHaveLength(before + 1)
  })

  it('discards one, once', async () => {
    const operator = await createModerator('operator')
    const { id, person } = await failedEmail()
    const before = emailsTo(person.email).length
    const both = await Promise.all([0, 1].map(() => decide(operator, id, 'discard')))
    expect(both.map(({ status }) => status).sort()).toEqual([303, 409])
    expect(emailsTo(person.email)).toHaveLength(before)
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['email.discarded'])
  })

  it.each<[string, Partial<typeof failedEmails.$inferInsert>]>([
    ['whose time is over', { usefulUntil: 1 }],
    ['of which nothing is kept', { sealed: '' }],
  ])('cannot send one %s, only discard it', async (_, values) => {
    const operator = await createModerator('operator')
    const { id } = await failedEmail(values)
    expect(await (await operator.get('/ops/mail')).text()).toContain('It can no longer be sent.')
    expect((await decide(operator, id, 'retry')).status).toBe(409)
    expect(await rowOf(id)).toBeDefined()
    expect((await decide(operator, id, 'discard')).status).toBe(303)
  })

  it('loses none when the queue is away', async () => {
    const operator = await createModerator('operator')
    const { id } = await failedEmail()
    const MAIL = queueOf(() => {
      throw new Error('away')
    })
    const browser = new Visitor(undefined, { MAIL })
    browser.cookies.set('__Host-access', operator.member.token)
    const answer = await browser.submit(`/ops/mail/${id}`, [['decision', 'retry']])
    expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining('Nothing has changed')])
    expect(await rowOf(id)).toBeDefined()
    expect(await auditOf(id)).toEqual([])
  })
})
