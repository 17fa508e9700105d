import { photoActions } from '#features/photos/contract.ts'
import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditLog, profiles } from '#db/schema.ts'
import type { OwnProfileProps } from '#features/profile/contract.ts'
import { createMember, db, postJson, type TestMember } from '#test/support/worker/members.ts'
import { lookAt, openPage } from '#test/support/worker/pages.ts'
import { createPhoto } from '#test/support/worker/photos.ts'
import { createModerator } from '#test/support/worker/staff.ts'

const verifiedMember = () => createMember({ profile: { verified: true } })

async function isVerified({ id }: TestMember): Promise<boolean> {
  const [row] = await db.select({ verified: profiles.verified }).from(profiles).where(eq(profiles.memberId, id))
  return row?.verified === true
}

const endsOf = ({ id }: TestMember) =>
  db
    .select({ action: auditLog.action })
    .from(auditLog)
    .where(and(eq(auditLog.subjectKind, 'member'), eq(auditLog.subjectId, id)))

async function ownProfile(member: TestMember) {
  const response = await openPage(member, '/profile/_payload.json')
  return (await response.json<{ data: { props: OwnProfileProps & { photoNews: unknown } } }>()).data.props
}

async function decide(photo: { id: string }, fields: Record<string, string>): Promise<void> {
  const moderator = await createModerator()
  expect((await moderator.submit(`/ops/photos/${photo.id}`, fields)).status).toBe(303)
}
const approve = (photo: { id: string }) => decide(photo, { decision: 'approved' })

describe('the verified badge', () => {
  test('goes when a new photo in front of the others is approved, not while it waits', async () => {
    const member = await verifiedMember()
    const first = await createPhoto(member, { state: 'pending', position: 0 })
    await createPhoto(member, { position: 1 })
    expect(await isVerified(member)).toBe(true)
    await approve(first)
    expect([await isVerified(member), await endsOf(member)]).toEqual([false, [{ action: 'verification.ended' }]])
  })

  test('goes when the first photo of all takes the place of the drawing', async () => {
    const member = await verifiedMember()
    await approve(await createPhoto(member, { state: 'pending' }))
    expect(await isVerified(member)).toBe(false)
  })

  test('stays when a photo behind the main one is approved, and when one is refused', async () => {
    const member = await verifiedMember()
    const refused = await createPhoto(member, { state: 'pending', position: 0 })
    await createPhoto(member, { position: 1 })
    await approve(await createPhoto(member, { state: 'pending', position: 2 }))
    await decide(refused, { decision: 'rejected', reason: 'unclear' })
    expect([await isVerified(member), await endsOf(member)]).toEqual([true, []])
  })

  test('goes with an order that puts another photo first, and the answer says so', async () => {
    const member = await verifiedMember()
    const ids = [(await createPhoto(member)).id, (await createPhoto(member, { position: 1 })).id]
    const answer = await postJson(member, photoActions.order.path, { ids: ids.toReversed(), was: ids })
    expect(await isVerified(member)).toBe(false)
    const plain = await postJson(member, photoActions.order.path, { ids, was: ids.toReversed() })
    const [told, later] = [await answer.json<{ notice: string }>(), await plain.json<{ notice: string }>()]
    expect(told.notice).toMatch(/badge/)
    expect(later.notice).not.toMatch(/badge/)
  })

  test('stays with an order that moves only what others do not see, or that is refused', async () => {
    const member = await verifiedMember()
    const [waiting, main, other] = [
      (await createPhoto(member, { state: 'pending' })).id,
      (await createPhoto(member, { position: 1 })).id,
      (await createPhoto(member, { position: 2 })).id,
    ]
    const was = [waiting, main, other]
    expect((await postJson(member, photoActions.order.path, { ids: [main, waiting, other], was })).status).toBe(200)
    expect((await postJson(member, photoActions.order.path, { ids: [other, main, waiting], was })).status).toBe(409)
    expect(await isVerified(member)).toBe(true)
  })

  test('goes with the main photo, not with another one', async () => {
    const member = await verifiedMember()
    const [main, other] = [await createPhoto(member), await createPhoto(member, { position: 1 })]
    await postJson(member, photoActions.remove.path, { id: other.id })
    expect(await isVerified(member)).toBe(true)
    await postJson(member, photoActions.remove.path, { id: main.id })
    expect(await isVerified(member)).toBe(false)
  })

  test('of one member is nobody else’s: a foreign id takes nothing away', async () => {
    const [member, stranger] = [await verifiedMember(), await verifiedMember()]
    const [main] = [await createPhoto(member), await createPhoto(stranger)]
    expect((await postJson(stranger, photoActions.remove.path, { id: main.id })).status).toBe(404)
    expect([await isVerified(member), await isVerified(stranger)]).toEqual([true, true])
  })

  test('that went is mentioned on one’s own profile, until it is earned again', async () => {
    const member = await verifiedMember()
    const main = await createPhoto(member)
    expect((await ownProfile(member)).photoNews).toMatchObject({ isUnverified: false })
    await postJson(member, photoActions.remove.path, { id: main.id })
    expect((await ownProfile(member)).photoNews).toMatchObject({ isUnverified: true })
    await db.update(profiles).set({ verified: true }).where(eq(profiles.memberId, member.id))
    expect((await ownProfile(member)).photoNews).toMatchObject({ isUnverified: false })
  })
})

test('one’s own profile says how many photos wait for review and how many were refused', async () => {
  const member = await createMember()
  for (const [position, state] of (['approved', 'pending', 'rejected', 'pending'] as const).entries())
    await createPhoto(member, { position, state, ...(state === 'rejected' ? { reason: 'unclear' } : {}) })
  expect((await ownProfile(member)).photoNews).toEqual({ pending: 2, rejected: 1, isUnverified: false })
  const page = await lookAt(member, '/profile')
  expect(page).toMatch(/1\sphoto wasn’t approved.*2\sphotos are waiting for review.*href="\/profile-settings#photos"/s)
})
