import { opsActions } from '#features/ops/contract.ts'
import { formatCursor, readCursor } from '#db/time-cursor.ts'
import { findProvider } from '#features/store/server/public.ts'
import { sendNewsLater } from '#features/store/orders/server/public.ts'
import { planRefund, refundOrder as payBack, toRefundable, type RefundPart } from '#features/store/refunds/server/public.ts'
import {
  listOrders,
  noteSettled,
  openOrder,
  settlePayment,
  type ReviewedOrder,
} from '#features/store/settlement/server/public.ts'
import { mayActOn } from '#server/auth/staff-acts.ts'
import type { AppContext } from '#server/context.ts'
import { AppError } from '#shared/errors.ts'
import { addressOf } from '#shared/routing/address-of.ts'
import * as v from 'valibot'
import { readForm, typedText } from './guards.ts'
import { orderSearch, refundInput } from './schemas.ts'
import type { Staff } from './staff.ts'
import { type FieldProblems, problemsOf } from './views/fields.ts'
import { orderPage, refundConfirmation, refundProblems, type RefundValues } from './views/order.ts'
import { orderTable } from './views/orders.ts'
import { respondOps } from './views/shell.ts'

const ordersPage = 50
const incomplete = 'Choose how much, and write the reason.'
const changed = 'The order has changed since. This is what can be paid back now.'
const own = 'Your own order: another operator decides.'
const away = 'The payment provider does not answer, or none is configured. Nothing has changed.'

/** GET /ops/orders?find=&state=&before= */
export async function showOrders(c: AppContext, staff: Staff): Promise<Response> {
  const search = v.parse(orderSearch, { find: c.req.query('find') ?? '', state: c.req.query('state') ?? null })
  const { cursor } = readCursor(c.req.query('before') ?? null)
  const reader = { actorId: staff.id, page: opsActions.showOrders.path, now: c.get('now') }
  const orders = await listOrders(c.get('db'), search, { cursor, limit: ordersPage }, reader)
  const last = orders.length === ordersPage ? orders.at(-1) : undefined
  const query = last && new URLSearchParams({ find: search.find, state: search.state ?? '', before: formatCursor(last) })
  const older = query ? `${opsActions.showOrders.path}?${query}` : null
  return respondOps(c, { title: 'Orders', staff, body: orderTable(search, orders, older) })
}

/** GET /ops/orders/:id, with an audit entry. */
export async function showOrder(c: AppContext, staff: Staff): Promise<Response> {
  const read = await readAsked(c, staff)
  return read ? respondOrder(c, staff, read) : c.redirect(opsActions.showOrders.path, 303)
}

/** The order in the URL, with the audit entry for viewing it, because everything that follows shows it. */
const readAsked = (c: AppContext, staff: Staff) => openOrder(c.get('db'), c.req.param('id') ?? '', staff.id, c.get('now'))

type Refusal = { problem: string; status: 409 | 422; values?: RefundValues; fields?: FieldProblems }

function respondOrder(c: AppContext, staff: Staff, read: ReviewedOrder, refusal?: Refusal): Promise<Response> {
  const planOf = (part: RefundPart) => planRefund(toRefundable(read), part, read.ledger, c.get('now'))
  const { values = {}, fields, problem, status } = refusal ?? {}
  const choices = { whole: planOf('whole'), unused: planOf('unused') }
  const body = orderPage(read, { choices, values, problems: fields ?? {} })
  return respondOps(c, { title: 'Order', staff, body, problem, fields, status })
}

/** POST /ops/orders/:id/settle: fetches the payment from the provider, as an event does. */
export async function settleOrder(c: AppContext, staff: Staff): Promise<Response> {
  const [db, now] = [c.get('db'), c.get('now')]
  const read = await readAsked(c, staff)
  if (!read) return c.redirect(opsActions.showOrders.path, 303)
  const { order, payment } = read
  const provider = findProvider(c.env, c.req.url)
  const isDone =
    provider !== null &&
    payment.sessionId !== null &&
    (await unlessAway(() => settlePayment(db, provider, { sessionId: payment.sessionId ?? '' }, now))) !== null
  if (!isDone) return respondOrder(c, staff, read, { problem: away, status: 409 })
  await noteSettled(db, staff.id, order.id, now)
  sendNewsLater(c, order.id)
  return c.redirect(`${addressOf(opsActions.showOrder, { id: order.id })}?done=settled`, 303)
}

/** An order is a member's, whatever their role, so the rule makes no other distinction. */
const mayRefund = ({ id, role }: Staff, { order }: ReviewedOrder) =>
  mayActOn('refundOrder', { id, role }, { id: order.memberId, role: 'member' })

/** Null if the provider does not answer, or does not know the payment. */
async function unlessAway<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof AppError && error.status === 503) return null
    throw error
  }
}

/** POST /ops/orders/:id/refund `part`, `reason`, then `amount`: the first step shows what the second one will do. */
export async function refundOrder(c: AppContext, staff: Staff): Promise<Response> {
  const { input, body, wrong } = await readForm(c, refundInput)
  const read = await readAsked(c, staff)
  if (!read) return c.redirect(opsActions.showOrders.path, 303)
  const values = { part: typedText(body, 'part'), reason: typedText(body, 'reason') }
  const fields = problemsOf(wrong, refundProblems)
  if (!input) return respondOrder(c, staff, read, { problem: incomplete, status: 422, values, fields })
  if (!mayRefund(staff, read)) return respondOrder(c, staff, read, { problem: own, status: 409, values })
  const { part, reason, amount } = input
  const plan = planRefund(toRefundable(read), part, read.ledger, c.get('now'))
  if (typeof plan === 'string') return respondOrder(c, staff, read, { problem: changed, status: 409, values })
  if (amount === undefined)
    return respondOps(c, { title: 'Refund', staff, body: refundConfirmation(read, { part, reason, plan }) })
  const provider = findProvider(c.env, c.req.url)
  if (!provider) return respondOrder(c, staff, read, { problem: away, status: 409, values })
  const refund = { orderId: read.order.id, part, shown: amount, reason, actorId: staff.id, now: c.get('now') }
  try {
    await payBack(c.get('db'), provider, refund)
  } catch (error) {
    if (!(error instanceof AppError && error.status === 409)) throw error
    const now = (await readAsked(c, staff)) ?? read
    return respondOrder(c, staff, now, { problem: changed, status: 409, values })
  }
  sendNewsLater(c, read.order.id)
  return c.redirect(`${addressOf(opsActions.showOrder, { id: read.order.id })}?done=refunded`, 303)
}
