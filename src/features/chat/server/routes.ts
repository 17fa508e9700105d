import * as v from 'valibot'
import {
  chatActions,
  type OwnChange,
  deleteInput,
  editInput,
  photoInput,
  reactInput,
  readInput,
  sendInput,
  unmatchInput,
  type Refusal,
} from '../contract.ts'
import { readUploadForm } from '#features/photos/server/public.ts'
import { requireMember } from '#server/auth/require-member.ts'
import { AppError, invalidFields, notFound, tooMany } from '#shared/errors.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { answer, on, respond, type ActionResult } from '#server/actions/action.ts'
import { handle } from '#server/actions/handle.ts'
import { isFormPost, readBody } from '#server/actions/body.ts'
import { encounterObject } from '#server/objects/stubs.ts'
import { withTimeoutOrNull } from '#server/objects/with-timeout.ts'
import { translatorOf } from '#server/actions/error-text.ts'
import type { AppContext } from '#server/context.ts'
import { encounterKindOf, isEncounterId } from '#shared/realtime/encounter-id.ts'
import type { SendData, WirePhoto } from '#shared/realtime/wire.ts'
import { cleanText } from '../rules.ts'
import { finishUnmatch, writeUnmatch } from './endings.ts'
import { partnerStatement } from './partner-queries.ts'
import { sendChatPhoto, uploadChatPhoto } from './photos/photo-upload.ts'
import { sendMessage } from './client.ts'
import { requestRoutes } from './requests/request-routes.ts'
import { changeFromMember, markRead } from './hub-client.ts'

/** Maximum wait before a committed change is answered; the cron repeats the rest. */
const timeoutMs = 5_000

/** The chat's actions over plain HTTP: sending without a script, and marking as read. */
export const chatRoutes = [
  ...handle(chatActions, {
    send: on(sendInput, send, (c) => (isMultipart(c) ? readUploadForm(c) : readBody(c))),
    photo: answer(uploadPhoto),
    showPhoto: respond(showPhoto),
    read: on(readInput, async (c, { conversation, seq }) => {
      const { id: member } = await requireMember(c)
      const done = await markRead(c.env, member, conversation, seq)
      if (!done) throw notFound()
      return { data: done }
    }),
    edit: on(editInput, async (c, { conversation, seq, text }) => {
      const { id: member } = await requireMember(c)
      return changed(c, member, conversation, { seq, kind: 'edit', text })
    }),
    delete: on(deleteInput, async (c, { conversation, seq }) => {
      const { id: member } = await requireMember(c)
      return changed(c, member, conversation, { seq, kind: 'delete' })
    }),
    react: on(reactInput, async (c, { conversation, seq, emoji }) => {
      const { id: member } = await requireMember(c)
      return changed(c, member, conversation, { seq, kind: 'react', emoji })
    }),
    unmatch: on(unmatchInput, unmatch),
  }),
  ...requestRoutes,
]

async function send(c: AppContext, input: v.InferOutput<typeof sendInput>): Promise<ActionResult<SendData>> {
  const { conversation, cid, text, replyTo, photo: uploaded, file } = input
  const { id: member } = await requireMember(c)
  const clean = cleanText(text)
  if (!clean.ok && !(clean.code === 'required' && (uploaded || file))) throw invalidFields({ text: clean.code })
  const photo = file ? (await uploadChatPhoto(c, member, { conversation, cid, file })).id : uploaded
  const result = await sendMessage(c.env, conversation, {
    member,
    cid,
    text,
    ...(replyTo === undefined ? {} : { replyTo: { seq: replyTo } }),
    ...(photo === undefined ? {} : { photo }),
  })
  if (!result.ok) throw isEncounterId(conversation) ? await encounterError(c, conversation, member, result) : sendError(result)
  const { epoch, seq, sentAt } = result
  return { to: pageOf(c, conversation), data: { epoch, seq, sentAt } }
}

async function uploadPhoto(c: AppContext): Promise<{ photo: WirePhoto }> {
  const { id: member } = await requireMember(c)
  const parsed = v.safeParse(photoInput, await readUploadForm(c))
  if (!parsed.success) throw invalidFields({ file: 'required' })
  return { photo: await uploadChatPhoto(c, member, parsed.output) }
}

async function showPhoto(c: AppContext): Promise<Response> {
  const { id: member } = await requireMember(c)
  return sendChatPhoto(c, member, c.req.param('conversation') ?? '', c.req.param('id') ?? '')
}

async function unmatch(c: AppContext, { conversation }: { conversation: string }): Promise<ActionResult> {
  const { id: member } = await requireMember(c)
  // A script shows its own toast, because it has the name.
  const notice = isFormPost(c) ? await unmatchNotice(c, member, conversation) : null
  if (!(await writeUnmatch(c.get('db'), conversation, member, c.get('now')))) throw notFound()
  await withTimeoutOrNull('unmatch', timeoutMs, finishUnmatch(c.env, conversation, c.get('now')))
  return notice === null ? {} : { to: href(routes.messages, {}, { locale: c.get('locale').code }), notice }
}

async function unmatchNotice(c: AppContext, member: string, conversation: string): Promise<string> {
  const [partner] = await partnerStatement(c.get('db'), member, conversation)
  const { t } = await translatorOf(c, ['chat'])
  return partner ? t('chat.unmatch.done', { name: partner.firstName }) : ''
}

/** The two members of an encounter learn that it has ended; for everyone else it does not exist. */
async function encounterError(c: AppContext, encounter: string, member: string, refusal: Refusal): Promise<AppError> {
  if (refusal.code === 'contact-details') return invalidFields({ text: 'contact-details' })
  if (refusal.code !== 'forbidden' && refusal.code !== 'conflict') return sendError(refusal)
  const isTheirs = (await encounterObject(c.env, encounter).view(member)) !== null
  return isTheirs ? new AppError('The encounter is over', { status: 409, code: 'encounter-over' }) : notFound()
}

function sendError(refusal: Refusal): AppError {
  const passing = passingError(refusal)
  if (passing) return passing
  if (refusal.code === 'forbidden') return notFound()
  if (refusal.code === 'conflict') return new AppError('A request waits', { status: 409, code: 'request-waits' })
  return new AppError('The message was refused', { status: 422, code: 'invalid' })
}

/** Refusals that a retry may resolve: too many at once, or an object that has just restarted. */
function passingError({ code, retryAfterS }: Refusal): AppError | null {
  if (code === 'too-many') return tooMany('Too many messages', (retryAfterS ?? 1) * 1000)
  return code === 'unavailable' ? new AppError('An object is restarting', { status: 503, code: 'unavailable' }) : null
}

async function changed(c: AppContext, member: string, conversation: string, change: OwnChange): Promise<ActionResult> {
  const result = await changeFromMember(c.env, member, conversation, change)
  if (result.ok) return isFormPost(c) ? { to: pageOf(c, conversation) } : {}
  const passing = passingError(result)
  if (passing) throw passing
  if (result.code === 'forbidden') throw notFound()
  if (result.code === 'conflict') throw new AppError('The message stays as it is', { status: 409, code: 'conflict' })
  throw invalidFields({ text: 'required' })
}

function pageOf(c: AppContext, conversation: string): string {
  const locale = c.get('locale').code
  if (isEncounterId(conversation)) {
    const room = encounterKindOf(conversation) === 'blind' ? routes.blindDate : routes.anonymousChatRoom
    return href(room, { id: conversation }, { locale })
  }
  return href(routes.messages, {}, { locale, query: { chat: conversation } })
}

function isMultipart(c: AppContext): boolean {
  return (c.req.header('content-type') ?? '').startsWith('multipart/form-data')
}
