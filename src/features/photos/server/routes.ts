import type * as v from 'valibot'
import { AppError, notFound } from '#shared/errors.ts'
import { answer, backTo, on, respond, type ActionResult } from '#server/actions/action.ts'
import { handle } from '#server/actions/handle.ts'
import type { AppContext } from '#server/context.ts'
import { errorText, fieldTexts, translatorOf } from '#server/actions/error-text.ts'
import { setFlash } from '#server/actions/flash.ts'
import { requireMember } from '#server/auth/require-member.ts'
import { photoActions, type OwnPhotos, type OwnPhotoView } from '../contract.ts'
import { orderAfter } from '../rules.ts'
import { removeObjects } from './objects.ts'
import { deletePhoto, ownPhotosStatement, writeOrder, type PhotoChange } from './queries.ts'
import { moveInput, orderInput, removeInput } from './schemas.ts'
import { addressesFor } from './token.ts'
import { uploadPhoto } from './upload.ts'
import { toOwnPhotos } from './view.ts'

export const photoRoutes = handle(photoActions, {
  list: answer(async (c) => ({ photos: await listOwn(c, (await requireMember(c)).id) })),
  upload: respond(upload),
  order: on(orderInput, order),
  move: on(moveInput, move),
  remove: on(removeInput, remove),
})

/** A photo exceeds the usual limit of a body, so this function repeats what `on` does. A script requests JSON by `Accept`. */
async function upload(c: AppContext, form: string): Promise<Response> {
  const isScript = (c.req.header('accept') ?? '').includes('application/json')
  try {
    const { id: memberId } = await requireMember(c)
    const { id } = await uploadPhoto(c, memberId)
    const { t } = await translatorOf(c, ['photos'])
    const notice = t('photos.done.added')
    if (isScript) return c.json({ id, photos: await listOwn(c, memberId), notice }, 201)
    await setFlash(c, { form, values: {}, notice })
  } catch (error) {
    if (isScript || !(error instanceof AppError) || error.status >= 500) throw error
    const [text, fields] = await Promise.all([errorText(c, error), fieldTexts(c, error)])
    await setFlash(c, { form, values: {}, error: text, fields })
  }
  return c.redirect(backTo(c, {}), 303)
}

async function order(c: AppContext, input: v.InferOutput<typeof orderInput>): Promise<ActionResult<OwnPhotos>> {
  const { id: memberId } = await requireMember(c)
  const change = await writeOrder(c.get('db'), memberId, { ...input, now: c.get('now') })
  if (!change) throw changedMeanwhile()
  return saved(c, memberId, 'moved', change)
}

const tries = 3

/** Moves one photo by one step from its current position. It overwrites no other change, so a lost race is simply retried. */
async function move(c: AppContext, { id, to }: v.InferOutput<typeof moveInput>): Promise<ActionResult<OwnPhotos>> {
  const [db, { id: memberId }] = [c.get('db'), await requireMember(c)]
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const was = (await ownPhotosStatement(db, memberId)).map((row) => row.id)
    if (!was.includes(id)) throw notFound()
    const change = await writeOrder(db, memberId, { ids: orderAfter(was, id, to), was, now: c.get('now') })
    if (change) return saved(c, memberId, 'moved', change)
  }
  throw changedMeanwhile()
}

/** Deletes the row first: without it, no one gets the photo. The cron removes leftover objects. */
async function remove(c: AppContext, { id }: v.InferOutput<typeof removeInput>): Promise<ActionResult<OwnPhotos>> {
  const { id: memberId } = await requireMember(c)
  const removed = await deletePhoto(c.get('db'), memberId, id, c.get('now'))
  if (!removed) throw notFound()
  await removeObjects(c.env.PHOTOS, [removed.key]).catch(() => {})
  return saved(c, memberId, 'removed', removed)
}

async function saved(
  c: AppContext,
  memberId: string,
  what: 'moved' | 'removed',
  change: PhotoChange,
): Promise<ActionResult<OwnPhotos>> {
  const { t } = await translatorOf(c, ['photos'])
  const notice = t(`photos.done.${what}`) + (change.isUnverified ? ` ${t('photos.unverified')}` : '')
  return { data: { photos: await listOwn(c, memberId) }, notice }
}

async function listOwn(c: AppContext, memberId: string): Promise<OwnPhotoView[]> {
  const [rows, addressOf] = await Promise.all([
    ownPhotosStatement(c.get('db'), memberId),
    addressesFor(c.env, memberId, c.get('now')),
  ])
  return toOwnPhotos(rows, addressOf)
}

function changedMeanwhile(): AppError {
  return new AppError('The photos changed in the meantime', { status: 409, code: 'conflict' })
}
