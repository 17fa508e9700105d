import { ownedStatements, toOwned } from '#features/entitlements/server/public.ts'
import { listOwnOrder, ownLinesStatement } from '#features/store/checkout/server/public.ts'
import { notFound } from '#shared/errors.ts'
import { defineLoad } from '#server/pages/load.ts'
import { cartViewStatements, toCartProps } from './load-cart.ts'
import type { CartPageProps } from './props.ts'

const keyOf = ({ searchParams }: URL) => searchParams.get('order') ?? ''

/**
 * `/cart?order={key}&paid=1|0`: the return from a payment. The order's state decides; `paid` only says which link the visitor
 * followed.
 */
export default defineLoad({
  statements: (context) => [
    listOwnOrder(context.db, context.viewerId, keyOf(context.url)),
    ownLinesStatement(context.db, context.viewerId, keyOf(context.url)),
    ...ownedStatements(context.db, context.viewerId, context.now),
    ...cartViewStatements(context),
  ],
  props(context, [[order], lines, ledger, boosts, gains, profile, ...rest]): CartPageProps {
    if (!order) throw notFound()
    const { id, key, state, total, currency } = order
    if (state === 'failed' || state === 'expired') return toCartProps(context, rest, 'failed')
    if (state === 'pending' && context.url.searchParams.get('paid') !== '1') return toCartProps(context, rest, 'unpaid')
    const isWaiting = state === 'pending'
    const hasBoost = !isWaiting && lines.some(({ product }) => product.startsWith('boost'))
    const owned = toOwned([ledger, boosts, gains, profile], context.now)
    return {
      view: 'returned',
      outcome: isWaiting ? 'waiting' : 'paid',
      boost: hasBoost && owned.boosts > 0 ? { key: owned.key, follows: owned.running !== null } : null,
      order: { id, key, total, currency, lines },
    }
  },
  title: ({ translator }) => translator.t('store.cart.title'),
})
