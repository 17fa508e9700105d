import { AppError, invalidFields } from '#shared/errors.ts'
import type { Body } from '#server/actions/body.ts'
import type { AppContext } from '#server/context.ts'
import { markNoScript, noScriptField } from '#server/actions/no-script.ts'
import { photoLimits } from '../contract.ts'

/** The form data around the file: boundaries, names, the other fields. */
const formBytes = 64 * 1024
/** Bodies over the limit are read and discarded up to here, so that the browser reads the response. */
const drainedBytes = 3 * photoLimits.bytes

/** The file of an upload: 413 if it is too large, 422 without one. Never keeps more than the limit in memory. */
export async function readUpload(c: AppContext): Promise<Uint8Array<ArrayBuffer>> {
  const body = await readUploadForm(c)
  if (body[noScriptField] !== undefined) markNoScript(c)
  if (!(body['file'] instanceof Uint8Array)) throw invalidFields({ file: 'required' })
  return new Uint8Array(body['file'])
}

/** A form with a photo as its field `file`, which is missing if none was chosen; 413 if it is too large. */
export async function readUploadForm(c: AppContext): Promise<Body> {
  const type = c.req.header('content-type') ?? ''
  if (!type.startsWith('multipart/form-data')) throw new AppError('No upload', { status: 400, code: 'invalid' })
  const form = await readForm(await readLimited(c), type)
  const body: Body = {}
  for (const [name, value] of form) {
    if (typeof value === 'string') {
      // A file field without a file may be parsed as text.
      if (name !== 'file') body[name] = value
    } else if (name !== 'file' || value.size === 0) continue
    else if (value.size > photoLimits.bytes) throw tooLarge()
    else body[name] = new Uint8Array(await value.arrayBuffer())
  }
  return body
}

async function readForm(bytes: Blob, type: string): Promise<FormData> {
  try {
    return await new Response(bytes, { headers: { 'content-type': type } }).formData()
  } catch (cause) {
    throw new AppError('The form is not readable', { status: 400, code: 'invalid', cause })
  }
}

async function readLimited(c: AppContext): Promise<Blob> {
  const most = photoLimits.bytes + formBytes
  if (Number(c.req.header('content-length') ?? 0) > drainedBytes) throw tooLarge()
  const reader = c.req.raw.body?.getReader()
  let parts: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true }
    if (done || !value) break
    length += value.byteLength
    if (length <= most) parts.push(new Uint8Array(value))
    else parts = []
    if (length > drainedBytes) {
      await reader?.cancel()
      break
    }
  }
  if (length > most) throw tooLarge()
  return new Blob(parts)
}

function tooLarge(): AppError {
  return new AppError('The photo is too large', { status: 413, code: 'too-large', fields: { file: 'photo-bytes' } })
}
