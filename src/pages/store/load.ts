import { defineLoad, type Load, type QueryContext, type Statements } from '#server/pages/load.ts'
import { providerName } from '#features/store/server/public.ts'
import boost from './load-boost.ts'
import order from './load-order.ts'
import orders from './load-orders.ts'
import products from './load-products.ts'
import type { StoreProps } from './props.ts'

type View = Load<Statements, StoreProps>

const closed: View = {
  props: () => ({ view: 'closed' }),
  title: ({ translator }) => translator.t('store.title'),
}

function viewOf({ env, url }: Pick<QueryContext, 'env' | 'url'>): View {
  const { searchParams } = url
  if (providerName(env, url.href) === null) return closed
  if (searchParams.has('order')) return order
  if (searchParams.has('boost')) return boost
  return searchParams.get('view') === 'orders' ? orders : products
}

export default defineLoad({
  statements: async (context) => (await viewOf(context).statements?.(context)) ?? [],
  props: (context, rows) => viewOf(context).props(context, rows),
  deferred: (context) => viewOf(context).deferred?.(context) ?? {},
  visited: async (context, props) => viewOf(context).visited?.(context, props),
  parts: (context, props) => viewOf(context).parts?.(context, props) ?? [],
  title: (context, props) => viewOf(context).title(context, props),
})
