import type { TextCipher } from './text-cipher.ts'

/**
 * On polling, `cipher` replaces texts that people wrote: in messages, live or in the answer of a join, in the inbox's
 * previews, and in notifications. Frames are freshly parsed JSON; they are changed in place.
 */

type JsonObject = Record<string, unknown>
/** An object with a text, and the field that the cipher replaces. */
type CipheredField = { holder: JsonObject; field: 'text' | 'preview' | 'message' }

/** Replaces the texts in a server's frame with ciphers. */
export async function encryptFrame(frame: unknown, cipher: TextCipher): Promise<void> {
  await Promise.all(
    cipheredFieldsOf(frame).map(async ({ holder, field }) => {
      const text = holder[field]
      if (typeof text !== 'string') return
      holder['cipher'] = await cipher.encrypt(text)
      delete holder[field]
    }),
  )
}

/** Restores the texts in a server's frame; false if one cannot be decrypted. */
export async function decryptFrame(frame: unknown, cipher: TextCipher): Promise<boolean> {
  const read = await Promise.all(cipheredFieldsOf(frame).map(({ holder, field }) => decryptIn(holder, field, cipher)))
  return !read.includes(false)
}

/** Encrypts a client's outgoing frame: only `message:send` has a text. */
export async function encryptRequest(frame: unknown, cipher: TextCipher): Promise<void> {
  if (!isSend(frame) || typeof frame['text'] !== 'string') return
  frame['cipher'] = await cipher.encrypt(frame['text'])
  delete frame['text']
}

/** Decrypts a client's incoming frame. If the cipher cannot be decrypted, the frame has no text, and every schema refuses it. */
export async function decryptRequest(frame: unknown, cipher: TextCipher): Promise<void> {
  if (!isSend(frame) || !('cipher' in frame)) return
  delete frame['text']
  await decryptIn(frame, 'text', cipher)
}

async function decryptIn(holder: JsonObject, field: CipheredField['field'], cipher: TextCipher): Promise<boolean> {
  const { cipher: written } = holder
  if (written === undefined) return true
  const text = typeof written === 'string' ? await cipher.decrypt(written) : null
  if (text === null) return false
  holder[field] = text
  delete holder['cipher']
  return true
}

function isSend(frame: unknown): frame is JsonObject {
  return isObject(frame) && frame['type'] === 'message:send'
}

function cipheredFieldsOf(frame: unknown): CipheredField[] {
  if (!isObject(frame) || !isObject(frame['data'])) return []
  const { event, data } = frame
  switch (event) {
    case 'message':
      return [{ holder: data, field: 'text' }]
    case 'inbox':
      return [{ holder: data, field: 'preview' }]
    case 'notification':
      return [{ holder: data, field: 'message' }]
    case undefined:
      return [...rowsOf(data['messages'], 'text'), ...rowsOf(data['inbox'], 'preview')]
    default:
      return []
  }
}

function rowsOf(rows: unknown, field: CipheredField['field']): CipheredField[] {
  return Array.isArray(rows) ? rows.filter(isObject).map((holder) => ({ holder, field })) : []
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
