import { ClosedStore } from '#features/store/ui/closed-store.tsx'
import { Products } from '#features/store/ui/products.tsx'
import type { StoreProps } from './props.ts'

export default function Store({ data }: { data: StoreProps }) {
  switch (data.view) {
    case 'closed':
      return <ClosedStore />
    case 'products':
      return <Products {...data} />
  }
}
