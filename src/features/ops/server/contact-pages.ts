import { opsActions } from '#features/ops/contract.ts'
import { decideMessage, findNextMessage, listOpenMessages, openMessage, sendAnswer } from '#features/contact/server/public.ts'
import { formatCursor, readCursor } from '#db/time-cursor.ts'
import type { AppContext } from '#server/context.ts'
import { addressOf } from '#shared/routing/address-of.ts'
import { readForm, typedText } from './guards.ts'
import { messageDecisionInput } from './schemas.ts'
import type { Staff } from './staff.ts'
import type { Steps } from './views/case.ts'
import { answerProblem, messageList, messagePage } from './views/contact.ts'
import { type FieldProblems, problemsOf } from './views/fields.ts'
import { respondOps } from './views/shell.ts'

const pageSize = 50
const incomplete = 'Write an answer, or close the message without one.'
const decided = 'Somebody has answered or closed it already, or it is not yours to answer. This is how it stands.'

/** GET /ops/contact?after=: open messages, the oldest first, without writer and text. */
export async function showMessages(c: AppContext, staff: Staff): Promise<Response> {
  const { cursor } = readCursor(c.req.query('after') ?? null)
  const rows = await listOpenMessages(c.get('db'), { after: cursor, limit: pageSize + 1 })
  const shown = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? shown.at(-1) : undefined
  const next = last ? `${opsActions.showMessages.path}?after=${formatCursor({ at: last.createdAt, id: last.id })}` : null
  return respondOps(c, { title: 'Messages', staff, body: messageList(shown, { now: c.get('now'), next }) })
}

type Refusal = { problem: string; status: 409 | 422; answer: string; fields?: FieldProblems }

/** GET /ops/contact/:id, with an audit entry; also the response to a refused decision. */
export async function showMessage(c: AppContext, staff: Staff, refusal?: Refusal): Promise<Response> {
  const message = await openMessage(c.get('db'), c.req.param('id') ?? '', staff.id, c.get('now'))
  if (!message) return c.redirect(opsActions.showMessages.path, 303)
  const { answer = '', fields, problem, status } = refusal ?? {}
  const steps = stepsTo(await findNextMessage(c.get('db'), message.id, staff.id))
  const body = messagePage(message, { staff, now: c.get('now'), typed: answer, problems: fields ?? {}, steps })
  return respondOps(c, { title: 'Message', staff, body, problem, fields, status, goesOn: 'This is the next message.' })
}

const stepsTo = (next: string | null): Steps => ({
  list: opsActions.showMessages.path,
  all: 'All messages',
  next: next === null ? null : addressOf(opsActions.showMessage, { id: next }),
  label: 'Next message',
})

/** POST /ops/contact/:id `decision`, `answer` */
export async function decideAboutMessage(c: AppContext, staff: Staff): Promise<Response> {
  const { input, body, wrong } = await readForm(c, messageDecisionInput)
  const typed = typedText(body, 'answer')
  const fields = problemsOf(wrong, { answer: answerProblem })
  if (!input) return showMessage(c, staff, { problem: incomplete, status: 422, answer: typed, fields })
  const id = c.req.param('id') ?? ''
  const answer = input.decision === 'answer' ? input.answer : null
  const isOurs = await decideMessage(c.get('db'), { id, answer, actorId: staff.id }, c.get('now'))
  if (!isOurs) return showMessage(c, staff, { problem: decided, status: 409, answer: typed })
  if (answer !== null) sendAnswer(c, id)
  const { next, list } = stepsTo(await findNextMessage(c.get('db'), id, staff.id))
  return c.redirect(`${next ?? list}?done=${answer === null ? 'message-closed' : 'message-answered'}`, 303)
}
