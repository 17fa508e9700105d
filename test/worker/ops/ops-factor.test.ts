import { and, eq, inArray } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { opsIdleKey } from '#db/predicates/ops-pages-open.ts'
import { auditLog, counters, members, secondFactors, securityEvents, sessions } from '#db/schema.ts'
import { stepAt } from '#features/ops/rules.ts'
import { codeAt } from '#features/ops/server/totp.ts'
import { hashPassword } from '#server/crypto/password-hash.ts'
import { securityKinds } from '#server/security-events.ts'
import { browserOf } from '#test/support/worker/account.ts'
import { db, createMember } from '#test/support/worker/members.ts'
import { codeNow, Colleague, confirmAnew, createEnrolled, createModerator, signInAgain } from '#test/support/worker/staff.ts'
import { eventually } from '#test/support/worker/realtime-client.ts'
import { restrictUnseen } from '#test/support/worker/restrictions.ts'
import { emailsTo } from '#test/support/worker/visitor.ts'

// Hashing a password takes its time by design.
vi.setConfig({ testTimeout: 60_000 })

const hourMs = 3_600_000
const password = 'warm-river-lantern'
const stored = hashPassword(password)

async function createStaff(role: 'moderator' | 'operator' = 'moderator', passwordHash?: string): Promise<Colleague> {
  return new Colleague(await createMember({ member: { role, firstName: 'Mo', passwordHash: passwordHash ?? (await stored) } }))
}

const factorOf = async ({ id }: Colleague) => (await db.select().from(secondFactors).where(eq(secondFactors.memberId, id)))[0]
const entriesAbout = async ({ id }: Colleague) =>
  (await db.select().from(auditLog).where(eq(auditLog.subjectId, id))).map(({ actorId, action }) => [actorId, action])
const isOpen = async (colleague: Colleague) => (await colleague.get('/ops/photos')).status === 200
const setSession = ({ member }: Colleague, values: Partial<typeof sessions.$inferInsert>) =>
  db.update(sessions).set(values).where(eq(sessions.id, member.sid))

/** In a session that was confirmed just now; the secret that the app shows codes of. */
async function beginEnrolment(colleague: Colleague): Promise<string> {
  await confirmAnew(colleague)
  await colleague.submit('/ops/enrol')
  return /secret=([A-Z2-7]{32})/.exec(await (await colleague.get('/ops')).text())?.[1] ?? ''
}

/** Sets a second factor up as far as its owner can. */
async function enrol(colleague: Colleague): Promise<{ secret: string; answer: string }> {
  const secret = await beginEnrolment(colleague)
  const confirmed = await colleague.submit('/ops/confirm', { code: await codeAt(secret, stepAt(Date.now())) })
  if (confirmed.status !== 200) throw new Error(`not confirmed: ${confirmed.status}`)
  return { secret, answer: await confirmed.text() }
}

describe('the lock of the operators’ pages', () => {
  it('closes them for whatever was copied of the browser before, and a new code opens them', async () => {
    const colleague = await createModerator()
    const copy = new Colleague(colleague.member)
    const { headers } = await colleague.get('/ops')
    expect(headers.getSetCookie()).toEqual([])
    expect(await isOpen(copy)).toBe(true)
    expect((await colleague.submit('/ops/lock')).status).toBe(303)
    expect([await isOpen(colleague), await isOpen(copy)]).toEqual([false, false])
    expect((await copy.submit('/ops/photos/x', { decision: 'approved' })).headers.get('location')).toBe('/ops')
    expect((await copy.submit('/ops/code', { code: await codeNow(1) })).status).toBe(303)
    expect(await isOpen(copy)).toBe(true)
  })

  it('comes by itself after half an hour without a request; a request moves that end', async () => {
    const colleague = await createModerator()
    const idleEnd = async () =>
      (
        await db
          .select()
          .from(counters)
          .where(eq(counters.key, opsIdleKey(colleague.member.sid)))
      )[0]?.expiresAt ?? 0
    const moveIdleEnd = (at: number) =>
      db
        .update(counters)
        .set({ expiresAt: at })
        .where(eq(counters.key, opsIdleKey(colleague.member.sid)))
    await moveIdleEnd(Date.now() + 60_000)
    expect(await isOpen(colleague)).toBe(true)
    expect(await idleEnd()).toBeGreaterThan(Date.now() + 29 * 60_000)
    await moveIdleEnd(Date.now() - 1)
    expect(await isOpen(colleague)).toBe(false)
  })

  it('comes twelve hours after the code at the latest, whatever was done meanwhile', async () => {
    const colleague = await createModerator()
    await setSession(colleague, { factorAt: Date.now() - 12 * hourMs + 60_000 })
    expect(await isOpen(colleague)).toBe(true)
    await setSession(colleague, { factorAt: Date.now() - 12 * hourMs })
    expect(await isOpen(colleague)).toBe(false)
  })

  it('comes with the end of the session and with the loss of the factor', async () => {
    const [ended, without] = await Promise.all([createModerator(), createModerator()])
    await setSession(ended, { revokedAt: Date.now() })
    expect((await ended.get('/ops/photos')).status).toBe(404)
    expect(await isOpen(await signInAgain(ended))).toBe(false)
    await db.delete(secondFactors).where(eq(secondFactors.memberId, without.id))
    expect(await isOpen(without)).toBe(false)
  })
})

describe('setting a second factor up', () => {
  it('asks whoever holds a session for the password first, and nothing goes without it', async () => {
    const colleague = await createStaff()
    for (const confirmedAt of [null, Date.now() - 11 * 60_000]) {
      await setSession(colleague, { confirmedAt })
      expect(await (await colleague.get('/ops')).text()).toContain('name="password"')
      await colleague.submit('/ops/enrol')
      expect(await factorOf(colleague)).toBeUndefined()
    }
    expect((await colleague.submit('/ops/password', { password: 'something-else' })).status).toBe(422)
    expect((await colleague.submit('/ops/password', {})).status).toBe(422)
    await colleague.submit('/ops/enrol')
    expect(await factorOf(colleague)).toBeUndefined()

    expect((await colleague.submit('/ops/password', { password })).status).toBe(303)
    await colleague.submit('/ops/enrol')
    const page = await (await colleague.get('/ops')).text()
    const code = await codeAt(/secret=([A-Z2-7]{32})/.exec(page)?.[1] ?? '', stepAt(Date.now()))
    // The session was left alone for too long: neither secret nor confirmation.
    await setSession(colleague, { confirmedAt: null })
    expect(await (await colleague.get('/ops')).text()).not.toContain('otpauth')
    expect((await colleague.submit('/ops/confirm', { code })).status).toBe(303)
    expect((await factorOf(colleague))?.confirmedAt).toBeNull()
  })

  it('takes ten wrong passwords in a quarter of an hour, however many come at once', async () => {
    const colleague = await createStaff()
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, index) => colleague.submit('/ops/password', { password: `guess-number-${index}` })),
    )
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(10)
    expect((await colleague.submit('/ops/password', { password })).status).toBe(429)
    expect((await entriesAbout(colleague)).filter(([, action]) => action === 'second-factor.password-wrong')).toHaveLength(10)
  })

  it('wants a fresh sign-in of somebody without a password', async () => {
    const colleague = await createStaff('moderator', '')
    expect(await (await colleague.get('/ops')).text()).toContain('sign in again')
    expect((await colleague.submit('/ops/password', { password: '' })).status).toBe(422)
  })

  it('notifies its owner by e-mail', async () => {
    const colleague = await createStaff()
    const secret = await beginEnrolment(colleague)
    await browserOf(colleague.member).submit('/ops/confirm', [['code', await codeAt(secret, stepAt(Date.now()))]])
    const letters = emailsTo(`${colleague.id}@example.test`)
    expect(letters.map(({ subject }) => subject)).toEqual(['Two-step verification is on for your Kismet account'])
    expect(letters[0]?.text).not.toContain(secret)
  })

  it('opens nothing until another operator has accepted it; both steps are audited', async () => {
    const [operator, moderator] = [await createModerator('operator'), await createStaff()]
    const { secret, answer } = await enrol(moderator)
    expect(answer).toContain('once an operator has accepted it')
    const later = await codeAt(secret, stepAt(Date.now()) + 1)
    expect(await isOpen(moderator)).toBe(false)
    expect((await moderator.submit('/ops/code', { code: later })).status).toBe(303)
    expect(await isOpen(moderator)).toBe(false)
    expect(await (await moderator.get('/ops')).text()).toContain('once an operator has accepted it')

    const home = await (await operator.get('/ops')).text()
    expect(home).toContain('Second factors that wait')
    expect(home).toContain(`/ops/factors/${moderator.id}`)
    const at = String((await factorOf(moderator))?.confirmedAt)
    const accepted = await operator.submit(`/ops/factors/${moderator.id}`, { decision: 'accept', at })
    expect(accepted.headers.get('location')).toBe('/ops?done=factor-accepted')
    expect(await factorOf(moderator)).toMatchObject({ acceptedBy: operator.id, acceptedAt: expect.any(Number) })
    expect((await moderator.submit('/ops/code', { code: later })).status).toBe(303)
    expect(await isOpen(moderator)).toBe(true)
    expect(await entriesAbout(moderator)).toEqual([
      [moderator.id, 'second-factor.enrolled'],
      [operator.id, 'second-factor.accepted'],
    ])
    expect(await (await operator.get('/ops')).text()).not.toContain(`/ops/factors/${moderator.id}`)
  })

  it('is undone by an operator who refuses it, and a decision is about what was shown', async () => {
    const [operator, moderator] = [await createModerator('operator'), await createStaff()]
    await enrol(moderator)
    const at = String((await factorOf(moderator))?.confirmedAt)
    const decide = (decision: string, shown = at) => operator.submit(`/ops/factors/${moderator.id}`, { decision, at: shown })
    expect((await decide('accept', '1')).status).toBe(409)
    expect((await decide('approve')).status).toBe(409)
    expect((await decide('refuse')).headers.get('location')).toBe('/ops?done=factor-refused')
    expect(await factorOf(moderator)).toBeUndefined()
    await enrol(moderator)
    expect((await decide('accept')).status).toBe(409)
    expect((await factorOf(moderator))?.acceptedAt).toBeNull()
    expect((await entriesAbout(moderator)).map(([, action]) => action)).toEqual([
      'second-factor.enrolled',
      'second-factor.refused',
      'second-factor.enrolled',
    ])
  })

  it('is accepted neither by moderators nor by its owner', async () => {
    const [operator, moderator, other] = [
      await createModerator('operator'),
      await createModerator(),
      await createStaff('operator'),
    ]
    await enrol(other)
    const at = String((await factorOf(other))?.confirmedAt)
    for (const colleague of [moderator, other])
      expect((await colleague.submit(`/ops/factors/${other.id}`, { decision: 'accept', at })).headers.get('location')).toBe(
        '/ops',
      )
    expect(await (await moderator.get('/ops')).text()).not.toContain('Second factors that wait')
    await operator.submit('/ops/lock')
    await operator.submit(`/ops/factors/${other.id}`, { decision: 'accept', at })
    expect((await factorOf(other))?.acceptedAt).toBeNull()
  })

  it('is accepted at once for the first operator of a deployment, never for a first moderator', async () => {
    await db.delete(secondFactors)
    const [moderator, first, second] = [await createStaff(), await createStaff('operator'), await createStaff('operator')]
    await enrol(moderator)
    expect(await isOpen(moderator)).toBe(false)
    expect((await enrol(first)).answer).not.toContain('once an operator')
    expect(await isOpen(first)).toBe(true)
    expect(await factorOf(first)).toMatchObject({ acceptedBy: first.id })
    expect(await entriesAbout(first)).toEqual([
      [first.id, 'second-factor.enrolled'],
      [first.id, 'second-factor.accepted'],
    ])
    await enrol(second)
    expect(await isOpen(second)).toBe(false)
  })

  it('is accepted at once where the only operator is restricted, before others see that', async () => {
    await db.delete(secondFactors)
    const [first, second] = [await createStaff('operator'), await createStaff('operator')]
    await enrol(first)
    await restrictUnseen(first)
    await enrol(second)
    expect(await isOpen(second)).toBe(true)
  })
})

describe('what may be an attack', () => {
  it('of thirty guesses of a code at once five are tried; each of these is audited, and all are counted', async () => {
    const colleague = await createEnrolled()
    const day = new Date().toISOString().slice(0, 10)
    const counted = async () =>
      Object.fromEntries(
        (
          await db
            .select()
            .from(securityEvents)
            .where(and(eq(securityEvents.day, day), inArray(securityEvents.kind, ['second-factor-refused', 'limit-reached'])))
        ).map(({ kind, count }) => [kind, count]),
      )
    const before = await counted()
    const answers = await Promise.all(Array.from({ length: 30 }, () => colleague.submit('/ops/code', { code: '000000' })))
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(25)
    expect((await colleague.submit('/ops/code', { code: await codeNow() })).status).toBe(429)
    expect(await entriesAbout(colleague)).toEqual(Array.from({ length: 5 }, () => [colleague.id, 'second-factor.code-wrong']))
    await eventually(async () => {
      const after = await counted()
      const risen = (kind: string) => (after[kind] ?? 0) - (before[kind] ?? 0)
      return risen('second-factor-refused') === 5 && risen('limit-reached') === 26
    }, 'the counts of the day')
  })

  it('is shown to operators by day and kind, for thirty days', async () => {
    const day = (ago: number) => new Date(Date.now() - ago * 24 * hourMs).toISOString().slice(0, 10)
    const expiresAt = Date.now() + hourMs
    await db.insert(securityEvents).values([
      { day: day(3), kind: 'token-reused', count: 7531, expiresAt },
      { day: day(29), kind: 'origin-refused', count: 8642, expiresAt },
      { day: day(31), kind: 'origin-refused', count: 9753, expiresAt },
    ])
    const [operator, moderator] = [await createModerator('operator'), await createModerator()]
    const page = await (await operator.get('/ops/security')).text()
    expect(page.match(/<tr>/g)).toHaveLength(31)
    const row = (of: string) =>
      new RegExp(`${of}</time></th>([\\s\\S]*?)</tr>`)
        .exec(page)?.[1]
        ?.match(/\d+(?=<\/td>)/g)
        ?.map(Number)
    expect(row(day(3))?.[securityKinds.indexOf('token-reused')]).toBe(7531)
    expect(row(day(29))?.[securityKinds.indexOf('origin-refused')]).toBe(8642)
    expect(page).not.toContain('>9753<')
    for (const kind of securityKinds) expect(page).toContain(kind.replaceAll('-', ' '))
    expect((await moderator.get('/ops/security')).status).toBe(303)
    expect(await (await moderator.get('/ops')).text()).not.toContain('/ops/security')
    await db.update(members).set({ role: 'member' }).where(eq(members.id, operator.id))
    expect((await operator.get('/ops/security')).status).toBe(404)
  })
})
