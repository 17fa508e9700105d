import { on, type ActionResult } from '#server/actions/action.ts'
import { translatorOf } from '#server/actions/error-text.ts'
import { handle } from '#server/actions/handle.ts'
import { requireMember } from '#server/auth/require-member.ts'
import type { AppContext } from '#server/context.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { contactActions, trapField } from '../contract.ts'
import { isFromProgram } from '../rules.ts'
import { memberMessageInput, messageInput, type MemberMessageInput, type MessageInput } from './schemas.ts'
import { writeMessage } from './write-message.ts'

export const contactRoutes = handle(contactActions, {
  write: on(messageInput, write),
  writeAsMember: on(memberMessageInput, writeAsMember),
})

async function write(c: AppContext, { [trapField]: trap, ...input }: MessageInput): Promise<ActionResult> {
  // A program that fills in everything gets the response of a success, and learns nothing.
  if (!isFromProgram(trap)) await writeMessage(c, { ...input, memberId: null })
  return { to: href(routes.contactUs, {}, { locale: c.get('locale').code }), notice: await thanks(c) }
}

async function writeAsMember(c: AppContext, { [trapField]: trap, ...input }: MemberMessageInput): Promise<ActionResult> {
  const { id, firstName, email } = await requireMember(c)
  if (!isFromProgram(trap)) await writeMessage(c, { ...input, name: firstName, email, memberId: id })
  return { notice: await thanks(c) }
}

async function thanks(c: AppContext): Promise<string> {
  return (await translatorOf(c, ['contact'])).t('contact.sent')
}
