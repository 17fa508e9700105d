import { env, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { restrictions } from '#db/schema.ts'
import { notifyMember } from '#features/member-hub/server/public.ts'
import { listSubscriptions } from '#features/push/server/queries.ts'
import { browserOf } from '#test/support/worker/account.ts'
import { pairUp } from '#test/support/worker/encounter.ts'
import { openMailbox } from '#test/support/worker/mailbox.ts'
import { createMember, db, type TestMember } from '#test/support/worker/members.ts'
import { createReachable, pass, received, waitingOf } from '#test/support/worker/push.ts'
import { newId } from '#test/support/worker/realtime-client.ts'
import { reportEncounter } from '#test/support/worker/reports.ts'
import { restrictUnseen } from '#test/support/worker/restrictions.ts'
import { createModerator, type Colleague } from '#test/support/worker/staff.ts'
import { emailsTo } from '#test/support/worker/visitor.ts'
import { untilPaired } from '#test/support/worker/waiting.ts'

const minute = 60_000
const statement = { rule: 'scam', facts: 'On Monday you asked three members for money.', duration: 'week' }

const rowsOf = ({ id }: TestMember) =>
  db.all<{ state: string; hidesAt: number | null }>(sql`
    select m.state, r.hides_at as hidesAt from members m join restrictions r on r.member_id = m.id where m.id = ${id}`)
const like = (to: TestMember, from: TestMember) => notifyMember(env, to.id, { id: newId(), kind: 'like', from: from.id })

describe('the e-mail about a restriction that others do not see yet', () => {
  /** Emails are sent with the answer, as the worker's queue would. */
  const submit = ({ member }: Colleague, path: string, fields: Record<string, string>) =>
    browserOf(member).submit(path, Object.entries(fields))

  async function expectEmail(person: TestMember) {
    expect(await rowsOf(person)).toEqual([{ state: 'complete', hidesAt: expect.any(Number) }])
    const letters = emailsTo(`${person.id}@example.test`)
    expect(letters).toHaveLength(1)
    expect(letters[0]?.text).toContain('/restricted')
    expect(letters[0]?.text).not.toContain('money')
  }

  it('is sent at once after a talk', async () => {
    const [moderator, person, partner] = await Promise.all([createModerator(), createMember(), createMember()])
    await pairUp('anonymous', [partner.id, person.id])
    await untilPaired(person)
    await submit(moderator, `/ops/members/${person.id}/restrict`, statement)
    await expectEmail(person)
  })

  it('is sent at once after a report of a talk', async () => {
    const [moderator, person, partner] = await Promise.all([createModerator(), createMember(), createMember()])
    const decision = { ...statement, action: 'restrict', reason: 'Three members have said the same.' }
    await submit(moderator, `/ops/reports/${await reportEncounter(partner, person)}`, decision)
    await expectEmail(person)
  })
})

describe('until others see a restriction, nothing is sent to its owner', () => {
  it('no e-mail about unread notifications', async () => {
    const [person, control, other] = await Promise.all([createMember(), createMember(), createMember()])
    const [{ sent }, { sent: controlSent }] = [await openMailbox(person), await openMailbox(control)]
    for (const { id } of [person, control])
      await notifyMember(env, id, { id: newId(), kind: 'match', from: other.id, conversation: newId() })
    await restrictUnseen(person)
    for (const { id } of [person, control]) {
      const hub = env.MEMBER_HUB.getByName(id)
      await runInDurableObject(hub, (_, { storage }) => {
        storage.sql.exec('UPDATE notifications SET mail_at = mail_at - ?', 10 * minute)
        storage.sql.exec('UPDATE alarms SET at = at - ?', 10 * minute)
      })
      await runDurableObjectAlarm(hub)
    }
    expect(controlSent).toHaveLength(1)
    expect(sent).toEqual([])
  })

  it('no push message', async () => {
    const [{ member: person, device }, other] = [await createReachable(), await createMember()]
    await notifyMember(env, person.id, { id: newId(), kind: 'security', event: 'password' })
    await received(device, 1)
    await restrictUnseen(person)
    await like(person, other)
    await pass(person, minute)
    await expect.poll(() => waitingOf(person)).toEqual({})
    // What is pushed for certain comes after it.
    await db.update(restrictions).set({ liftedAt: Date.now() }).where(eq(restrictions.memberId, person.id))
    await notifyMember(env, person.id, { id: newId(), kind: 'match', from: other.id, conversation: newId() })
    const kinds = (await received(device, 2)).map(({ payload }) => payload['kind'])
    expect(kinds).toEqual(['security', 'match'])
  })

  it('no push message that was queued before', async () => {
    const { member: person } = await createReachable()
    const list = () => listSubscriptions(db, person.id, Date.now())
    expect(await list()).toHaveLength(1)
    await restrictUnseen(person)
    expect(await list()).toEqual([])
  })
})
