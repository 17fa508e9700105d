import { env } from 'cloudflare:test'
import { and, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { auditLog, members, verifications } from '#db/schema.ts'
import { photoActions } from '#features/photos/contract.ts'
import { pictureName } from '#features/photos/server/verification/pictures.ts'
import { refusals } from '#features/photos/verification.ts'
import { readNotices } from '#features/notifications/server/public.ts'
import { createMember, db, postJson } from '#test/support/worker/members.ts'
import { openPage } from '#test/support/worker/pages.ts'
import { createPhoto } from '#test/support/worker/photos.ts'
import { eventually } from '#test/support/worker/realtime-client.ts'
import { createEnrolled, createModerator, type Colleague } from '#test/support/worker/staff.ts'
import {
  age,
  agree,
  createCandidate,
  drawPose,
  hasBadge,
  sendNew,
  verificationOf,
  viewOf,
  withdraw,
} from '#test/support/worker/verification.ts'

const hourMs = 60 * 60_000
const pathOf = (id: string) => `/ops/verifications/${id}`
const auditOf = (id: string, action: string) =>
  db
    .select({ actorId: auditLog.actorId, detail: auditLog.detail })
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, id), eq(auditLog.action, action)))
/** The notification that comes after the response. */
const noticeOf = ({ id }: { id: string }) =>
  eventually(async () => (await readNotices(env, id, { limit: 1, before: null }))?.[0]?.notice, 'a notification')

/** A picture at the head of the queue, whatever the other tests left there. */
async function waiting() {
  const [moderator, { member, photo }] = await Promise.all([createModerator(), createCandidate()])
  const id = await sendNew(member)
  await age(id, hourMs)
  return { moderator, member, photo, id, key: (await verificationOf(id))?.key ?? '' }
}

const decide = (moderator: Colleague, id: string, fields: Record<string, string>) => moderator.submit(pathOf(id), fields)

describe('a picture in the queue', () => {
  it('shows both pictures side by side, with the pose that was drawn', async () => {
    const { moderator, photo, id } = await waiting()
    const page = await (await moderator.get('/ops/verifications')).text()
    const item = page.split('<article').find((part) => part.includes(id)) ?? ''
    expect(item).toContain(photo.key)
    expect(item).toContain(`${pathOf(id)}/picture`)
    expect(item).toContain(`For the challenge: ${(await verificationOf(id))?.pose.replaceAll('-', ' ')}`)
    const [listed] = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.actorId, moderator.id), eq(auditLog.action, 'verifications.listed')))
    expect(listed?.detail['shown']).toContain(id)
  })

  it('is shown and decided about no more once its member has left or is restricted', async () => {
    for (const state of ['deleted', 'restricted'] as const) {
      const { moderator, member, id } = await waiting()
      await db.update(members).set({ state }).where(eq(members.id, member.id))
      expect((await moderator.get(`${pathOf(id)}/picture`)).status).toBe(404)
      await decide(moderator, id, { decision: 'approved' })
      expect([await hasBadge(member), (await verificationOf(id))?.state], state).toEqual([false, 'waiting'])
    }
  })

  it('is shown only to whoever may decide, and each look is in the audit log', async () => {
    const { moderator, member, id } = await waiting()
    for (let look = 0; look < 2; look += 1) {
      const picture = await moderator.get(`${pathOf(id)}/picture`)
      expect([picture.status, picture.headers.get('content-type'), picture.headers.get('cache-control')]).toEqual([
        200,
        'image/webp',
        'no-store',
      ])
    }
    expect((await auditOf(id, 'verification.viewed')).map(({ actorId }) => actorId)).toEqual([moderator.id, moderator.id])
    const locked = await createEnrolled()
    expect((await locked.get(`${pathOf(id)}/picture`)).status).toBe(303)
    for (const other of [member, await createMember(), null])
      expect((await openPage(other, `${pathOf(id)}/picture`)).status).toBe(404)
    expect(await auditOf(id, 'verification.viewed')).toHaveLength(2)
  })

  it('that is approved gives the badge, with its audit entry, and removes the picture', async () => {
    const { moderator, member, id, key } = await waiting()
    const both = await Promise.all([0, 1].map(() => decide(moderator, id, { decision: 'approved' })))
    expect(both.map(({ status }) => status).sort()).toEqual([303, 409])
    expect(await hasBadge(member)).toBe(true)
    expect(await verificationOf(id)).toMatchObject({ state: 'approved', decidedBy: moderator.id, decidedAt: expect.any(Number) })
    expect(await env.PHOTOS.head(pictureName(key))).toBeNull()
    expect(await auditOf(id, 'verification.decided')).toEqual([
      { actorId: moderator.id, detail: { state: 'approved', reason: null } },
    ])
    expect((await moderator.get(`${pathOf(id)}/picture`)).status).toBe(404)
    expect(await viewOf(member)).toMatchObject({ step: 'verified', last: null })
    expect(await noticeOf(member)).toMatchObject({ kind: 'verification', outcome: 'approved' })
  })

  it('says on the profile when, to others too, and no longer once the main photo is another', async () => {
    const { moderator, member, photo, id } = await waiting()
    await decide(moderator, id, { decision: 'approved' })
    const page = async () => (await openPage(await createMember(), `/profile-info/${member.id}`)).text()
    expect(await page()).toMatch(/#badge-check.*Verified against the main photo on \d/s)
    await postJson(member, photoActions.remove.path, { id: photo.id })
    expect(await page()).not.toMatch(/Verified against the main photo on \d|#badge-check/)
  })

  it('that is refused needs a reason of the list, which its member sees', async () => {
    const { moderator, member, id, key } = await waiting()
    const unclear: Record<string, string>[] = [{ decision: 'refused' }, { decision: 'refused', reason: 'taste' }, {}]
    for (const fields of unclear) expect((await decide(moderator, id, fields)).status).toBe(409)
    expect((await verificationOf(id))?.state).toBe('waiting')
    expect((await decide(moderator, id, { decision: 'refused', reason: 'not-live' })).status).toBe(303)
    expect(refusals).toContain('not-live')
    expect(await viewOf(member)).toMatchObject({ step: 'start', last: { kind: 'refused', reason: 'not-live' } })
    expect([await hasBadge(member), await env.PHOTOS.head(pictureName(key))]).toEqual([false, null])
    expect(await noticeOf(member)).toMatchObject({ kind: 'verification', outcome: 'refused', reason: 'not-live' })
  })

  it('is answered with the wish for another pose, which is another one', async () => {
    const { moderator, member, id } = await waiting()
    const pose = (await verificationOf(id))?.pose
    expect((await decide(moderator, id, { decision: 'again' })).status).toBe(303)
    expect(await viewOf(member)).toMatchObject({ step: 'start', last: { kind: 'again' } })
    expect((await drawPose(member)).pose).not.toBe(pose)
  })
})

describe('nobody decides', () => {
  it('about themselves, or sees their own picture there', async () => {
    const moderator = await createModerator()
    await createPhoto(moderator.member)
    await agree(moderator.member)
    const id = await sendNew(moderator.member)
    expect((await decide(moderator, id, { decision: 'approved' })).status).toBe(409)
    expect((await moderator.get(`${pathOf(id)}/picture`)).status).toBe(404)
    expect([(await verificationOf(id))?.state, await hasBadge(moderator), await auditOf(id, 'verification.decided')]).toEqual([
      'waiting',
      false,
      [],
    ])
  })

  it('as a moderator about a colleague; an operator does', async () => {
    const [{ moderator, member, id }, operator] = await Promise.all([waiting(), createModerator('operator')])
    await db.update(members).set({ role: 'moderator' }).where(eq(members.id, member.id))
    expect((await decide(moderator, id, { decision: 'approved' })).status).toBe(409)
    expect((await decide(operator, id, { decision: 'approved' })).status).toBe(303)
  })

  it('about a picture of another main photo, of a withdrawn consent, or older than 48 hours', async () => {
    const { moderator, member, id } = await waiting()
    await db.update(verifications).set({ photoId: 'another' }).where(eq(verifications.id, id))
    expect((await decide(moderator, id, { decision: 'approved' })).status).toBe(409)
    const old = await waiting()
    await age(old.id, 48 * hourMs)
    expect((await decide(old.moderator, old.id, { decision: 'approved' })).status).toBe(409)
    expect((await old.moderator.get(`${pathOf(old.id)}/picture`)).status).toBe(404)
    const ended = await waiting()
    await withdraw(ended.member)
    expect((await decide(ended.moderator, ended.id, { decision: 'approved' })).status).toBe(409)
    expect([await hasBadge(member), await hasBadge(old.member), await hasBadge(ended.member)]).toEqual([false, false, false])
  })

  it('before the second factor was shown', async () => {
    const [{ id }, locked] = [await waiting(), await createEnrolled()]
    expect((await decide(locked, id, { decision: 'approved' })).headers.get('location')).toBe('/ops')
    expect((await verificationOf(id))?.state).toBe('waiting')
  })
})
