import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { auditLog, photos } from '#db/schema.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { openPage } from '#test/support/worker/pages.ts'
import { createPhoto } from '#test/support/worker/photos.ts'
import { createEnrolled, createModerator } from '#test/support/worker/staff.ts'

const photoOf = async (id: string) => (await db.select().from(photos).where(eq(photos.id, id)))[0]
const auditOf = async (id: string) => db.select().from(auditLog).where(eq(auditLog.subjectId, id))

/** A photo at the head of the queue, whatever the other tests left there. */
async function pendingPhoto(owner?: { id: string }) {
  return createPhoto(owner ?? (await createMember()), { state: 'pending', createdAt: 1 })
}

describe('the queue of photos', () => {
  it('shows what waits by an address that is the moderator’s alone', async () => {
    const [moderator, photo, stranger] = await Promise.all([createModerator(), pendingPhoto(), createMember()])
    const page = await (await moderator.get('/ops/photos')).text()
    const address = new RegExp(`<img src="([^"]*${photo.key}[^"]*)"`).exec(page)?.[1] ?? ''
    const seen = await moderator.get(address)
    expect([seen.status, await seen.text()]).toEqual([200, photo.key])
    expect((await openPage(stranger, address)).status).toBe(404)
    expect((await openPage(null, address)).status).toBe(404)
  })

  it('takes an approval once, with its audit entry', async () => {
    const [moderator, photo] = await Promise.all([createModerator(), pendingPhoto()])
    const both = await Promise.all([0, 1].map(() => moderator.submit(`/ops/photos/${photo.id}`, { decision: 'approved' })))
    expect(both.map((answer) => answer.status).sort()).toEqual([303, 409])
    expect(await photoOf(photo.id)).toMatchObject({ state: 'approved', decidedBy: moderator.id })
    expect(await auditOf(photo.id)).toMatchObject([
      { action: 'photo.decided', actorId: moderator.id, detail: { state: 'approved' } },
    ])
  })

  it('rejects with a reason of the list, and not without', async () => {
    const [moderator, photo] = await Promise.all([createModerator(), pendingPhoto()])
    const unclear: Record<string, string>[] = [{ decision: 'rejected' }, { decision: 'rejected', reason: 'taste' }, {}]
    for (const fields of unclear) expect((await moderator.submit(`/ops/photos/${photo.id}`, fields)).status).toBe(409)
    expect([(await photoOf(photo.id))?.state, await auditOf(photo.id)]).toEqual(['pending', []])
    await moderator.submit(`/ops/photos/${photo.id}`, { decision: 'rejected', reason: 'contact' })
    expect(await photoOf(photo.id)).toMatchObject({ state: 'rejected', reason: 'contact' })
  })

  it('leaves a moderator’s own photo to somebody else', async () => {
    const moderator = await createModerator()
    const photo = await pendingPhoto(moderator.member)
    expect((await moderator.submit(`/ops/photos/${photo.id}`, { decision: 'approved' })).status).toBe(409)
    expect([(await photoOf(photo.id))?.state, await auditOf(photo.id)]).toEqual(['pending', []])
  })

  it('takes nothing before the second factor was shown', async () => {
    const [moderator, photo] = await Promise.all([createEnrolled(), pendingPhoto()])
    const answer = await moderator.submit(`/ops/photos/${photo.id}`, { decision: 'approved' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/ops'])
    expect((await photoOf(photo.id))?.state).toBe('pending')
  })
})
