import { defineLoad, type Load, type QueryContext, type Statements } from '#server/pages/load.ts'
import { isStoreOpen } from '#features/store/server/public.ts'
import cart from './load-cart.ts'
import payment from './load-payment.ts'
import returned from './load-returned.ts'
import type { CartPageProps } from './props.ts'

type View = Load<Statements, CartPageProps>

const closed: View = {
  props: () => ({ view: 'closed' }),
  title: ({ translator }) => translator.t('store.cart.title'),
}

function viewOf({ env, url }: Pick<QueryContext, 'env' | 'url'>): View {
  if (!isStoreOpen(env, url.href)) return closed
  if (url.searchParams.has('pay')) return payment
  return url.searchParams.has('order') ? returned : cart
}

export default defineLoad({
  statements: async (context) => (await viewOf(context).statements?.(context)) ?? [],
  props: (context, rows) => viewOf(context).props(context, rows),
  title: (context, props) => viewOf(context).title(context, props),
})
