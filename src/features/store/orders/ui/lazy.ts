import { lazyComponent } from '#shared/react/lazy-component.tsx'

/** An order is a page of its own at the store's address, which most visits never show. */
export const OrderView = lazyComponent('src/features/store/orders/ui/order-view.tsx', () =>
  import('./order-view.tsx').then((module) => module.OrderView),
)
