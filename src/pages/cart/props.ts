import type { CartProps, ReturnedProps, SandboxProps } from '#features/store/contract.ts'

/** A boost that was paid for and is still there. `key`: id of the one that a form activates; `follows`: it begins after the one that runs. */
export type ReturnedBoost = { key: string; follows: boolean }

/** What `/cart` shows, by its query. */
export type CartPageProps =
  | { view: 'closed' }
  | ({ view: 'cart' } & CartProps)
  | ({ view: 'returned'; boost: ReturnedBoost | null } & ReturnedProps)
  | ({ view: 'payment' } & SandboxProps)
