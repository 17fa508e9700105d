import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { activeStates, isInOwnStateSql, ownStateSql } from '#db/predicates/own-state.ts'
import { deletions, members, reports } from '#db/schema.ts'
import { sessionActions } from '#features/auth/contract.ts'
import { createMember, db, postForm, postJson } from '#test/support/worker/members.ts'
import { openPage } from '#test/support/worker/pages.ts'
import { fileReport } from '#test/support/worker/reports.ts'
import { restrictUnseen } from '#test/support/worker/restrictions.ts'
import { createModerator } from '#test/support/worker/staff.ts'

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

  it('is deleted from a deletion on, while others do not see that yet', async () => {
    const person = await createMember({ member: { state } })
    await restrictUnseen(person)
    const now = Date.now()
    const times = { requestedAt: now, hidesAt: now + 60_000, purgeAt: now + 3_600_000 }
    await db.insert(deletions).values({ memberId: person.id, by: 'member', formerState: 'complete', ...times })
    expect(await ownStateOf(person)).toEqual({ own: 'deleted', isActive: 0 })
  })
})

describe('an account that was deleted while others did not see its restriction yet', () => {
  it('shows nothing but the way back', async () => {
    const person = await createMember({ member: { state: 'deleted' } })
    await restrictUnseen(person)
    for (const path of ['/likes', '/restricted'])
      expect((await openPage(person, path)).headers.get('location')).toBe('/sign-in?step=welcome-back')
    expect((await postJson(person, sessionActions.realtimeToken.path, {})).status).toBe(401)
  })

  it('is covered by no restriction when a report about it is decided', async () => {
    const [moderator, reported] = [await createModerator(), await createMember()]
    const id = await fileReport(await createMember(), reported)
    await restrictUnseen(reported)
    await db.update(members).set({ state: 'deleted' }).where(eq(members.id, reported.id))
    const page = await (await moderator.get(`/ops/reports/${id}`)).text()
    expect(page).not.toContain('value="covered"')
    const decision = { action: 'covered', reason: 'The restriction answers this report, too.' }
    expect((await postForm(moderator.member, `/ops/reports/${id}`, decision)).status).toBe(409)
    expect((await db.select().from(reports).where(eq(reports.id, id)))[0]?.state).toBe('open')
  })
})
