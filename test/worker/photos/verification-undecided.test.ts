import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { members, profiles, verifications } from '#db/schema.ts'
import { finishUndecided } from '#features/ops/server/public.ts'
import { readNotices } from '#features/notifications/server/public.ts'
import { pictureName } from '#features/photos/server/verification/pictures.ts'
import { sweepVerificationPictures } from '#features/photos/server/public.ts'
import type { PeopleNearbyProps } from '#features/nearby/contract.ts'
import { sweep } from '#worker/sweep.ts'
import { db } from '#test/support/worker/members.ts'
import { queueOf } from '#test/support/worker/mail-queue.ts'
import { readPayload } from '#test/support/worker/pages.ts'
import { createPerson, newArea } from '#test/support/worker/places.ts'
import {
  age,
  createCandidate,
  draw,
  drawPose,
  sendNew,
  verificationOf,
  viewOf,
  withdraw,
} from '#test/support/worker/verification.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const later = () => Date.now() + 2 * minuteMs

/** Runs the cron's job, and returns the kinds of the emails that it queued. */
async function run(now = Date.now()): Promise<unknown[]> {
  const emails: unknown[] = []
  const MAIL = queueOf((body) => emails.push(body))
  await finishUndecided({ ...env, MAIL }, now)
  await sweepVerificationPictures(env, later())
  return emails
}

const pictureOf = async (key: string | null | undefined) => env.PHOTOS.head(pictureName(key ?? ''))

test('is removed before 48 hours have passed, counts as no try, and its member is notified once, in the app and by email', async () => {
  const [{ member }, { member: other }] = [await createCandidate(), await createCandidate()]
  const [id, young] = [await sendNew(member), await sendNew(other)]
  await age(id, 48 * hourMs - 5 * minuteMs)
  await age(young, 47 * hourMs)
  const { key } = (await verificationOf(id)) ?? {}
  expect(await run()).toMatchObject([{ kind: 'verification' }])
  expect(await verificationOf(id)).toMatchObject({ state: 'undecided', notifiedAt: expect.any(Number) })
  expect([await pictureOf(key), (await verificationOf(young))?.state]).toEqual([null, 'waiting'])
  expect(await pictureOf((await verificationOf(young))?.key)).not.toBeNull()
  expect(await run()).toEqual([])
  const notices = (await readNotices(env, member.id, { limit: 10, before: null })) ?? []
  expect(notices.map(({ notice }) => notice)).toEqual([{ id: `verification:${id}`, kind: 'verification', outcome: 'undecided' }])
  expect(await viewOf(member)).toMatchObject({ step: 'start', last: { kind: 'undecided' } })
  expect((await draw(member)).status).toBe(200)
})

test('pictures of what is decided, stale, withdrawn or of a purged account are removed by the cron, and those that wait stay', async () => {
  const candidates = await Promise.all(Array.from({ length: 4 }, () => createCandidate()))
  const keys: string[] = []
  for (const { member } of candidates) keys.push((await verificationOf(await sendNew(member)))?.key ?? '')
  const [one, two, three] = candidates.map(({ member }) => member)
  if (!one || !two || !three) throw new Error('no candidates')
  await db.update(verifications).set({ state: 'stale' }).where(eq(verifications.memberId, one.id))
  await withdraw(two)
  await db.delete(members).where(eq(members.id, three.id))
  await sweepVerificationPictures(env, later())
  const left = await Promise.all(keys.map(async (key) => (await pictureOf(key)) !== null))
  expect(left).toEqual([false, false, false, true])
})

test('a pose that was not used is deleted when it has expired', async () => {
  const { member } = await createCandidate()
  const { id } = await drawPose(member)
  await sweep(env, Date.now())
  expect(await verificationOf(id)).toBeDefined()
  await sweep(env, Date.now() + 11 * minuteMs)
  expect(await verificationOf(id)).toBeUndefined()
})

test('the badge changes nothing in the order of people nearby, and the filter shows only those who have it', async () => {
  const home = newArea()
  const viewer = await createPerson(home)
  const people = await Promise.all(Array.from({ length: 4 }, (_, index) => createPerson(home, { completeness: 90 - index * 20 })))
  const open = async (query = '') => {
    const { nearby } = (await readPayload<PeopleNearbyProps>(viewer, `/people-nearby${query}`)).props
    return nearby.people.map(({ id }) => id)
  }
  const ids = people.map(({ id }) => id)
  for (const order of ['', '?order=neutral']) {
    const before = await open(order)
    for (const id of [ids[3], ids[1]]) {
      await db
        .update(profiles)
        .set({ verified: true })
        .where(eq(profiles.memberId, id ?? ''))
      expect(await open(order)).toEqual(before)
    }
    expect((await open(order === '' ? '?verified=1' : `${order}&verified=1`)).toSorted()).toEqual([ids[1], ids[3]].toSorted())
    await db
      .update(profiles)
      .set({ verified: false })
      .where(eq(profiles.memberId, ids[1] ?? ''))
    await db
      .update(profiles)
      .set({ verified: false })
      .where(eq(profiles.memberId, ids[3] ?? ''))
  }
})
