import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { members, photos, profiles, publicProfiles } from '#db/schema.ts'
import { publicProfileActions } from '#features/public-profiles/contract.ts'
import { addressesFor } from '#features/photos/server/public.ts'
import { createMember, db, postJson } from '#test/support/worker/members.ts'
import { openPage } from '#test/support/worker/pages.ts'
import { createPhoto } from '#test/support/worker/photos.ts'
import { newId } from '#test/support/worker/realtime-client.ts'

const statusOf = async (address: string) => (await openPage(null, address)).status
const addressFor = async (viewerId: string, key: string, grant?: 'm' | 'r') =>
  (await addressesFor(env, viewerId, Date.now(), grant))(key)

/** A public member with one photo, and the address that guests get. */
async function createShown(options: Parameters<typeof createPhoto>[1] = {}) {
  const owner = await createMember()
  const publicId = newId()
  await db.insert(publicProfiles).values({ memberId: owner.id, publicId, since: Date.now() })
  const { key } = await createPhoto(owner, options)
  return { owner, publicId, key, address: await addressFor('', key) }
}

describe('a guest’s address of a photo', () => {
  test('opens the main photo of a public profile, which names it; no copy is kept', async () => {
    const { publicId, key, address } = await createShown()
    const html = await (await openPage(null, `/public-profile?id=${publicId}`)).text()
    expect(html).toContain(address)
    const response = await openPage(null, address)
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await response.text()).toBe(key)
  })

  test('closes with the next request after the consent has ended', async () => {
    const { owner, address } = await createShown()
    expect(await statusOf(address)).toBe(200)
    await postJson(owner, publicProfileActions.save.path, { isPublic: false })
    expect(await statusOf(address)).toBe(404)
  })

  test('opens nothing of a member without a consent', async () => {
    const { key } = await createPhoto(await createMember())
    expect(await statusOf(await addressFor('', key))).toBe(404)
  })

  test.each(['paused', 'restricted', 'deleted'] as const)('opens nothing while the member is %s', async (state) => {
    const { owner, address } = await createShown()
    await db.update(members).set({ state }).where(eq(members.id, owner.id))
    expect(await statusOf(address)).toBe(404)
    await db.update(members).set({ state: 'complete' }).where(eq(members.id, owner.id))
    expect(await statusOf(address)).toBe(200)
    await db.update(profiles).set({ discoverable: false }).where(eq(profiles.memberId, owner.id))
    expect(await statusOf(address)).toBe(404)
  })

  test('opens the main photo alone, and no photo that nobody has approved', async () => {
    const { owner, key, address } = await createShown()
    const { key: second } = await createPhoto(owner, { position: 1 })
    expect(await statusOf(await addressFor('', second))).toBe(404)
    await db.update(photos).set({ state: 'rejected' }).where(eq(photos.key, key))
    expect(await statusOf(address)).toBe(404)
    expect(await statusOf(await addressFor('', second))).toBe(200)
  })

  test('is no address of a member, of a moderator or of another photo', async () => {
    const { owner, key, address } = await createShown()
    const other = await createShown()
    for (const wrong of [await addressFor(owner.id, key), await addressFor('', key, 'r'), address.replace(key, other.key)])
      expect(await statusOf(wrong)).toBe(404)
    const viewer = await createMember()
    expect((await openPage(viewer, address)).status).toBe(404)
    expect((await openPage(viewer, await addressFor(viewer.id, key))).status).toBe(200)
  })
})
