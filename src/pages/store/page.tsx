import { Suspense } from 'react'
import { BoostReceipt } from '#features/entitlements/ui/boost-receipt.tsx'
import { Owned } from '#features/entitlements/ui/owned.tsx'
import { ClosedStore } from '#features/store/ui/closed-store.tsx'
import { OrderView } from '#features/store/orders/ui/lazy.ts'
import { OrdersView } from '#features/store/orders/ui/orders-view.tsx'
import { Products } from '#features/store/cart/ui/products.tsx'
import { WithdrawalView } from '#features/store/refunds/ui/lazy.ts'
import { productName } from '#shared/text/product-name.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import type { StoreProps } from './props.ts'

export default function Store({ data }: { data: StoreProps }) {
  switch (data.view) {
    case 'closed':
      return <ClosedStore />
    case 'orders':
      return <OrdersView {...data} />
    case 'order':
      return (
        <Suspense>
          <OrderView {...data} />
        </Suspense>
      )
    case 'withdrawal':
      return (
        <Suspense>
          <WithdrawalView {...data} />
        </Suspense>
      )
    case 'products':
      return (
        <Products {...data}>
          <OwnedAbove owned={data.owned} quota={data.quota} />
        </Products>
      )
    case 'boost':
      return <BoostReceipt receipt={data.receipt} />
  }
}

function OwnedAbove(props: Pick<Extract<StoreProps, { view: 'products' }>, 'owned' | 'quota'>) {
  const translator = useI18n()
  return <Owned {...props} giftName={(kind) => productName(translator, kind)} />
}
