import { Cart } from '#features/store/ui/cart.tsx'
import { ClosedStore } from '#features/store/ui/closed-store.tsx'
import { Returned } from '#features/store/ui/returned.tsx'
import { SandboxPayment } from '#features/store/ui/sandbox-payment.tsx'
import type { CartPageProps } from './props.ts'

export default function CartPage({ data }: { data: CartPageProps }) {
  switch (data.view) {
    case 'closed':
      return <ClosedStore />
    case 'cart':
      return <Cart {...data} />
    case 'returned':
      return <Returned {...data} />
    case 'payment':
      return <SandboxPayment {...data} />
  }
}
