import { sellerOf } from '#features/store/orders/server/public.ts'
import { orderPageStatements, toOrderProps } from '#features/store/refunds/server/public.ts'
import { OrderView } from '#features/store/orders/ui/lazy.ts'
import { WithdrawalView } from '#features/store/refunds/ui/lazy.ts'
import { notFound } from '#shared/errors.ts'
import { defineLoad } from '#server/pages/load.ts'
import type { StoreProps } from './props.ts'

/** `/store?order={id}`, and `&withdraw=1` */
export default defineLoad({
  statements: ({ db, viewerId, url }) => orderPageStatements(db, url.searchParams.get('order') ?? '', viewerId),
  props({ env, url, now }, rows): StoreProps {
    const order = toOrderProps(rows, sellerOf(env), now)
    if (!order) throw notFound('Not an order of this member')
    return { view: url.searchParams.get('withdraw') === '1' ? 'withdrawal' : 'order', ...order }
  },
  parts: (_, { view }) => [view === 'withdrawal' ? WithdrawalView : OrderView],
  title: ({ translator: { t } }, { view }) => t(view === 'withdrawal' ? 'orders.withdraw.title' : 'orders.receipt.order'),
})
