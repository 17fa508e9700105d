import { SELF } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { photos } from '#db/schema.ts'
import { chatActions } from '#features/chat/contract.ts'
import { photoActions } from '#features/photos/contract.ts'
import texts from '#locales/en/closed.json'
import { createMember, db, postJson, type TestMember } from '#test/support/worker/members.ts'
import { lookAt, openPage } from '#test/support/worker/pages.ts'
import { createPhoto, pictureBytes, upload } from '#test/support/worker/photos.ts'
import { newId, origin } from '#test/support/worker/realtime-client.ts'
import { closedAnswer, refusalOf, turn } from '#test/support/worker/switches.ts'

const idsOf = async ({ id }: TestMember) =>
  (await db.select({ id: photos.id }).from(photos).where(eq(photos.memberId, id)).orderBy(photos.position)).map((row) => row.id)

function sendToChat({ token }: TestMember): Promise<Response> {
  const body = new FormData()
  body.set('conversation', newId())
  body.set('cid', newId())
  body.set('file', new File([pictureBytes('gpsJpeg')], 'photo.jpg', { type: 'image/jpeg' }))
  const headers = { origin, accept: 'application/json', authorization: `Bearer ${token}` }
  return SELF.fetch(origin + chatActions.photo.path, { method: 'POST', headers, body })
}

describe('while photos are closed', () => {
  it('none is added, and those that are there are shown, moved and removed; then uploads are open again', async () => {
    await turn('photos', 'off')
    const member = await createMember()
    const [first, second] = [await createPhoto(member), await createPhoto(member, { position: 1 })]

    expect(await refusalOf(await upload(member, pictureBytes('gpsJpeg')))).toEqual(closedAnswer)
    const form = await upload(member, pictureBytes('gpsJpeg'), { plain: true })
    expect([form.status, form.headers.get('location')]).toEqual([303, '/profile-settings'])
    expect(await refusalOf(await sendToChat(member))).toEqual(closedAnswer)
    expect(await idsOf(member)).toEqual([first.id, second.id])

    const page = await lookAt(member, '/profile-settings')
    expect(page).toContain(texts.photos.title)
    expect(page).not.toContain(`action="${photoActions.upload.path}"`)
    expect((await openPage(member, '/profile')).status).toBe(200)
    expect((await postJson(member, photoActions.move.path, { id: second.id, to: 'first' })).status).toBe(200)
    expect((await postJson(member, photoActions.remove.path, { id: first.id })).status).toBe(200)
    expect(await idsOf(member)).toEqual([second.id])

    await turn('photos', 'on')
    const later = await createMember()
    expect((await upload(later, pictureBytes('gpsJpeg'))).status).toBe(201)
    // Of a conversation that there is not.
    expect((await sendToChat(later)).status).toBe(404)
    expect(await lookAt(later, '/profile-settings')).not.toContain(texts.photos.title)
  })
})
