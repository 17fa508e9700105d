import { createExecutionContext, env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { blocks, chatRequests, members, pairs, photos, profiles } from '#db/schema.ts'
import type { OwnPhotoView } from '#features/photos/contract.ts'
import { objectName } from '#features/photos/server/objects.ts'
import { addressesFor, decidePhoto, listPendingPhotos, sweepPhotos } from '#features/photos/server/public.ts'
import { openToken } from '#features/photos/server/token.ts'
import type { PeopleNearbyProps } from '#features/nearby/contract.ts'
import { facelessAvatar } from '#shared/avatar.ts'
import { inWidth } from '#shared/photo.ts'
import { PhotoAccess } from '#objects/member-hub/photo-access.ts'
import { countingDatabase } from '#test/support/worker/counting-database.ts'
import { drawingOf } from '#test/support/worker/drawings.ts'
import { createMember, db, type TestMember } from '#test/support/worker/members.ts'
import { openPage, readPayload } from '#test/support/worker/pages.ts'
import { createPhoto, listObjects } from '#test/support/worker/photos.ts'
import { createPerson, newArea } from '#test/support/worker/places.ts'
import { newId, origin } from '#test/support/worker/realtime-client.ts'
import { watchedDatabase } from '#test/support/worker/watched-database.ts'
import { createApp } from '#worker/app.ts'
import { codeNow, createModerator } from '#test/support/worker/staff.ts'

const dayMs = 24 * 60 * 60 * 1000
const addressFor = async (viewer: Pick<TestMember, 'id'>, key: string, at = Date.now()) =>
  (await addressesFor(env, viewer.id, at))(key)
const statusOf = async (viewer: Pick<TestMember, 'token'> | null, path: string) => (await openPage(viewer, path)).status

type Viewer = 'owner' | 'stranger' | 'blocked by owner' | 'owner blocked'
const states = ['pending', 'approved', 'rejected'] as const
const viewers: Viewer[] = ['owner', 'stranger', 'blocked by owner', 'owner blocked']
const cases = states.flatMap((state) => viewers.map((viewer) => ({ state, viewer, seen: viewer === 'owner' || (state === 'approved' && viewer === 'stranger') }))) // prettier-ignore

describe('an address of a photo', () => {
  test.each(cases)('of a $state one, issued to the $viewer: seen is $seen', async ({ state, viewer, seen }) => {
    const owner = await createMember()
    const visitor = viewer === 'owner' ? owner : await createMember()
    const pair = { 'blocked by owner': [owner.id, visitor.id], 'owner blocked': [visitor.id, owner.id] }[viewer as string]
    if (pair) await db.insert(blocks).values({ blockerId: pair[0] ?? '', blockedId: pair[1] ?? '', createdAt: 1 })
    const { key } = await createPhoto(owner, { state })
    const address = await addressFor(visitor, key)
    expect(await statusOf(visitor, address)).toBe(seen ? 200 : 404)
    // Nobody else can use it, the owner included.
    const other = viewer === 'owner' ? await createMember() : owner
    expect(await statusOf(other, address)).toBe(404)
    expect(await statusOf(null, address)).toBe(404)
  })

  test('is served as webp that only this browser may keep', async () => {
    const owner = await createMember()
    const { key } = await createPhoto(owner)
    const response = await openPage(owner, inWidth(await addressFor(owner, key), 320))
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(response.headers.get('cache-control')).toMatch(/^private, max-age=86400/)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(new TextDecoder().decode(await response.arrayBuffer())).toBe(key)
  })

  test('holds for its day and the next, and is another one every day', async () => {
    const owner = await createMember()
    const { key } = await createPhoto(owner)
    const [today, yesterday, before] = await Promise.all([0, 1, 2].map((days) => addressFor(owner, key, Date.now() - days * dayMs))) // prettier-ignore
    expect(new Set([today, yesterday, before]).size).toBe(3)
    expect(await statusOf(owner, today ?? '')).toBe(200)
    expect(await statusOf(owner, yesterday ?? '')).toBe(200)
    expect(await statusOf(owner, before ?? '')).toBe(404)
    expect(await openToken(env, (today ?? '').split('/')[2] ?? '', owner.id, Date.now() - dayMs)).toBeNull()
  })

  test('cannot be guessed, changed or asked for in another size', async () => {
    const owner = await createMember()
    const other = await createPhoto(await createMember(), { state: 'pending' })
    const { key } = await createPhoto(owner)
    const address = await addressFor(owner, key)
    const forged = [
      address.replace(key, other.key),
      address.replace('/photos/m', '/photos/r'),
      address.replace(/.(?=\/720)/, (last) => (last === 'A' ? 'B' : 'A')),
      address.replace('720', '721'),
      address.replace('.webp', '.svg'),
      `/photos/${key}/720.webp`,
    ]
    for (const path of forged) expect(await statusOf(owner, path), path).toBe(404)
  })

  test('ends with the photo, and with its owner’s account', async () => {
    const [owner, visitor] = [await createMember(), await createMember()]
    const { key } = await createPhoto(owner)
    const address = await addressFor(visitor, key)
    await db.update(members).set({ state: 'restricted' }).where(eq(members.id, owner.id))
    expect(await statusOf(visitor, address)).toBe(404)
    await db.update(members).set({ state: 'complete' }).where(eq(members.id, owner.id))
    expect(await statusOf(visitor, address)).toBe(200)
    await db.delete(photos).where(eq(photos.key, key))
    expect(await statusOf(visitor, address)).toBe(404)
  })

  test('for deciding opens pending photos, but only past the second factor and while its holder has the role', async () => {
    const colleague = await createModerator()
    const moderator = colleague.member
    const { key } = await createPhoto(await createMember(), { state: 'pending' })
    const address = (await addressesFor(env, moderator.id, Date.now(), 'r'))(key)
    expect(await statusOf(moderator, address)).toBe(200)
    await colleague.submit('/ops/lock')
    expect(await statusOf(moderator, address)).toBe(404)
    await colleague.submit('/ops/code', { code: await codeNow(1) })
    expect(await statusOf(moderator, address)).toBe(200)
    expect(await statusOf(moderator, await addressFor(moderator, key))).toBe(404)
    await db.update(members).set({ role: 'member' }).where(eq(members.id, moderator.id))
    expect(await statusOf(moderator, address)).toBe(404)
  })
})

describe('photos that are requested together', () => {
  test('are one question to D1, each answered by itself', async () => {
    const [viewer, blocker] = [await createMember(), await createMember()]
    await db.insert(blocks).values({ blockerId: blocker.id, blockedId: viewer.id, createdAt: 1 })
    const owners = await Promise.all(Array.from({ length: 12 }, () => createMember()))
    const seen = await Promise.all(owners.map((owner) => createPhoto(owner)))
    const unseen = [await createPhoto(blocker), await createPhoto(owners[0] ?? blocker, { state: 'pending' })]
    const { db: counted, count } = countingDatabase()
    const access = new PhotoAccess(counted, viewer.id, () => false)
    const wanted = [...seen.slice(0, 6), ...unseen, ...seen.slice(6)]
    const open = await Promise.all(wanted.map(({ key }) => access.mayOpen({ sid: viewer.sid, photoKey: key }, Date.now())))
    expect(open).toEqual(wanted.map((photo) => seen.includes(photo)))
    expect(count()).toBe(1)
    // Nothing is kept.
    const [first] = seen
    await db.delete(photos).where(eq(photos.key, first?.key ?? ''))
    expect(await access.mayOpen({ sid: viewer.sid, photoKey: first?.key ?? '' }, Date.now())).toBe(false)
  })

  test('are refused to a session that has ended, beside one that lives', async () => {
    const viewer = await createMember()
    const { key } = await createPhoto(await createMember())
    const access = new PhotoAccess(env.DB, viewer.id, () => false)
    const open = [viewer.sid, 'ended', viewer.sid].map((sid) => access.mayOpen({ sid, photoKey: key }, Date.now()))
    expect(await Promise.all(open)).toEqual([true, false, true])
  })

  test('are asked of D1 directly while the hub fails, and fail together with D1', async () => {
    const [viewer, blocker] = [await createMember(), await createMember()]
    await db.insert(blocks).values({ blockerId: blocker.id, blockedId: viewer.id, createdAt: 1 })
    const addresses = await Promise.all(
      [await createPhoto(await createMember()), await createPhoto(blocker)].map(({ key }) => addressFor(viewer, key)),
    )
    const failing = { getByName: () => ({ mayOpenPhoto: () => Promise.reject(new Error('away')) }) }
    const statuses = addresses.map(async (path) => {
      const request = new Request(origin + path, { headers: { authorization: `Bearer ${viewer.token}` } })
      const context = createExecutionContext()
      const { status, body } = await createApp().fetch(request, { ...env, MEMBER_HUB: failing }, context)
      await body?.cancel()
      return status
    })
    expect(await Promise.all(statuses)).toEqual([200, 404])

    const access = new PhotoAccess(
      watchedDatabase(() => Promise.reject(new Error('D1 is away'))),
      viewer.id,
      () => false,
    )
    const asked = ['a', 'b', 'c'].map((photoKey) => access.mayOpen({ sid: viewer.sid, photoKey }, Date.now()))
    const settled = await Promise.allSettled(asked)
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  })
})

type Relation = 'stranger' | 'match' | 'unmatched' | 'request' | 'requested' | 'declined me' | 'declined by me' | 'request of a pair that ended' // prettier-ignore
const apart: Partial<Record<Relation, true>> = { stranger: true, unmatched: true, 'declined by me': true, 'request of a pair that ended': true } // prettier-ignore

/** What lies between the visitor and the owner of a photo. */
async function relate(visitor: TestMember, owner: TestMember, relation: Relation): Promise<void> {
  const conversationId = newId()
  const [lowId = '', highId = ''] = [visitor.id, owner.id].toSorted()
  const pair = { lowId, highId, conversationId, matchedAt: 1, openedAt: 1 }
  const request = { conversationId, fromId: visitor.id, toId: owner.id, cid: newId(), sentAt: 1, stateAt: 1, settledAt: 1 }
  const write: Record<Relation, () => unknown> = {
    stranger: () => null,
    match: () => db.insert(pairs).values(pair),
    unmatched: () => db.insert(pairs).values({ ...pair, unmatchedAt: 2 }),
    request: () => db.insert(chatRequests).values({ ...request, state: 'waiting' }),
    requested: () => db.insert(chatRequests).values({ ...request, fromId: owner.id, toId: visitor.id, state: 'waiting' }),
    // Whoever was declined must not see it anywhere.
    'declined me': () => db.insert(chatRequests).values({ ...request, state: 'declined' }),
    'declined by me': () => db.insert(chatRequests).values({ ...request, fromId: owner.id, toId: visitor.id, state: 'declined' }),
    'request of a pair that ended': () =>
      db.batch([
        db.insert(chatRequests).values({ ...request, state: 'accepted' }),
        db.insert(pairs).values({ ...pair, unmatchedAt: 2 }),
      ]),
  }
  await write[relation]()
}

describe('an address of a photo, once its owner', () => {
  /** All that an answer tells. */
  async function seen(visitor: TestMember, address: string) {
    const response = await openPage(visitor, address)
    const headers = [...response.headers].filter(([name]) => name !== 'x-request-id')
    return { status: response.status, headers, body: (await response.text()).replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'REQUEST') }
  }
  const hide = (id: string, state?: 'paused' | 'restricted' | 'deleted' | 'incomplete') =>
    db.batch([
      db.update(profiles).set({ discoverable: false }).where(eq(profiles.memberId, id)),
      ...(state ? [db.update(members).set({ state }).where(eq(members.id, id))] : []),
    ])
  const block = (blockerId: string, blockedId: string) => db.insert(blocks).values({ blockerId, blockedId, createdAt: 1 })
  const leave: Record<string, (owner: TestMember, visitor: TestMember) => Promise<unknown>> = {
    'is hidden': ({ id }) => hide(id),
    'is incomplete': ({ id }) => hide(id, 'incomplete'),
    'has paused': ({ id }) => hide(id, 'paused'),
    'is restricted': ({ id }) => hide(id, 'restricted'),
    'is deleted': ({ id }) => hide(id, 'deleted'),
    'has blocked the visitor': (owner, visitor) => block(owner.id, visitor.id),
    'was blocked by the visitor': (owner, visitor) => block(visitor.id, owner.id),
    'has removed it': ({ id }) => db.delete(photos).where(eq(photos.memberId, id)),
  }

  test.each(Object.keys(leave))('%s, is for a stranger what the address of no photo is', async (what) => {
    const [owner, visitor] = [await createMember(), await createMember()]
    const { key } = await createPhoto(owner)
    const address = await addressFor(visitor, key)
    expect(await statusOf(visitor, address)).toBe(200)
    await leave[what]?.(owner, visitor)
    const answer = await seen(visitor, address)
    expect(answer.status).toBe(404)
    expect(answer).toEqual(await seen(visitor, await addressFor(visitor, newId())))
  })

  const relations: Relation[] = ['stranger', 'match', 'unmatched', 'request', 'requested', 'declined me', 'declined by me', 'request of a pair that ended'] // prettier-ignore
  test.each(relations)('has paused, shows it where a conversation stands, and only there: %s', async (relation) => {
    const [owner, visitor] = [await createMember(), await createMember()]
    const { key } = await createPhoto(owner)
    await relate(visitor, owner, relation)
    await hide(owner.id, 'paused')
    expect(await statusOf(visitor, await addressFor(visitor, key))).toBe(apart[relation] ? 404 : 200)
    for (const state of ['restricted', 'deleted'] as const) {
      await hide(owner.id, state)
      expect(await statusOf(visitor, await addressFor(visitor, key)), state).toBe(404)
    }
  })
})

describe('where photos are shown', () => {
  test('the first approved one replaces the drawing for others; pending and rejected ones do not', async () => {
    const home = newArea()
    const viewer = await createPerson(home)
    const shy = await createPerson(home, { avatar: 'notionists:shy' })
    await createPhoto(shy, { state: 'pending' })
    const bold = await createPerson(home, { avatar: 'notionists:bold' })
    await createPhoto(bold, { state: 'rejected', position: 0 })
    await createPhoto(bold, { state: 'approved', position: 2 })
    const { key } = await createPhoto(bold, { state: 'approved', position: 1 })
    const { nearby } = (await readPayload<PeopleNearbyProps>(viewer, '/people-nearby')).props
    const portraits = Object.fromEntries(nearby.people.map((person) => [person.id, person.avatar]))
    expect(portraits).toEqual({ [shy.id]: await drawingOf('notionists:shy'), [bold.id]: await addressFor(viewer, key) })
    const filtered = (await readPayload<PeopleNearbyProps>(viewer, '/people-nearby?photo=1')).props.nearby
    expect(filtered.people.map((person) => person.id)).toEqual([bold.id])
  })

  test('of members who chose no drawing are one faceless figure until a photo is approved, the same for all', async () => {
    const home = newArea()
    const viewer = await createPerson(home)
    const [anna, ben] = [
      await createPerson(home, { avatar: facelessAvatar }),
      await createPerson(home, { avatar: facelessAvatar }),
    ]
    await createPhoto(anna, { state: 'pending' })
    await createPhoto(ben, { state: 'rejected' })
    const { nearby } = (await readPayload<PeopleNearbyProps>(viewer, '/people-nearby')).props
    expect(nearby.people.map(({ avatar }) => avatar)).toEqual(['/faceless.svg', '/faceless.svg'])
    const { key } = await createPhoto(anna, { state: 'approved', position: 1 })
    const after = (await readPayload<PeopleNearbyProps>(viewer, '/people-nearby')).props.nearby
    expect(new Set(after.people.map(({ avatar }) => avatar))).toEqual(new Set(['/faceless.svg', await addressFor(viewer, key)]))
  })

  test('a profile lists the approved ones in order, one’s settings all of them with state and reason', async () => {
    const [owner, visitor] = [await createMember(), await createMember()]
    const second = await createPhoto(owner, { position: 1 })
    const first = await createPhoto(owner, { position: 0 })
    const rejected = await createPhoto(owner, { position: 2, state: 'rejected', reason: 'unclear' })
    type Props = { photos: OwnPhotoView[] }
    const seen = (await readPayload<Props>(visitor, `/profile-info/${owner.id}`)).props.photos
    expect(seen.map((photo) => photo.id)).toEqual([first.id, second.id])
    const own = (await readPayload<Props>(owner, '/profile-settings')).props.photos
    expect(own.map(({ id, state, reason }) => ({ id, state, reason }))).toEqual([
      { id: first.id, state: 'approved', reason: null },
      { id: second.id, state: 'approved', reason: null },
      { id: rejected.id, state: 'rejected', reason: 'unclear' },
    ])
  })

  test('the viewer’s own portrait is their photo', async () => {
    const member = await createMember({ profile: { avatar: 'notionists:me' } })
    const { key } = await createPhoto(member)
    expect((await readPayload(member, '/people-nearby')).viewer?.avatar).toBe(await addressFor(member, key))
  })
})

describe('a decision', () => {
  test('is made once, and never about one’s own photo', async () => {
    const staff = { member: { role: 'moderator' } } as const
    const [owner, moderator, other] = [await createMember(), await createMember(staff), await createMember(staff)]
    const { id } = await createPhoto(owner, { state: 'pending' })
    const now = Date.now()
    expect(await decidePhoto(db, id, { decision: 'approved' }, { actorId: owner.id, now })).toBeNull()
    const answers = await Promise.all([
      decidePhoto(db, id, { decision: 'rejected', reason: 'no-face' }, { actorId: moderator.id, now }),
      decidePhoto(db, id, { decision: 'approved' }, { actorId: other.id, now }),
    ])
    expect(answers.filter((answer) => answer !== null)).toEqual([{ memberId: owner.id, isUnverified: false }])
    const [row] = await db.select().from(photos).where(eq(photos.id, id))
    expect(row).toMatchObject(
      answers[0]
        ? { state: 'rejected', reason: 'no-face', decidedBy: moderator.id, decidedAt: now }
        : { state: 'approved', reason: null, decidedBy: other.id, decidedAt: now },
    )
  })

  test('is asked for oldest first, not about people who are gone', async () => {
    const owner = await createMember({ member: { state: 'incomplete' } })
    const gone = await createMember({ member: { state: 'deleted' } })
    const newer = await createPhoto(owner, { state: 'pending', createdAt: 20 })
    const older = await createPhoto(owner, { state: 'pending', createdAt: 10 })
    await createPhoto(gone, { state: 'pending', createdAt: 1 })
    await createPhoto(owner, { state: 'approved', createdAt: 2 })
    const queue = await listPendingPhotos(db)
    expect(queue.slice(0, 2).map((photo) => photo.photoId)).toEqual([older.id, newer.id])
  })
})

describe('the sweep', () => {
  test('removes what no photo refers to once it is an hour old, and nothing else', async () => {
    const { key } = await createPhoto(await createMember())
    const orphan = await createPhoto(await createMember())
    await db.delete(photos).where(eq(photos.key, orphan.key))
    await sweepPhotos(env, Date.now())
    expect(await listObjects()).toContain(objectName(orphan.key, 320))
    await sweepPhotos(env, Date.now() + 2 * 60 * 60 * 1000)
    const left = await listObjects()
    expect(left.filter((name) => name.includes(orphan.key))).toEqual([])
    expect(left.filter((name) => name.includes(key))).toHaveLength(3)
    expect(await listObjects('sweep/')).toEqual([])
  })
})
