import { currencyFor } from '#features/store/money.ts'

import { cartStatements, priceCart, productsStatement, toProducts } from '#features/store/server/public.ts'
import { defineLoad } from '#server/pages/load.ts'
import type { StoreProps } from './props.ts'

/** `/store`: what is sold, and at the top what one owns. */
export default defineLoad({
  statements({ db, viewerId }) {
    const { cart, lines, promo, uses } = cartStatements(db, viewerId)
    return [productsStatement(db), cart, lines, promo, uses]
  },
  props({ viewerId, country, now, translator }, [rows, cart, lines, promo, uses]): StoreProps {
    const buyer = { memberId: viewerId, country, fallback: currencyFor(country, translator.locale.code), now }
    const priced = priceCart({ cart, lines, promo, uses }, buyer)
    return { view: 'products', ...toProducts(rows, priced) }
  },
  title: ({ translator }) => translator.t('store.title'),
})
