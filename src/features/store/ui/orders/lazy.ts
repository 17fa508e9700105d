import { lazyComponent } from '#shared/react/lazy-component.tsx'

/** An order and its withdrawal are separate pages at the store's URL, which most visits never open. */
export const OrderView = lazyComponent('src/features/store/ui/orders/order-view.tsx', () =>
  import('./order-view.tsx').then((module) => module.OrderView),
)
export const WithdrawalView = lazyComponent('src/features/store/ui/orders/withdrawal-view.tsx', () =>
  import('./withdrawal-view.tsx').then((module) => module.WithdrawalView),
)
