import type { CartProps } from '#features/store/contract.ts'
import { currencyFor } from '#features/store/money.ts'
import { providerName } from '#features/store/server/public.ts'
import { cartStatements, priceCart, toCartView } from '#features/store/cart/server/public.ts'
import { pendingOrderStatement } from '#features/store/checkout/server/public.ts'
import { newId } from '#server/crypto/secrets.ts'
import { defineLoad, type LoadContext, type QueryContext, type Rows } from '#server/pages/load.ts'
import type { CartPageProps } from './props.ts'

export function cartViewStatements({ db, viewerId }: QueryContext) {
  const { cart, lines, promo, uses } = cartStatements(db, viewerId)
  return [cart, lines, promo, uses, pendingOrderStatement(db, viewerId)] as const
}

export function toCartProps(
  { env, url, viewerId, country, now, translator }: LoadContext,
  [cart, lines, promo, uses, [pending]]: Rows<ReturnType<typeof cartViewStatements>>,
  notice: CartProps['notice'] = null,
): CartPageProps {
  const buyer = { memberId: viewerId, country, fallback: currencyFor(country, translator.locale.code), now }
  const view = toCartView(priceCart({ cart, lines, promo, uses }, buyer))
  const goesOn = pending?.total === view.totals.total && pending.currency === view.currency
  return {
    view: 'cart',
    cart: view,
    orderKey: goesOn ? pending.key : newId(),
    isTest: providerName(env, url.href) === 'sandbox',
    notice,
  }
}

/** `/cart` */
export default defineLoad({
  statements: cartViewStatements,
  props: (context, rows) => toCartProps(context, rows),
  title: ({ translator }) => translator.t('store.cart.title'),
})
