import { env } from 'cloudflare:test'
import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { consents, verifications } from '#db/schema.ts'
import { photoActions } from '#features/photos/contract.ts'
import { pictureName } from '#features/photos/server/verification/pictures.ts'
import { verificationActions, verificationLimits } from '#features/photos/verification.ts'
import { locales } from '#shared/i18n/locales.ts'
import { verificationHref } from '#shared/routing/camera-page.ts'
import { createMember, db, postForm, postJson, type TestMember } from '#test/support/worker/members.ts'
import { openPage } from '#test/support/worker/pages.ts'
import { createPhoto, pictureBytes, upload } from '#test/support/worker/photos.ts'
import { restrictUnseen } from '#test/support/worker/restrictions.ts'
import {
  age,
  agree,
  createCandidate,
  draw,
  drawPose,
  freshPicture,
  hasBadge,
  send,
  sendNew,
  toBase64,
  verificationOf,
  verificationPage,
  viewOf,
  withdraw,
} from '#test/support/worker/verification.ts'

const hourMs = 60 * 60_000
const codeOf = async (answer: Response) => [answer.status, (await answer.json<{ error: { code: string } }>()).error.code]
const pictureOf = async (id: string) => {
  const key = (await verificationOf(id))?.key
  return key ? env.PHOTOS.get(pictureName(key)) : null
}
const consentsOf = ({ id }: TestMember) =>
  db
    .select({
      withdrawnAt: consents.withdrawnAt,
      version: consents.version,
      textHash: consents.textHash,
      locale: consents.locale,
    })
    .from(consents)
    .where(and(eq(consents.subjectId, id), eq(consents.kind, 'verification')))

describe('a pose', () => {
  test('is drawn for a member with an approved main photo and the consent, and stays the same until it expires', async () => {
    const { member, photo } = await createCandidate()
    const [one, two] = [await drawPose(member), await drawPose(member)]
    expect(two).toMatchObject({ id: one.id, pose: one.pose })
    expect(one.leftMs).toBe(verificationLimits.poseMs)
    expect(await verificationOf(one.id)).toMatchObject({ state: 'drawn', photoId: photo.id, memberId: member.id })
  })

  test('is one, however many windows ask at once', async () => {
    const { member } = await createCandidate()
    const ids = await Promise.all(Array.from({ length: 4 }, async () => (await drawPose(member)).id))
    expect(new Set(ids).size).toBe(1)
  })

  test('is not drawn without the consent, without a photo, or while the only photo waits', async () => {
    const member = await createMember()
    await createPhoto(member)
    expect(await codeOf(await draw(member))).toEqual([409, 'stale'])
    const withoutPhoto = await createMember()
    await agree(withoutPhoto)
    await createPhoto(withoutPhoto, { state: 'pending' })
    expect(await codeOf(await draw(withoutPhoto))).toEqual([409, 'stale'])
    expect(await viewOf(withoutPhoto)).toMatchObject({ step: 'photo', mainPhoto: null })
  })

  test('expires after ten minutes, and another one is drawn, never the same twice in a row', async () => {
    const { member } = await createCandidate()
    const first = await drawPose(member)
    await age(first.id, verificationLimits.poseMs)
    expect(await codeOf(await send(member, first.id))).toEqual([409, 'pose-over'])
    const second = await drawPose(member)
    expect(second.id).not.toBe(first.id)
    expect(second.pose).not.toBe(first.pose)
    expect(await codeOf(await send(member, first.id))).toEqual([409, 'pose-over'])
  })
})

describe('the picture of a pose', () => {
  test('waits for a moderator, re-encoded without its metadata, apart from the photos', async () => {
    const { member } = await createCandidate()
    const id = await sendNew(member)
    expect(await verificationOf(id)).toMatchObject({ state: 'waiting', reason: null, decidedAt: null })
    const stored = new TextDecoder('latin1').decode(await (await pictureOf(id))?.arrayBuffer())
    expect([stored.slice(0, 4), stored.slice(8, 12)]).toEqual(['RIFF', 'WEBP'])
    expect(stored).not.toMatch(/Kodak|GPS|Exif/)
    expect(await viewOf(member)).toMatchObject({ step: 'waiting' })
    expect(await hasBadge(member)).toBe(false)
  })

  test('is sent once: a replay, and a second picture of the same pose, find it closed', async () => {
    const { member } = await createCandidate()
    const [{ id }, picture] = [await drawPose(member), freshPicture()]
    const both = await Promise.all([send(member, id, picture), send(member, id, picture)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await codeOf(await send(member, id))).toEqual([409, 'pose-over'])
  })

  test('never passes twice, for its sender or anybody else, not even with other metadata', async () => {
    const [{ member }, { member: other }] = [await createCandidate(), await createCandidate()]
    const [{ id }, picture] = [await drawPose(member), freshPicture()]
    expect((await send(member, id, picture)).status).toBe(201)
    const { id: theirs } = await drawPose(other)
    expect(await codeOf(await send(other, theirs, picture))).toEqual([409, 'picture-known'])
    const appended = toBase64(Uint8Array.from([...Uint8Array.from(atob(picture), (c) => c.charCodeAt(0)), 1, 2, 3]))
    expect(await codeOf(await send(other, theirs, appended))).toEqual([409, 'picture-known'])
    // The pose is still open for a picture of its own.
    expect((await send(other, theirs)).status).toBe(201)
    // In another challenge of the same member, too.
    await db.update(verifications).set({ state: 'refused' }).where(eq(verifications.id, id))
    expect(await codeOf(await send(member, (await drawPose(member)).id, picture))).toEqual([409, 'picture-known'])
  })

  test('belongs to one’s own challenge: that of another member is closed', async () => {
    const [{ member }, { member: stranger }] = [await createCandidate(), await createCandidate()]
    const { id } = await drawPose(member)
    expect(await codeOf(await send(stranger, id))).toEqual([409, 'pose-over'])
    expect(await verificationOf(id)).toMatchObject({ state: 'drawn', key: null })
  })

  test('is a picture: anything else is refused, and leaves the pose open', async () => {
    const { member } = await createCandidate()
    const { id } = await drawPose(member)
    for (const picture of [btoa('<svg></svg>'), 'no base64!', toBase64(pictureBytes('smallJpeg')), ''])
      expect((await send(member, id, picture)).status).toBe(422)
    expect(await verificationOf(id)).toMatchObject({ state: 'drawn', uploadedAt: null })
    expect((await send(member, id)).status).toBe(201)
  })

  test('comes from a script: no page offers a file, and a form with one is refused', async () => {
    const { member } = await createCandidate()
    const { id } = await drawPose(member)
    const page = await (await openPage(member, verificationPage)).text()
    expect(page).not.toMatch(/type="file"/)
    const body = new FormData()
    body.append('id', id)
    body.append('picture', new File([pictureBytes('gpsJpeg')], 'photo.jpg'))
    const answer = await postForm(member, verificationActions.send.path, { id, picture: 'photo.jpg' })
    expect([answer.status, (await verificationOf(id))?.state]).toEqual([303, 'drawn'])
  })
})

describe('tries', () => {
  test('are three in 24 hours; then the page says when, and a pose is refused with that time', async () => {
    const { member } = await createCandidate()
    const ids: string[] = []
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const id = await sendNew(member)
      ids.push(id)
      await db.update(verifications).set({ state: 'refused', reason: 'pose' }).where(eq(verifications.id, id))
    }
    expect(await codeOf(await draw(member))).toEqual([429, 'too-many'])
    expect(await viewOf(member)).toMatchObject({ step: 'later', last: { kind: 'refused', reason: 'pose' } })
    await age(ids[0] ?? '', 24 * hourMs)
    expect(await viewOf(member)).toMatchObject({ step: 'start' })
    expect((await draw(member)).status).toBe(200)
  })

  test('are not used up by what nobody decided, or by a moderator who asks for another pose', async () => {
    const { member } = await createCandidate()
    for (const state of ['undecided', 'again', 'undecided', 'again'] as const) {
      const id = await sendNew(member)
      await db.update(verifications).set({ state }).where(eq(verifications.id, id))
    }
    expect((await draw(member)).status).toBe(200)
  })
})

describe('another main photo', () => {
  test('makes stale what was drawn, what waits and the badge, and they stay so when the old one returns', async () => {
    for (const state of ['drawn', 'waiting', 'approved'] as const) {
      const { member, photo } = await createCandidate({ profile: { verified: state === 'approved' } })
      const other = await createPhoto(member, { position: 1 })
      const id = state === 'drawn' ? (await drawPose(member)).id : await sendNew(member)
      await db.update(verifications).set({ state }).where(eq(verifications.id, id))
      const was = [photo.id, other.id]
      const order = (ids: string[], before: string[]) => postJson(member, photoActions.order.path, { ids, was: before })
      expect((await order(was.toReversed(), was)).status).toBe(200)
      expect(await verificationOf(id)).toMatchObject({ state: 'stale', endedAt: expect.any(Number) })
      expect((await order(was, was.toReversed())).status).toBe(200)
      expect([(await verificationOf(id))?.state, await hasBadge(member)]).toEqual(['stale', false])
      expect(await codeOf(await send(member, id))).toEqual([409, 'pose-over'])
      expect(await viewOf(member)).toMatchObject({ step: 'start', last: { kind: 'stale' } })
    }
  })

  test('does not come from a photo behind it, or from one that is only uploaded', async () => {
    const { member } = await createCandidate()
    const id = await sendNew(member)
    await upload(member, pictureBytes('gpsPng'))
    expect((await verificationOf(id))?.state).toBe('waiting')
  })
})

describe('the consent', () => {
  test('is a row with its version, language and the hash of its text, once', async () => {
    const { member } = await createCandidate()
    await agree(member)
    expect(await consentsOf(member)).toEqual([
      { withdrawnAt: 0, version: '1.0', locale: 'en', textHash: expect.stringMatching(/^[\da-f]{64}$/) },
    ])
    expect((await postJson(await createMember(), verificationActions.consent.path, {})).status).toBe(422)
  })

  test('withdrawn, ends the badge and whatever waits, removes the picture, and stays as proof beside a new one', async () => {
    const { member } = await createCandidate({ profile: { verified: true } })
    const id = await sendNew(member)
    expect(await pictureOf(id)).not.toBeNull()
    expect((await withdraw(member)).status).toBe(200)
    expect([await hasBadge(member), (await verificationOf(id))?.state, await pictureOf(id)]).toEqual([false, 'withdrawn', null])
    expect(await codeOf(await draw(member))).toEqual([409, 'stale'])
    await agree(member)
    expect((await consentsOf(member)).map(({ withdrawnAt }) => withdrawnAt > 0).sort()).toEqual([false, true])
    expect((await draw(member)).status).toBe(200)
  })

  test('can be withdrawn while the member is restricted, on the page that says why', async () => {
    const { member } = await createCandidate({ profile: { verified: true } })
    await restrictUnseen(member)
    const page = () => openPage(member, '/restricted').then((answer) => answer.text())
    expect(await page()).toContain(verificationActions.withdraw.path)
    const back = { referer: 'https://kismet.localhost/restricted' }
    expect((await postForm(member, verificationActions.withdraw.path, {}, back)).headers.get('location')).toBe('/restricted')
    expect([await hasBadge(member), (await consentsOf(member)).map(({ withdrawnAt }) => withdrawnAt > 0)]).toEqual([
      false,
      [true],
    ])
    expect(await page()).not.toContain(verificationActions.withdraw.path)
    expect((await agree(member)).status).toBe(403)
  })

  test('is given and withdrawn by plain forms, too', async () => {
    const member = await createMember()
    await createPhoto(member)
    const back = { referer: `https://kismet.localhost${verificationPage}` }
    expect((await postForm(member, verificationActions.consent.path, { agreed: '1' }, back)).headers.get('location')).toBe(
      verificationPage,
    )
    expect(await viewOf(member)).toMatchObject({ hasConsent: true })
    expect((await postForm(member, verificationActions.withdraw.path, {}, back)).headers.get('location')).toBe(verificationPage)
    expect(await viewOf(member)).toMatchObject({ hasConsent: false })
  })
})

describe('the camera', () => {
  const policyOf = async (member: TestMember | null, path: string) =>
    (await openPage(member, path)).headers.get('permissions-policy') ?? ''

  test('is allowed on that page alone, in every language, and to members only', async () => {
    const member = await createMember()
    for (const { code } of locales) expect(await policyOf(member, verificationHref(code))).toContain('camera=(self)')
    const others = ['/main-settings', '/main-settings?section=privacy', `${verificationPage}&done=blocked`, '/profile', '/profile-settings', '/people-nearby', '/api/photos', '/nowhere?section=verification'] // prettier-ignore
    for (const path of others) expect(await policyOf(member, path), path).toContain('camera=()')
    for (const path of ['/', '/sign-in?section=verification', verificationPage])
      expect(await policyOf(null, path), path).toContain('camera=()')
  })
})
