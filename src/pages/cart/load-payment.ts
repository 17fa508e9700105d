import { notFound } from '#shared/errors.ts'
import { defineLoad } from '#server/pages/load.ts'
import type { CartPageProps } from './props.ts'

/** `/cart?pay={session}: the card page of the sandbox` */
export default defineLoad({
  props(): CartPageProps {
    throw notFound()
  },
  title: ({ translator }) => translator.t('store.cart.title'),
})
