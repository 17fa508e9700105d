import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { sessions } from '#db/schema.ts'
import { photoActions, type OwnPhotoView } from '#features/photos/contract.ts'
import { objectName } from '#features/photos/server/objects.ts'
import { ownPhotosStatement } from '#features/photos/server/public.ts'
import { createMember, db, postForm, postJson, type TestMember } from '#test/support/worker/members.ts'
import { openPage } from '#test/support/worker/pages.ts'
import { createPhoto, pictureBytes, upload } from '#test/support/worker/photos.ts'

async function withPhotos(count: number): Promise<{ member: TestMember; ids: string[] }> {
  const member = await createMember()
  const ids: string[] = []
  for (let position = 0; position < count; position += 1) ids.push((await createPhoto(member, { position })).id)
  return { member, ids }
}

const orderOf = async (member: TestMember) => (await ownPhotosStatement(db, member.id)).map((row) => row.id)
const listIn = async (response: Response) => (await response.json<{ photos: OwnPhotoView[] }>()).photos.map((photo) => photo.id)

describe('the order of photos', () => {
  test('is written whole, and the answer says how they stand', async () => {
    const { member, ids } = await withPhotos(3)
    const turned = [...ids].reverse()
    const response = await postJson(member, photoActions.order.path, { ids: turned, was: ids })
    expect(response.status).toBe(200)
    expect(await listIn(response)).toEqual(turned)
    expect(await orderOf(member)).toEqual(turned)
  })

  test('of two made from the same view at once one wins and the other is refused', async () => {
    const { member, ids } = await withPhotos(4)
    const [a = '', b = '', c = '', d = ''] = ids
    const orders = [
      [d, c, b, a],
      [b, a, d, c],
    ]
    const answers = await Promise.all(orders.map((order) => postJson(member, photoActions.order.path, { ids: order, was: ids })))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
    expect(await orderOf(member)).toEqual(orders[answers.findIndex((answer) => answer.status === 200)])
  })

  test('is refused when a photo came or went in the meantime', async () => {
    const { member, ids } = await withPhotos(2)
    const third = await createPhoto(member, { position: 2 })
    const response = await postJson(member, photoActions.order.path, { ids: [...ids].reverse(), was: ids })
    expect(response.status).toBe(409)
    expect(await orderOf(member)).toEqual([...ids, third.id])
  })

  test('that leaves one out, names one twice or names another’s is refused', async () => {
    const { member, ids } = await withPhotos(2)
    const foreign = (await withPhotos(1)).ids
    const [a = '', b = ''] = ids
    for (const wrong of [[a], [a, a], [a, b, a], [a, ...foreign], []]) {
      const response = await postJson(member, photoActions.order.path, { ids: wrong, was: ids })
      expect(response.status, JSON.stringify(wrong)).toBe(422)
    }
    expect((await postJson(member, photoActions.order.path, { ids: foreign, was: foreign })).status).toBe(409)
    expect(await orderOf(member)).toEqual(ids)
  })

  test('changes by steps of a plain form', async () => {
    const { member, ids } = await withPhotos(3)
    const [a = '', b = '', c = ''] = ids
    const step = (id: string, to: string) => postForm(member, photoActions.move.path, { id, to }, { referer: 'http://x/' })
    expect((await step(c, 'earlier')).status).toBe(303)
    expect(await orderOf(member)).toEqual([a, c, b])
    await step(b, 'first')
    expect(await orderOf(member)).toEqual([b, a, c])
    await step(b, 'later')
    await step(a, 'earlier')
    expect(await orderOf(member)).toEqual([a, b, c])
  })

  test('two steps at once both count', async () => {
    const { member, ids } = await withPhotos(4)
    const [a = '', b = '', c = '', d = ''] = ids
    const answers = await Promise.all([b, d].map((id) => postJson(member, photoActions.move.path, { id, to: 'earlier' })))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200])
    expect(await orderOf(member)).toEqual([b, a, d, c])
  })
})

describe('removing a photo', () => {
  test('takes its row and its objects', async () => {
    const { member } = await withPhotos(1)
    const photo = await createPhoto(member, { position: 1 })
    const response = await postJson(member, photoActions.remove.path, { id: photo.id })
    expect(response.status).toBe(200)
    expect(await listIn(response)).toEqual(await orderOf(member))
    for (const width of [320, 720, 1280] as const) expect(await env.PHOTOS.head(objectName(photo.key, width))).toBeNull()
  })

  test('of somebody else is not possible, nor of one that is gone', async () => {
    const { ids } = await withPhotos(1)
    const { member } = await withPhotos(1)
    const [id = ''] = ids
    for (const action of [photoActions.remove.path, photoActions.move.path]) {
      expect((await postJson(member, action, { id, to: 'first' })).status).toBe(404)
    }
    expect((await postJson(null, photoActions.remove.path, { id })).status).toBe(401)
  })
})

describe('a session that has ended', () => {
  test('neither reads nor changes photos, though its token is still good for minutes', async () => {
    const { member, ids } = await withPhotos(2)
    await db.update(sessions).set({ revokedAt: Date.now() }).where(eq(sessions.id, member.sid))
    const answers = await Promise.all([
      postJson(member, photoActions.order.path, { ids: [...ids].reverse(), was: ids }),
      postJson(member, photoActions.move.path, { id: ids[1], to: 'first' }),
      postJson(member, photoActions.remove.path, { id: ids[0] }),
      upload(member, pictureBytes('gpsJpeg')),
      openPage(member, photoActions.upload.path),
    ])
    expect(answers.map((answer) => answer.status)).toEqual([401, 401, 401, 401, 401])
    expect(await orderOf(member)).toEqual(ids)
  })
})
