import type { CartProps, ReturnedProps, SandboxProps } from '#features/store/contract.ts'

/** What `/cart` shows, by its query. */
export type CartPageProps =
  | { view: 'closed' }
  | ({ view: 'cart' } & CartProps)
  | ({ view: 'returned' } & ReturnedProps)
  | ({ view: 'payment' } & SandboxProps)
