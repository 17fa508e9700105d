import { currencyFor } from '#features/store/money.ts'

import {
  cartStatements,
  priceCart,
  productsStatement,
  providerName,
  toCartView,
  toProducts,
} from '#features/store/server/public.ts'
import { defineLoad } from '#server/pages/load.ts'
import type { StoreProps } from './props.ts'

/** `/store`: what is sold, and at the top what one owns. */
export default defineLoad({
  statements({ db, viewerId }) {
    const { cart, lines, promo, uses } = cartStatements(db, viewerId)
    return [productsStatement(db), cart, lines, promo, uses]
  },
  props({ env, url, viewerId, country, now, translator }, [rows, cart, lines, promo, uses]): StoreProps {
    const buyer = { memberId: viewerId, country, fallback: currencyFor(country, translator.locale.code), now }
    const view = toCartView(priceCart({ cart, lines, promo, uses }, buyer))
    const isTest = providerName(env, url.href) === 'sandbox'
    return { view: 'products', products: toProducts(rows, view.currency), cart: view, isTest }
  },
  title: ({ translator }) => translator.t('store.title'),
})
