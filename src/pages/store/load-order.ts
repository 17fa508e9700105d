import { notFound } from '#shared/errors.ts'
import { defineLoad } from '#server/pages/load.ts'
import type { StoreProps } from './props.ts'

/** `/store?order={id}, and &withdraw=1` */
export default defineLoad({
  props(): StoreProps {
    throw notFound()
  },
  title: ({ translator }) => translator.t('store.title'),
})
