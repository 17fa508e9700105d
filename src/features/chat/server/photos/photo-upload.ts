import { conversationObject } from '#server/objects/stubs.ts'
import * as v from 'valibot'
import { reencodeChatPhoto } from '#features/photos/server/public.ts'
import { newId } from '#server/crypto/secrets.ts'
import { AppError, notFound } from '#shared/errors.ts'
import type { WirePhoto } from '#shared/realtime/wire.ts'
import type { AppContext } from '#server/context.ts'
import { photoAddress, type Refusal } from '#features/chat/contract.ts'
import { objectName } from './photo-store.ts'
import { requireUpload } from '#server/limits/uploads.ts'

/** The longer side of a photo in a message, px. */
const longestSide = 1280

type Upload = { conversation: string; cid: string; file: Uint8Array<ArrayBuffer> }

/**
 * Handles a photo for a message: checks and re-encodes the file, reserves it at the conversation, then stores it. Answers 404 to
 * anyone who is not a member of the conversation. A repeat with the same `cid` gets the first answer, and an interrupted upload
 * is resumed. The conversation deletes uploads without a message after a day.
 */
export async function uploadChatPhoto(c: AppContext, member: string, { conversation, cid, file }: Upload): Promise<WirePhoto> {
  const stub = conversationObject(c.env, conversation)
  const { photo: uploaded } = accepted(await stub.findUpload(member, cid))
  if (uploaded) return uploaded
  const drawn = await reencodeChatPhoto(c.env.IMAGES, file, longestSide, () => requireUpload(c, member))
  const { id, key } = accepted(await stub.reserveUpload(member, cid, { id: newId(), key: newId() }))
  await c.env.PHOTOS.put(objectName(key), drawn.bytes, { httpMetadata: { contentType: 'image/webp' } })
  const { width, height } = drawn
  const { photo } = accepted(await stub.confirmUpload(member, id, { width, height, size: drawn.bytes.byteLength }))
  return photo
}

function accepted<Result extends { ok: boolean }>(result: Result | Refusal): Extract<Result, { ok: true }> {
  if (isAccepted(result)) return result
  if ('code' in result && result.code === 'conflict')
    throw new AppError('No photo can be sent here now', { status: 409, code: 'conflict' })
  throw notFound()
}

function isAccepted<Result extends { ok: boolean }>(result: Result | Refusal): result is Extract<Result, { ok: true }> {
  return result.ok
}

const fileHeaders = {
  'Content-Type': 'image/webp',
  'Content-Security-Policy': "default-src 'none'",
  // Revalidated each time, because access ends with a block, an unmatch or the message.
  'Cache-Control': 'private, no-cache',
} as const

/** Sends the photo to a member of its conversation, 304 if their browser has it; 404 for everyone else. */
export async function sendChatPhoto(c: AppContext, member: string, conversation: string, id: string): Promise<Response> {
  const { success: isWellFormed } = v.safeParse(photoAddress, { conversation, id })
  const key = isWellFormed ? await conversationObject(c.env, conversation).photoKey(member, id) : null
  const object = key === null ? null : await c.env.PHOTOS.get(objectName(key), { onlyIf: c.req.raw.headers })
  if (!object) throw notFound()
  const headers = { ...fileHeaders, ETag: object.httpEtag }
  return hasBody(object) ? c.body(object.body, 200, headers) : c.body(null, 304, headers)
}

function hasBody(object: R2Object | R2ObjectBody): object is R2ObjectBody {
  return 'body' in object
}
