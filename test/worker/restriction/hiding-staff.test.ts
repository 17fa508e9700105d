import { env } from 'cloudflare:test'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { restrictions } from '#db/schema.ts'
import { addressesFor, listPendingPhotos } from '#features/photos/server/public.ts'
import { mayActSql } from '#server/auth/may-act.ts'
import { mayAct, staffActs, type StaffRole } from '#server/auth/staff-acts.ts'
import { keysOf } from '#shared/records.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { openPage } from '#test/support/worker/pages.ts'
import { createPhoto } from '#test/support/worker/photos.ts'
import { restrictUnseen } from '#test/support/worker/restrictions.ts'
import { createModerator } from '#test/support/worker/staff.ts'

const roles: readonly StaffRole[] = ['moderator', 'operator']
const statement = { rule: 'scam', facts: 'On Monday you asked three members for money.', duration: 'week' }

it('somebody whose restriction others do not see yet gets no photo but their own', async () => {
  const [person, other] = await Promise.all([createMember(), createMember()])
  const [own, theirs] = [await createPhoto(person), await createPhoto(other)]
  const addressOf = await addressesFor(env, person.id, Date.now())
  const statuses = async () => Promise.all([own, theirs].map(async ({ key }) => (await openPage(person, addressOf(key))).status))
  expect(await statuses()).toEqual([200, 200])
  await restrictUnseen(person)
  expect(await statuses()).toEqual([200, 404])
  // Others see this one's photos until the restriction shows.
  expect((await openPage(other, (await addressesFor(env, other.id, Date.now()))(own.key))).status).toBe(200)
})

describe.each(roles)('a %s whose restriction others do not see yet', (role) => {
  const paths = ['/ops', '/ops/photos', '/ops/reports', '/ops/members']

  it('finds no page of the operators', async () => {
    const colleague = await createModerator(role)
    const [person, photo] = [await createMember(), await createPhoto(await createMember(), { state: 'pending' })]
    const statuses = async () => Promise.all(paths.map(async (path) => (await colleague.get(path)).status))
    const address = (await addressesFor(env, colleague.id, Date.now(), 'r'))(photo.key)
    expect(await statuses()).toEqual(paths.map(() => 200))
    expect((await openPage(colleague.member, address)).status).toBe(200)
    await restrictUnseen(colleague)
    expect(await statuses()).toEqual(paths.map(() => 404))
    expect((await openPage(colleague.member, address)).status).toBe(404)
    expect((await colleague.submit(`/ops/members/${person.id}/restrict`, statement)).status).toBe(404)
    expect(await db.select().from(restrictions).where(eq(restrictions.memberId, person.id))).toEqual([])
  })

  it('is refused by the statement of every act', async () => {
    const [actor, subject] = await Promise.all([createMember({ member: { role } }), createMember()])
    const acts = keysOf(staffActs)
    const allowed = async () => {
      const may = acts.map((act) => {
        const isAboutSite = mayAct(act, role, 'site') && !mayAct(act, role, 'member')
        return sql`${mayActSql(act, actor.id, isAboutSite ? undefined : sql`${subject.id}`)}`
      })
      const found = await Promise.all(may.map((condition) => db.all<{ may: 0 | 1 }>(sql`select ${condition} as may`)))
      return acts.filter((_, index) => found[index]?.[0]?.may === 1)
    }
    expect(await allowed()).toEqual(acts.filter((act) => mayAct(act, role, 'site') || mayAct(act, role, 'member')))
    await restrictUnseen(actor)
    expect(await allowed()).toEqual([])
  })
})

it('photos of somebody whose restriction others do not see yet wait for no decision', async () => {
  const person = await createMember()
  const { id } = await createPhoto(person, { state: 'pending', createdAt: 1 })
  const isWaiting = async () => (await listPendingPhotos(db)).some(({ photoId }) => photoId === id)
  expect(await isWaiting()).toBe(true)
  await restrictUnseen(person)
  expect(await isWaiting()).toBe(false)
})
