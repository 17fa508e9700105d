import type { CartProps, ReturnedProps, SandboxProps } from '#features/store/contract.ts'

/**
 * A boost that was bought and is still unused. `key`: id of the one that a form activates; `follows`: it begins after the active
 * one.
 */
export type ReturnedBoost = { key: string; follows: boolean }

/** The content of `/cart`, depending on its query. */
export type CartPageProps =
  | { view: 'closed' }
  | ({ view: 'cart' } & CartProps)
  | ({ view: 'returned'; boost: ReturnedBoost | null } & ReturnedProps)
  | ({ view: 'payment' } & SandboxProps)
