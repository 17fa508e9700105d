import { ownedStatements, toOwned } from '#features/entitlements/server/public.ts'
import { remainingLikesStatement, toLikesLeft } from '#features/likes/server/public.ts'
import { currencyFor } from '#features/store/money.ts'

import { providerName } from '#features/store/server/public.ts'
import { cartStatements, priceCart, productsStatement, toCartView, toProducts } from '#features/store/cart/server/public.ts'
import { defineLoad } from '#server/pages/load.ts'
import type { StoreProps } from './props.ts'

/** `/store`: the products, and at the top what the member owns. */
export default defineLoad({
  statements({ db, viewerId, now }) {
    const { cart, lines, promo, uses } = cartStatements(db, viewerId)
    const [ledger, boosts, gains, profile] = ownedStatements(db, viewerId, now)
    const recentLikes = remainingLikesStatement(db, viewerId, now)
    return [productsStatement(db), cart, lines, promo, uses, ledger, boosts, gains, profile, recentLikes]
  },
  props(
    { env, url, viewerId, country, now, translator },
    [rows, cart, lines, promo, uses, ledger, boosts, gains, profile, recentLikes],
  ): StoreProps {
    const buyer = { memberId: viewerId, country, fallback: currencyFor(country, translator.locale.code), now }
    const view = toCartView(priceCart({ cart, lines, promo, uses }, buyer))
    const isTest = providerName(env, url.href) === 'sandbox'
    return {
      view: 'products',
      products: toProducts(rows, view.currency),
      cart: view,
      isTest,
      owned: toOwned([ledger, boosts, gains, profile], now),
      quota: toLikesLeft(recentLikes, now),
    }
  },
  title: ({ translator }) => translator.t('store.title'),
})
