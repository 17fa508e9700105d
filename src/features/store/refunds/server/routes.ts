import * as v from 'valibot'
import { on } from '#server/actions/action.ts'
import { handle } from '#server/actions/handle.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { refundActions } from '#features/store/contract.ts'
import { reportLater } from '#features/store/orders/server/public.ts'
import { id, wholeNumber } from '#features/store/server/fields.ts'
import { requireBuyer, requireProvider } from '#features/store/server/require-buyer.ts'
import { withdraw } from './refund.ts'

/** `amount`: what the confirmation showed. */
const withdrawInput = v.object({ order: id, amount: wholeNumber })

/** The confirmation of a withdrawal, on the order's page. */
export const refundRoutes = handle(refundActions, {
  withdraw: on(withdrawInput, async (c, { order, amount }) => {
    const member = await requireBuyer(c)
    const asked = { orderId: order, memberId: member.id, shown: amount, now: c.get('now') }
    const withdrawn = await withdraw(c.get('db'), requireProvider(c), asked)
    reportLater(c, order)
    return { data: { amount: withdrawn }, to: href(routes.store, {}, { locale: c.get('locale').code, query: { order } }) }
  }),
})
