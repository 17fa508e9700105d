import * as v from 'valibot'
import { on, type ActionResult } from '#server/actions/action.ts'
import { handle } from '#server/actions/handle.ts'
import type { AppContext } from '#server/context.ts'
import { requireWithinLimit } from '#server/limits/attempts.ts'
import { showCart } from '#features/member-hub/server/public.ts'
import { cartActions, type CartView } from '#features/store/contract.ts'
import { productIds } from '#features/store/products.ts'
import { normalizeCode } from '#features/store/promo.ts'
import { currency, wholeNumber } from '#features/store/server/fields.ts'
import { buyerOf, requireBuyer } from '#features/store/server/require-buyer.ts'
import { quantityAtMost } from '#features/store/totals.ts'
import { readCart, saveCurrency, saveLine, savePromo, toCartView } from './cart-queries.ts'

const lineInput = v.object({
  product: v.picklist(productIds, 'choice'),
  quantity: v.pipe(wholeNumber, v.maxValue(quantityAtMost, 'invalid')),
})
const promoInput = v.object({
  /** An empty code removes the current one. */
  promo: v.pipe(v.optional(v.string('invalid'), ''), v.maxLength(64, 'too-long'), v.transform(normalizeCode)),
})
const currencyInput = v.object({ currency })

/** Changes of a member's cart, from `/store` and `/cart`. */
export const cartRoutes = handle(cartActions, {
  setLine: on(lineInput, async (c, line) => {
    const { id: memberId } = await requireBuyer(c)
    await saveLine(c.get('db'), { ...line, memberId, now: c.get('now') })
    return answerCart(c)
  }),
  setPromo: on(promoInput, async (c, { promo }) => {
    const { id } = await requireBuyer(c)
    if (promo) await requireWithinLimit(c, 'promoCodes', `promo-code:${id}`, id)
    await savePromo(c.get('db'), id, promo || null, c.get('now'))
    return answerCart(c)
  }),
  setCurrency: on(currencyInput, async (c, { currency }) => {
    const { id } = await requireBuyer(c)
    await saveCurrency(c.get('db'), id, currency, c.get('now'))
    return answerCart(c)
  }),
})

/** Responds with the cart, and notifies the member's other pages of the change. */
async function answerCart(c: AppContext): Promise<ActionResult<CartView>> {
  const buyer = await buyerOf(c)
  const cart = toCartView(await readCart(c.get('db'), buyer))
  c.executionCtx.waitUntil(showCart(c.env, buyer.memberId, cart.revision))
  return { data: cart }
}
