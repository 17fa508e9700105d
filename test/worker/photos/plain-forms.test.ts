import { expect, it } from 'vitest'
import { photoActions } from '#features/photos/contract.ts'
import { ownPhotosStatement } from '#features/photos/server/public.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { createPhoto, pictureBytes, upload } from '#test/support/worker/photos.ts'
import { follow, openPlain, readPlainForm, submitFrom } from '#test/support/worker/plain-forms.ts'

const page = '/profile-settings'

it('photos are uploaded, put in order and removed by the forms of the page', async () => {
  const member = await createMember()
  const { t } = createTranslator('en', await loadMessages('en', ['common', 'photos']), { timeZone: 'UTC' })
  const orderOf = async () => (await ownPhotosStatement(db, member.id)).map(({ id }) => id)
  const html = await openPlain(member, page)
  expect(await readPlainForm(html, photoActions.upload.path)).toContainEqual(['plain', '1'])
  expect(html).toMatch(new RegExp(`<form[^>]*action="${photoActions.upload.path}"[^>]*enctype="multipart/form-data"`, 'i'))
  expect(await follow(member, await upload(member, null, { plain: true }))).toContain(t('common.field.required'))
  const notAPicture = await upload(member, Uint8Array.from(new TextEncoder().encode('<html>')), { plain: true })
  expect(await follow(member, notAPicture)).toContain(t('common.field.photo-type'))
  expect(await follow(member, await upload(member, pictureBytes('gpsJpeg'), { plain: true }))).toContain(t('photos.done.added'))

  const [first = ''] = await orderOf()
  const { id: second } = await createPhoto(member, { position: 1 })
  const move = { action: photoActions.move.path, fields: { to: 'first' } }
  expect(await follow(member, await submitFrom(member, page, { ...move, mark: ['id', second] }))).toContain(
    t('photos.done.moved'),
  )
  expect(await orderOf()).toEqual([second, first])
  const removed = await submitFrom(member, page, { action: photoActions.remove.path, mark: ['id', second] })
  expect(await follow(member, removed)).toContain(t('photos.done.removed'))
  expect(await orderOf()).toEqual([first])
})
