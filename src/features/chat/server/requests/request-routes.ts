import { requestActions, type SentRequest } from '#features/chat/contract.ts'
import * as v from 'valibot'
import { quotaDayOf } from '#server/auth/quota-day-of.ts'
import { requireMember } from '#server/auth/require-member.ts'
import { AppError, invalidFields, notFound, usedUp } from '#shared/errors.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { on, type ActionResult } from '#server/actions/action.ts'
import { handle } from '#server/actions/handle.ts'
import type { AppContext } from '#server/context.ts'
import { translatorOf } from '#server/actions/error-text.ts'
import { fail } from '#server/log.ts'
import { deriveConversationId } from '../conversation-id.ts'
import { partnerStatement } from '../partner-queries.ts'
import { answerRequest, writeRequest } from './request-queries.ts'
import { settleRequest } from './request-settle.ts'
import { readRequestText } from './read-request-text.ts'

const id = v.pipe(v.string('required'), v.regex(/^[\w-]{1,64}$/, 'invalid'))
/** The server writes `cid` into the form, so that a form sent twice creates one request. */
const requestInput = v.object({
  to: id,
  cid: v.pipe(v.string('required'), v.regex(/^[\w-]{8,64}$/, 'invalid')),
  text: v.string('required'),
})
const answerInput = v.object({ conversation: id })

/** Message requests: sending the one message to a member who is not a match, and answering it. */
export const requestRoutes = handle(requestActions, {
  send: on(requestInput, send),
  accept: on(answerInput, accept),
  decline: on(answerInput, decline),
})

async function send(
  c: AppContext,
  { to, cid, text: typed }: v.InferOutput<typeof requestInput>,
): Promise<ActionResult<SentRequest>> {
  const member = await requireMember(c)
  if (member.state !== 'complete') throw notFound()
  const clean = await readRequestText(typed)
  if (!clean.ok) throw invalidFields({ text: clean.code })
  const [db, now, fromId] = [c.get('db'), c.get('now'), member.id]
  const { since, reset } = quotaDayOf(member, now)
  const freshId = await deriveConversationId(c.env, fromId, to)
  const found = await writeRequest(db, { freshId, fromId, toId: to, cid, text: clean.text, now, since })
  if (!found.reachable) throw notFound()
  if (found.hasPair) throw new AppError('There is a match', { status: 409, code: 'conflict' })
  if (found.fromId === null) throw usedUp('No requests left today', 'request-quota', reset)
  if (found.fromId !== fromId) throw new AppError('There is a request from the other side', { status: 409, code: 'conflict' })
  if (found.cid !== cid) throw new AppError('There was a request before', { status: 409, code: 'request-waits' })
  const { conversation } = found
  if (conversation === null) throw new Error('A request that was found has a conversation')
  await settle(c, conversation)
  const { t } = await translatorOf(c, ['chat'])
  return { data: { conversation }, notice: t('chat.request.sent', { name: found.firstName ?? '' }) }
}

async function accept(c: AppContext, { conversation }: v.InferOutput<typeof answerInput>): Promise<ActionResult<SentRequest>> {
  const { id: memberId } = await requireMember(c)
  const answered = await answerRequest(c.get('db'), { conversation, memberId, state: 'accepted', now: c.get('now') })
  // A match may have opened the conversation meanwhile: then there is nothing left to accept, and that is not an error.
  if (!answered && (await partnerStatement(c.get('db'), memberId, conversation))[0]?.stage !== 'open') throw notFound()
  await settle(c, conversation)
  return {
    to: href(routes.messages, {}, { locale: c.get('locale').code, query: { chat: conversation } }),
    data: { conversation },
  }
}

async function decline(c: AppContext, { conversation }: v.InferOutput<typeof answerInput>): Promise<ActionResult> {
  const { id: memberId } = await requireMember(c)
  if (!(await answerRequest(c.get('db'), { conversation, memberId, state: 'declined', now: c.get('now') }))) throw notFound()
  await settle(c, conversation)
  const { t, locale } = await translatorOf(c, ['chat'])
  return {
    to: href(routes.messages, {}, { locale: locale.code, query: { requests: 1 } }),
    data: {},
    notice: t('chat.request.declined'),
  }
}

/** Settles at once, so that all stores agree when the response is sent; the cron retries what fails. */
async function settle(c: AppContext, conversation: string): Promise<void> {
  await settleRequest(c.env, conversation, c.get('now')).catch((error: unknown) => {
    fail('request-settle', error, { requestId: c.get('requestId') })
  })
}
