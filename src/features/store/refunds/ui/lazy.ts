import { lazyComponent } from '#shared/react/lazy-component.tsx'

/** A withdrawal is a page of its own at the store's address, which most visits never show. */
export const WithdrawalView = lazyComponent('src/features/store/refunds/ui/withdrawal-view.tsx', () =>
  import('./withdrawal-view.tsx').then((module) => module.WithdrawalView),
)
