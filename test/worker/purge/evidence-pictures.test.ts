import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { reportEvidence, reports } from '#db/schema.ts'
import { findEvidencePicture, listCopies, sweepEvidence } from '#features/reports/server/public.ts'
import { createMember, db, type TestMember } from '#test/support/worker/members.ts'
import { createPhoto, listObjects } from '#test/support/worker/photos.ts'
import { dayMs, deleteAccount, mortalEnv, purgeAll } from '#test/support/worker/purge.ts'
import { newId } from '#test/support/worker/realtime-client.ts'
import { fileReport } from '#test/support/worker/reports.ts'

/** A report with a profile's photo and so many photos of messages, none of which has been copied yet. */
async function reportWithPictures(from: TestMember, about: TestMember, photos: number) {
  const { key } = await createPhoto(about)
  const id = await fileReport(from, about)
  await vi.waitFor(async () => expect(await listCopies(env.PHOTOS, id)).toEqual(new Set([key])))
  await env.PHOTOS.delete(await listObjects(`evidence/${id}/`))
  await db.update(reports).set({ picturesCopiedAt: null }).where(eq(reports.id, id))
  const keys = Array.from({ length: photos }, () => newId())
  await Promise.all(keys.map((each) => env.PHOTOS.put(`chat/${each}.webp`, each)))
  const messages = keys.map((each, seq) => ({
    seq,
    from: about.id,
    text: '',
    sentAt: 1,
    photo: { key: each, width: 10, height: 10 },
  }))
  const data = { conversation: newId(), left: 0, messages }
  await db.insert(reportEvidence).values({ reportId: id, kind: 'messages', data, takenAt: 1 })
  return { id, keys: [key, ...keys] }
}

const readCopy = async (id: string, key: string) => (await findEvidencePicture(env.PHOTOS, id, key))?.text()

it('a purge keeps the pictures that a kept report names, for as long as the report', async () => {
  const [anna, ben, carla] = [await createMember(), await createMember(), await createMember()]
  const [about, by] = [await reportWithPictures(anna, ben, 60), await reportWithPictures(ben, carla, 1)]
  const other = await createPhoto(ben, { position: 1 })
  await deleteAccount(ben.id, 30 * dayMs)
  await purgeAll(Date.now())
  await env.PHOTOS.delete([...about.keys, ...by.keys].map((key) => `chat/${key}.webp`))
  for (const key of about.keys) expect(await readCopy(about.id, key)).toBe(key)
  expect(await listCopies(env.PHOTOS, by.id)).toEqual(new Set(by.keys))
  expect((await listObjects()).filter((name) => name.includes(other.key) || name.includes(about.keys[0] ?? ''))).toEqual([])

  await db.delete(reports).where(eq(reports.id, about.id))
  await sweepEvidence(env, Date.now())
  expect(await listCopies(env.PHOTOS, about.id)).toEqual(new Set(about.keys))
  await sweepEvidence(env, Date.now() + 2 * 60 * 60_000)
  expect(await listCopies(env.PHOTOS, about.id)).toEqual(new Set())
  expect(await listCopies(env.PHOTOS, by.id)).toEqual(new Set(by.keys))
})

it('a purge that dies while it copies loses no picture', async () => {
  const [anna, ben] = [await createMember(), await createMember()]
  const { id, keys } = await reportWithPictures(anna, ben, 2)
  await deleteAccount(ben.id, 30 * dayMs)
  for (let most = 1; ; most += 1) {
    const { env: mortal, isDead } = mortalEnv(most)
    await purgeAll(Date.now(), mortal).catch(() => {})
    const copies = await listCopies(env.PHOTOS, id)
    if (copies.size === keys.length) break
    expect(isDead()).toBe(true)
    for (const key of keys.filter((each) => !copies.has(each))) expect(await readCopy(id, key), `${most} ${key}`).toBe(key)
  }
  await purgeAll(Date.now())
  for (const key of keys) expect(await readCopy(id, key)).toBe(key)
})
