import { currencyFor } from '#features/store/money.ts'
import { cartStatements, priceCart } from '#features/store/server/public.ts'
import { defineLoad } from '#server/pages/load.ts'
import type { CartPageProps } from './props.ts'

/** `/cart` */
export default defineLoad({
  statements({ db, viewerId }) {
    const { cart, lines, promo, uses } = cartStatements(db, viewerId)
    return [cart, lines, promo, uses]
  },
  props({ viewerId, country, now, translator }, [cart, lines, promo, uses]): CartPageProps {
    const buyer = { memberId: viewerId, country, fallback: currencyFor(country, translator.locale.code), now }
    const { totals, currency, promoCode, promoRefusal } = priceCart({ cart, lines, promo, uses }, buyer)
    return { view: 'cart', cart: { totals, currency, promoCode, promoRefusal } }
  },
  title: ({ translator }) => translator.t('store.cart.title'),
})
