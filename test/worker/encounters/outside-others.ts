import { favourites, likes, visits } from '#db/schema.ts'
import { db, type TestMember } from '#test/support/worker/members.ts'
import type { Position } from '#test/support/worker/places.ts'
import { match, type Cast } from './outside-chains.ts'
import { createIn, readAll, type Parts } from './outside-record.ts'

/** Somebody who has met neither, a match of both, and one whom nothing concerns. */
export type Others = { third: TestMember; friend: TestMember; bystander: TestMember }

/** They live where the two do, so lists of people nearby have all of them. */
export async function createOthers({ me, partner }: Cast, area: Position): Promise<Others> {
  const [third, friend, bystander] = await Promise.all([createIn(area, 3), createIn(area, 4), createIn(area, 5)])
  const two = [me, partner]
  const now = Date.now()
  await db.batch([
    db.insert(likes).values(two.map(({ id }, at) => ({ fromId: id, toId: third.id, createdAt: now + at }))),
    db.insert(favourites).values(two.map(({ id }, at) => ({ ownerId: third.id, memberId: id, createdAt: now + at }))),
    db.insert(visits).values(two.map(({ id }, at) => ({ visitorId: id, visitedId: third.id, lastAt: now + at }))),
  ])
  for (const one of two) await match(one, friend)
  return { third, friend, bystander }
}

/** Lists in which one person may come across another. */
const lists = ['/people-nearby', '/likes', '/favorits', '/visitors', '/messages', '/main-settings?section=privacy']

const latest = '/main-settings?section=latest'
const profileOf = ({ id }: TestMember) => `/profile-info/${id}`

/** What the two who talk see of each other outside. */
export const lookAtEachOther = (one: TestMember, other: TestMember, parts: Parts) =>
  readAll(one, [profileOf(other), ...lists], parts)

/** What everybody else sees of the two. */
export const lookAtTwo = ({ me, partner }: Cast, { third, friend, bystander }: Others, parts: Parts) =>
  Promise.all([
    readAll(third, [...[me, partner, bystander].map(profileOf), ...lists, latest], parts),
    readAll(friend, [...[me, partner].map(profileOf), '/messages', latest], parts),
  ])

/** The same of one after a single step: where a change of their account would show first. */
export const lookAtOne = ({ me, partner }: Cast, { third, friend }: Others, parts: Parts) =>
  Promise.all([
    readAll(third, [profileOf(me), profileOf(partner), '/people-nearby', '/favorits'], parts),
    readAll(friend, [profileOf(me), '/messages'], parts),
    readAll(partner, [profileOf(me), '/people-nearby', '/messages'], parts),
  ])
