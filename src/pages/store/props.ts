import type { BoostReceiptView, LikesOwned, OwnedView } from '#features/entitlements/contract.ts'
import type { ProductsProps } from '#features/store/contract.ts'
import type { OrderProps, OrdersProps } from '#features/store/order-view.ts'

/** The content of `/store`, depending on its query; each view has its own load beside this file. */
export type StoreProps =
  | { view: 'closed' }
  | ({ view: 'orders' } & OrdersProps)
  | ({ view: 'order' | 'withdrawal' } & OrderProps)
  | ({ view: 'products'; owned: OwnedView; quota: LikesOwned } & ProductsProps)
  | { view: 'boost'; receipt: BoostReceiptView }
