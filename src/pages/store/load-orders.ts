import { ordersStatement, readOrdersCursor, toOrders } from '#features/store/orders/server/public.ts'
import { defineLoad } from '#server/pages/load.ts'
import type { StoreProps } from './props.ts'

const readAddress = ({ searchParams }: URL) => readOrdersCursor(searchParams.get('after'))

/** `/store?view=orders` */
export default defineLoad({
  statements: ({ db, viewerId, url }) => [ordersStatement(db, viewerId, readAddress(url))],
  props: ({ url }, [rows]): StoreProps => ({ view: 'orders', ...toOrders(rows, readAddress(url)) }),
  title: ({ translator }) => translator.t('orders.title'),
})
