import { opsActions } from '#features/ops/contract.ts'
import { closeDifference as close, readPaymentReview } from '#features/store/settlement/server/public.ts'
import type { AppContext } from '#server/context.ts'
import { readForm, typedText } from './guards.ts'
import { closeInput } from './schemas.ts'
import type { Staff } from './staff.ts'
import type { FieldProblems } from './views/fields.ts'
import { noteProblem, paymentReview, type TypedNote } from './views/payments.ts'
import { respondOps } from './views/shell.ts'

const gone = 'That is closed or put right already, or your note is too short.'

/** GET /ops/payments, with an audit entry if colleagues are named; also the response to a refused note. */
export async function showPayments(c: AppContext, staff: Staff, typed?: TypedNote): Promise<Response> {
  const reader = { actorId: staff.id, page: opsActions.showPayments.path, now: c.get('now') }
  const review = await readPaymentReview(c.get('db'), reader)
  const isOpen = review.open.some(({ id }) => id === typed?.id)
  const fields: FieldProblems = typed?.isWrong && isOpen ? { [`note-${typed.id}`]: noteProblem } : {}
  const body = paymentReview(review, { now: c.get('now'), typed, problems: fields })
  return respondOps(c, { title: 'Payments', staff, body, problem: typed && gone, fields, status: typed ? 409 : 200 })
}

/** POST /ops/payments/:id/close `note` */
export async function closeDifference(c: AppContext, staff: Staff): Promise<Response> {
  const { input, body } = await readForm(c, closeInput)
  const id = c.req.param('id') ?? ''
  const closing = input && { id, note: input.note, actorId: staff.id, now: c.get('now') }
  if (!closing || !(await close(c.get('db'), closing)))
    return showPayments(c, staff, { id, note: typedText(body, 'note'), isWrong: !input })
  return c.redirect(`${opsActions.showPayments.path}?done=difference-closed`, 303)
}
