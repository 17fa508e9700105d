import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { members, switches } from '#db/schema.ts'
import { opsActions } from '#features/ops/contract.ts'
import { mayAct, staffActs, type StaffAct, type StaffRole, type Subject } from '#server/auth/staff-acts.ts'
import { keysOf } from '#shared/records.ts'
import { createMember, db, type TestMember } from '#test/support/worker/members.ts'
import { attempts } from '#test/support/worker/ops-acts.ts'
import { createModerator, type Colleague } from '#test/support/worker/staff.ts'
import { seedContent } from '#test/support/worker/store.ts'
import { Visitor } from '#test/support/worker/visitor.ts'
import { watchedDatabase } from '#test/support/worker/watched-database.ts'

vi.setConfig({ testTimeout: 120_000 })
beforeAll(seedContent)

const roles: readonly StaffRole[] = ['moderator', 'operator']
const people: readonly Subject[] = ['member', 'moderator', 'operator', 'oneself']
const isAboutSite = (act: StaffAct) => roles.some((role) => mayAct(act, role, 'site'))
const acts = keysOf(attempts)

const subjectOf = (kind: Subject, actor: Colleague): Promise<TestMember> =>
  kind === 'oneself' ? Promise.resolve(actor.member) : createMember({ member: { role: kind === 'site' ? 'member' : kind } })

async function attempt(act: StaffAct, subject: TestMember) {
  const prepare = attempts[act]
  if (!prepare) throw new Error(`nothing tries ${act}`)
  return prepare(subject)
}

it('every action that changes something is tried here', () => {
  const steps = [
    'confirmPassword',
    'enrol',
    'confirm',
    'takeCode',
    'lock',
    'askPasskey',
    'takePasskey',
    'askEnrolment',
    'enrolOwnPasskey',
    'removeOwnPasskey',
  ]
  const changing = keysOf(opsActions).filter((name) => opsActions[name].method !== 'GET' && !steps.includes(name))
  expect([...acts, 'search'].toSorted()).toEqual(changing.toSorted())
  expect(Object.keys(staffActs)).toEqual(expect.arrayContaining(changing))
})

describe.each(acts)('%s', (act) => {
  const kinds = isAboutSite(act) ? (['site'] as const) : people

  it.each(roles.flatMap((role) => kinds.map((kind) => [role, kind] as const)))('by a %s, about a %s', async (role, kind) => {
    const actor = await createModerator(role)
    const { path, fields, isDone } = await attempt(act, await subjectOf(kind, actor))
    expect(await isDone()).toBe(false)
    const { status } = await actor.submit(path, fields)
    expect({ isDone: await isDone(), isRefused: status !== 303 && status !== 409 }).toEqual({
      isDone: mayAct(act, role, kind),
      isRefused: false,
    })
    await db.delete(switches)
  })

  // The provider decides what a settlement does; only the entry is the operator's.
  if (act === 'settleOrder') return
  it('is not done by somebody whose role ends in the middle of the request', async () => {
    const actor = await createModerator('operator')
    const setRole = (role: 'operator' | 'member') => db.update(members).set({ role }).where(eq(members.id, actor.id))
    let hasEnded = true
    for (let at = 1; hasEnded; at++) {
      await setRole('operator')
      const subject = await createMember({ member: { role: /Factor|Passkey/.test(act) ? 'moderator' : 'member' } })
      const { path, fields, isDone } = await attempt(act, subject)
      let [wasDone, calls] = [false, 0]
      hasEnded = false
      let before: Promise<unknown> = Promise.resolve()
      // One call after the other, so that the role ends between two and never during one. An act is a batch.
      const DB = watchedDatabase((call, statements) => {
        const mine = before.then(async () => {
          if (statements > 1 && ++calls === at) {
            hasEnded = true
            wasDone = await isDone()
            await setRole('member')
          }
          return call()
        })
        before = mine.catch(() => null)
        return mine
      })
      const browser = new Visitor(undefined, { DB })
      browser.cookies.set('__Host-access', actor.member.token)
      await browser.submit(path, Object.entries(fields))
      // After the last batch nothing ended in the middle: then it is done.
      expect({ at, isDone: await isDone() }).toEqual({ at, isDone: hasEnded ? wasDone : true })
      await db.delete(switches)
    }
  })
})
