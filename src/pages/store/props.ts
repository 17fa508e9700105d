import type { ProductsProps } from '#features/store/contract.ts'

/** What `/store` shows, by its query; each view has its own load beside this file. */
export type StoreProps = { view: 'closed' } | ({ view: 'products' } & ProductsProps)
