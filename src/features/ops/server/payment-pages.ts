import { opsActions } from '#features/ops/contract.ts'
import { closeDifference as close, readPaymentReview } from '#features/store/settlement/server/public.ts'
import type { AppContext } from '#server/context.ts'
import { readForm } from './guards.ts'
import { closeInput } from './schemas.ts'
import type { Staff } from './staff.ts'
import { paymentReview } from './views/payments.ts'
import { respondOps } from './views/shell.ts'

const gone = 'That is closed or put right already, or your note is too short.'

/** GET /ops/payments, with an audit entry if colleagues are named; also the response to a refused note. */
export async function showPayments(c: AppContext, staff: Staff, problem?: string): Promise<Response> {
  const reader = { actorId: staff.id, page: opsActions.showPayments.path, now: c.get('now') }
  const body = paymentReview(await readPaymentReview(c.get('db'), reader), c.get('now'))
  return respondOps(c, { title: 'Payments', staff, body, problem, status: problem ? 409 : 200 })
}

/** POST /ops/payments/:id/close `note` */
export async function closeDifference(c: AppContext, staff: Staff): Promise<Response> {
  const { input } = await readForm(c, closeInput)
  const closing = input && { id: c.req.param('id') ?? '', note: input.note, actorId: staff.id, now: c.get('now') }
  if (!closing || !(await close(c.get('db'), closing))) return showPayments(c, staff, gone)
  return c.redirect(`${opsActions.showPayments.path}?done=difference-closed`, 303)
}
