import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { activeStates, isInOwnStateSql, ownStateSql } from '#db/predicates/own-state.ts'
import { members, reports } from '#db/schema.ts'
import { sessionActions } from '#features/auth/contract.ts'
import { hashPassword } from '#server/crypto/password-hash.ts'
import { createMember, db, postForm, postJson } from '#test/support/worker/members.ts'
import { openPage } from '#test/support/worker/pages.ts'
import { fileReport } from '#test/support/worker/reports.ts'
import { restrictUnseen } from '#test/support/worker/restrictions.ts'
import { createModerator } from '#test/support/worker/staff.ts'
import { Visitor } from '#test/support/worker/visitor.ts'

const states = ['incomplete', 'complete', 'restricted', 'paused', 'deleted'] as const

/** By the state in the row: what it is for the member while others do not see a restriction yet. A deleted account stays deleted. */
const whileHiding = {
  incomplete: 'restricted',
  complete: 'restricted',
  restricted: 'restricted',
  paused: 'restricted',
  deleted: 'deleted',
} as const

async function ownStateOf({ id }: { id: string }) {
  const [row] = await db
    .select({ own: ownStateSql().as('own'), isActive: sql<number>`${isInOwnStateSql(activeStates)}`.as('is_active') })
    .from(members)
    .where(eq(members.id, id))
  return row
}

describe.each(states)('the own state of a member who is %s', (state) => {
  it('is that, and restricted from a statement of reasons on unless the account is deleted', async () => {
    const person = await createMember({ member: { state } })
    const isActive = activeStates.some((each) => each === state) ? 1 : 0
    expect(await ownStateOf(person)).toEqual({ own: state, isActive })
    await restrictUnseen(person)
    expect(await ownStateOf(person)).toEqual({ own: whileHiding[state], isActive: 0 })
  })
})

describe('an account that was deleted while others did not see its restriction yet', () => {
  it('is signed out everywhere, and its password opens nothing', async () => {
    const password = 'warm-river-lantern'
    const person = await createMember({ member: { state: 'deleted', passwordHash: await hashPassword(password) } })
    await restrictUnseen(person)
    expect((await openPage(person, '/likes')).headers.get('location')).toBe('/sign-in?next=%2Flikes')
    expect((await openPage(person, '/restricted')).headers.get('location')).toBe('/sign-in?next=%2Frestricted')
    expect((await postJson(person, sessionActions.realtimeToken.path, {})).status).toBe(401)
    const email = `${person.id}@example.test`
    const signIn = (given: string) => new Visitor().post(sessionActions.signIn.path, { email, password: given })
    const [right, wrong] = [await signIn(password), await signIn('another-password')]
    expect([right.status, await right.text()]).toEqual([wrong.status, await wrong.text()])
  })

  it('is covered by no restriction when a report about it is decided', async () => {
    const [moderator, reported] = [await createModerator(), await createMember()]
    const id = await fileReport(await createMember(), reported)
    await restrictUnseen(reported)
    await db.update(members).set({ state: 'deleted' }).where(eq(members.id, reported.id))
    const page = await (await moderator.get(`/ops/reports/${id}`)).text()
    expect(page).toContain('Their account is gone')
    expect(page).not.toContain('value="covered"')
    const decision = { action: 'covered', reason: 'The restriction answers this report, too.' }
    expect((await postForm(moderator.member, `/ops/reports/${id}`, decision)).status).toBe(409)
    expect((await db.select().from(reports).where(eq(reports.id, id)))[0]?.state).toBe('open')
  })
})
