import { ClosedStore } from '#features/store/ui/closed-store.tsx'
import { OrderView } from '#features/store/ui/orders/order-view.tsx'
import { OrdersView } from '#features/store/ui/orders/orders-view.tsx'
import { WithdrawalView } from '#features/store/ui/orders/withdrawal-view.tsx'
import { Products } from '#features/store/ui/products.tsx'
import type { StoreProps } from './props.ts'

export default function Store({ data }: { data: StoreProps }) {
  switch (data.view) {
    case 'closed':
      return <ClosedStore />
    case 'orders':
      return <OrdersView {...data} />
    case 'order':
      return <OrderView {...data} />
    case 'withdrawal':
      return <WithdrawalView {...data} />
    case 'products':
      return <Products {...data} />
  }
}
