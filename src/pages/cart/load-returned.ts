import { notFound } from '#shared/errors.ts'
import { defineLoad } from '#server/pages/load.ts'
import type { CartPageProps } from './props.ts'

/** `/cart?order={key}&paid=1|0: the way back from a payment` */
export default defineLoad({
  props(): CartPageProps {
    throw notFound()
  },
  title: ({ translator }) => translator.t('store.cart.title'),
})
