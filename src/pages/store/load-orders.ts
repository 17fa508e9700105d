import { notFound } from '#shared/errors.ts'
import { defineLoad } from '#server/pages/load.ts'
import type { StoreProps } from './props.ts'

/** `/store?view=orders` */
export default defineLoad({
  props(): StoreProps {
    throw notFound()
  },
  title: ({ translator }) => translator.t('store.title'),
})
