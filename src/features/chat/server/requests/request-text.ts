import { requestTextLimit } from '#features/chat/contract.ts'
import { cleanText } from '#features/chat/rules.ts'
import { lengthOf } from '#shared/text/cut.ts'
import { holdsContact } from './contact-details.ts'

export type RequestText = { ok: true; text: string } | { ok: false; code: 'required' | 'too-long' | 'contact' }

/** Returns the text of a request: cleaned like every message, shorter, and without contact details. `most`: in code points. */
export function requestText(typed: string, most: number = requestTextLimit): RequestText {
  const clean = cleanText(typed)
  if (!clean.ok) return clean
  if (lengthOf(clean.text) > most) return { ok: false, code: 'too-long' }
  return holdsContact(clean.text) ? { ok: false, code: 'contact' } : clean
}
