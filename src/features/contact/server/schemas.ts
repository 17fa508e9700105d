import * as v from 'valibot'
import { emailInput } from '#shared/text/email-address.ts'
import { cleanTyped, typedText } from '#server/actions/typed-text.ts'
import { lengthOf } from '#shared/text/cut.ts'
import { contactLimits, contactTopics, trapField } from '../contract.ts'

const { name, message } = contactLimits

/** Fields of both forms. */
const written = {
  topic: v.pipe(v.optional(v.string('choice'), ''), v.picklist(contactTopics, 'choice')),
  message: v.pipe(
    typedText(message.max),
    v.nonEmpty('required'),
    v.check((text) => lengthOf(text) >= message.min, 'too-short'),
  ),
  [trapField]: v.optional(v.string('invalid'), ''),
}

export const memberMessageInput = v.object(written)
export type MemberMessageInput = v.InferOutput<typeof memberMessageInput>

export const messageInput = v.object({
  ...written,
  name: v.pipe(
    typedText(name, (text) => cleanTyped(text.normalize()).replaceAll(/\s+/g, ' ')),
    v.nonEmpty('required'),
  ),
  email: emailInput,
})
export type MessageInput = v.InferOutput<typeof messageInput>
