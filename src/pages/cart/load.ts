import { defineLoad, type Load, type QueryContext, type Statements } from '#server/pages/load.ts'
import { providerName } from '#features/store/server/public.ts'
import cart from './load-cart.ts'
import payment from './load-payment.ts'
import returned from './load-returned.ts'
import type { CartPageProps } from './props.ts'

type View = Load<Statements, CartPageProps>

const closed: View = {
  props: () => ({ view: 'closed' }),
  title: ({ translator }) => translator.t('store.cart.title'),
}

function viewOf({ env, url: { href, searchParams } }: Pick<QueryContext, 'env' | 'url'>): View {
  if (providerName(env, href) === null) return closed
  if (searchParams.has('pay')) return payment
  return searchParams.has('order') ? returned : cart
}

export default defineLoad({
  statements: async (context) => (await viewOf(context).statements?.(context)) ?? [],
  props: (context, rows) => viewOf(context).props(context, rows),
  parts: (context, props) => viewOf(context).parts?.(context, props) ?? [],
  title: (context, props) => viewOf(context).title(context, props),
})
