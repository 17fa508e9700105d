import { AppError } from '#shared/errors.ts'
import type { AppContext } from '../context.ts'

export type Body = Record<string, unknown>

const maxBodyBytes = 64 * 1024

/** Fields that a form may repeat are written `name[]` and always arrive as lists. */
const listSuffix = '[]'

/** Returns true for a plain HTML form: it wants a redirect, where a script wants JSON. */
export function isFormPost(c: AppContext): boolean {
  const type = c.req.header('content-type') ?? ''
  return type.startsWith('application/x-www-form-urlencoded') || type.startsWith('multipart/form-data')
}

/**
 * Reads the body of a form or JSON request as one flat object: 413 above 64 KB (or `maxBytes`), 400 when it cannot be read.
 */
export async function readBody(c: AppContext, maxBytes: number = maxBodyBytes): Promise<Body> {
  const bytes = await readLimited(c, maxBytes)
  if (isFormPost(c)) return readForm(new Response(bytes, { headers: { 'content-type': c.req.header('content-type') ?? '' } }))
  if (bytes.byteLength === 0) return {}
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes))
  } catch (cause) {
    throw new AppError('The request is not readable JSON', { status: 400, code: 'invalid', cause })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AppError('The request must be a JSON object', { status: 400, code: 'invalid' })
  }
  return { ...value }
}

async function readForm(response: Response): Promise<Body> {
  let form: FormData
  try {
    form = await response.formData()
  } catch (cause) {
    throw new AppError('The form is not readable', { status: 400, code: 'invalid', cause })
  }
  const body: Body = {}
  for (const key of new Set(form.keys())) {
    const values = form.getAll(key).filter((value) => typeof value === 'string')
    if (key.endsWith(listSuffix)) body[key.slice(0, -listSuffix.length)] = values
    else body[key] = values.at(-1) ?? ''
  }
  return body
}

/** Reads the next part; 400 if the connection broke in the middle, which is not the server's fault. */
async function readPart(reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    return await reader.read()
  } catch (cause) {
    throw new AppError('The request broke off', { status: 400, code: 'invalid', cause })
  }
}

/** Reads the raw body; 413 above `maxBytes`. */
export async function readLimited(c: AppContext, maxBytes: number = maxBodyBytes): Promise<Uint8Array> {
  const tooLarge = () => new AppError('The request is too large', { status: 413, code: 'too-large' })
  if (Number(c.req.header('content-length') ?? 0) > maxBytes) throw tooLarge()
  const reader = c.req.raw.body?.getReader()
  if (!reader) return new Uint8Array()
  const parts: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await readPart(reader)
    if (done) break
    length += value.byteLength
    if (length > maxBytes) {
      await reader.cancel()
      throw tooLarge()
    }
    parts.push(value)
  }
  const whole = new Uint8Array(length)
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.byteLength
  }
  return whole
}
