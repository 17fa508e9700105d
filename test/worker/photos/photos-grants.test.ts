import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { members, photos } from '#db/schema.ts'
import { sessionActions } from '#features/auth/contract.ts'
import { blockActions } from '#features/blocks/contract.ts'
import type { PeopleNearbyProps } from '#features/nearby/contract.ts'
import { addressesFor } from '#features/photos/server/public.ts'
import { disconnectMember } from '#features/member-hub/server/public.ts'
import { PhotoAccess, photoGrantMs } from '#objects/member-hub/photo-access.ts'
import { advance, browserOf } from '#test/support/worker/account.ts'
import { countingDatabase } from '#test/support/worker/counting-database.ts'
import { createMember, db, postJson, type TestMember } from '#test/support/worker/members.ts'
import { openPage, readPayload } from '#test/support/worker/pages.ts'
import { createPhoto } from '#test/support/worker/photos.ts'
import { createPerson, newArea } from '#test/support/worker/places.ts'
import { watchedDatabase } from '#test/support/worker/watched-database.ts'

afterEach(() => vi.useRealTimers())

const away = watchedDatabase(() => Promise.reject(new Error('D1 is away')))
const statusOf = async (viewer: Pick<TestMember, 'token'>, path: string) => {
  const response = await openPage(viewer, path)
  await response.arrayBuffer()
  return response.status
}

/** Two neighbours, and the URL of the one's photo on the other's page of people nearby. */
async function lookAround() {
  const home = newArea()
  const [viewer, owner] = [await createPerson(home), await createPerson(home)]
  const { key } = await createPhoto(owner)
  const { nearby } = (await readPayload<PeopleNearbyProps>(viewer, '/people-nearby')).props
  const address = nearby.people.find(({ id }) => id === owner.id)?.avatar ?? ''
  expect(address).toContain(key)
  return { viewer, owner, key, address }
}

describe('a photo that a page has just shown', () => {
  test('opens for five seconds without another question, then D1 decides again', async () => {
    const { viewer, key, address } = await lookAround()
    // No one is notified of this: only D1 knows.
    await db.delete(photos).where(eq(photos.key, key))
    expect(await statusOf(viewer, address)).toBe(200)
    advance(photoGrantMs)
    expect(await statusOf(viewer, address)).toBe(404)
  })

  test.each(['/profile-info/', '/visitors', '/likes', '/favorits'])('is one of %s, too, and no other is', async (page) => {
    const { viewer, owner } = await lookAround()
    const other = await createPhoto(owner, { position: 1 })
    const unseen = (await addressesFor(env, viewer.id, Date.now()))(other.key)
    await readPayload(viewer, page === '/profile-info/' ? page + owner.id : page)
    await db.delete(photos).where(eq(photos.key, other.key))
    expect(await statusOf(viewer, unseen)).toBe(page === '/profile-info/' ? 200 : 404)
  })

  const ends: Record<string, (viewer: TestMember, owner: TestMember) => Promise<unknown>> = {
    'its owner has blocked the viewer': (viewer, owner) => postJson(owner, blockActions.block.path, { id: viewer.id }),
    'the viewer has blocked its owner': (viewer, owner) => postJson(viewer, blockActions.block.path, { id: owner.id }),
    'the viewer has signed out': (viewer) => browserOf(viewer).post(sessionActions.signOut.path, {}),
    'the viewer was restricted': async ({ id }) => {
      await db.update(members).set({ state: 'restricted' }).where(eq(members.id, id))
      await disconnectMember(env, id)
    },
  }
  test.each(Object.keys(ends))('is closed at once when %s', async (what) => {
    const { viewer, owner, address } = await lookAround()
    expect(await statusOf(viewer, address)).toBe(200)
    await ends[what]?.(viewer, owner)
    expect(await statusOf(viewer, address)).toBe(404)
  })

  test('opens for nobody else, and in no other session of its viewer', async () => {
    const { viewer, owner, key, address } = await lookAround()
    await db.delete(photos).where(eq(photos.key, key))
    expect(await statusOf(owner, address)).toBe(404)
    const hub = env.MEMBER_HUB.getByName(viewer.id)
    expect(await hub.mayOpenPhoto({ sid: viewer.sid, photoKey: key })).toBe(true)
    expect(await hub.mayOpenPhoto({ sid: 'another', photoKey: key })).toBe(false)
  })
})

describe('the grants of a hub', () => {
  const now = 1_000_000_000
  const shown = (readAt: number, ...photoKeys: string[]) => ({ sid: 'mine', photoKeys, readAt })
  const asked = (access: PhotoAccess, photoKey: string, at = now) =>
    access.mayOpen({ sid: 'mine', photoKey }, at).catch(() => 'asked D1' as const)

  test('cost no question, and end with their time', async () => {
    const access = new PhotoAccess(away, 'viewer', () => false)
    access.grant(shown(now, 'a'))
    expect(await asked(access, 'a')).toBe(true)
    expect(await asked(access, 'a', now + photoGrantMs - 1)).toBe(true)
    expect(await asked(access, 'a', now + photoGrantMs)).toBe('asked D1')
    expect(await asked(access, 'b')).toBe('asked D1')
    access.grant(shown(now + photoGrantMs, 'a'))
    expect(await asked(access, 'a', now + photoGrantMs)).toBe(true)
  })

  test('end with a block, and a page that was read before it brings none', async () => {
    const access = new PhotoAccess(away, 'viewer', () => false)
    access.grant(shown(now, 'a'))
    access.revoke(now + 5)
    expect(await asked(access, 'a', now + 6)).toBe('asked D1')
    for (const readAt of [now, now + 5, now + 1000]) access.grant(shown(readAt, 'a'))
    expect(await asked(access, 'a', now + 1000)).toBe('asked D1')
    access.grant(shown(now + 2000, 'a'))
    expect(await asked(access, 'a', now + 2000)).toBe(true)
  })

  test('are none for a session that has ended', async () => {
    const access = new PhotoAccess(away, 'viewer', (sid) => sid === 'mine')
    access.grant(shown(now, 'a'))
    expect(await asked(access, 'a')).toBe('asked D1')
  })

  test('do not pile up: those of the latest page are kept', async () => {
    const access = new PhotoAccess(away, 'viewer', () => false)
    for (let page = 0; page < 14; page++)
      access.grant(shown(now, ...Array.from({ length: 24 }, (_, index) => `${page} ${index}`)))
    expect(await asked(access, '13 23')).toBe(true)
    expect(await asked(access, '0 0')).toBe('asked D1')
  })

  test('that are missing are asked for in one call, however many there are', async () => {
    const viewer = await createMember()
    const keys = await Promise.all(Array.from({ length: 8 }, async () => (await createPhoto(await createMember())).key))
    const { db: counted, count } = countingDatabase()
    const access = new PhotoAccess(counted, viewer.id, () => false)
    const open = await Promise.all(keys.map((photoKey) => access.mayOpen({ sid: viewer.sid, photoKey }, now)))
    expect([open.every(Boolean), count()]).toEqual([true, 1])
  })
})
