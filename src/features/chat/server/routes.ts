import { Hono } from 'hono'
import { markRead } from '#features/member-hub/server/public.ts'
import { requireMember } from '#features/session/server/public.ts'
import { AppError, invalidFields, notFound } from '#shared/errors.ts'
import { href } from '#shared/href.ts'
import { routes } from '#shared/routes.ts'
import { action } from '#worker/http/action.ts'
import type { AppEnv } from '#worker/http/context.ts'
import { chatForms, readInput, sendInput } from '../contract.ts'
import { cleanText } from '../rules.ts'
import { sendMessage } from './public.ts'

/** What the chat does over plain HTTP: sending without a script, and marking as read. */
export const chatRoutes = new Hono<AppEnv>()
  .post(
    '/send',
    action(chatForms.send, sendInput, async (c, { conversation, cid, text }) => {
      const { id: member } = await requireMember(c)
      const clean = cleanText(text)
      if (!clean.ok) throw invalidFields({ text: clean.code })
      const result = await sendMessage(c.env, conversation, { member, cid, text: clean.text })
      if (!result.ok)
        throw result.code === 'forbidden' ? notFound() : new AppError('The message was refused', { status: 422, code: 'invalid' })
      const { epoch, seq, sentAt } = result
      return {
        to: href(routes.messages, {}, { locale: c.get('locale').code, query: { chat: conversation } }),
        data: { epoch, seq, sentAt },
      }
    }),
  )
  .post(
    '/read',
    action(chatForms.read, readInput, async (c, { conversation, seq }) => {
      const { id: member } = await requireMember(c)
      const done = await markRead(c.env, member, conversation, seq)
      if (!done) throw notFound()
      return { data: done }
    }),
  )
