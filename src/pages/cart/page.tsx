import { Suspense } from 'react'
import type { ActivatedBoost } from '#features/entitlements/contract.ts'
import { ActivateBoost } from '#features/entitlements/ui/activate-boost.tsx'
import { sayActivated } from '#features/entitlements/ui/say-activated.ts'
import { Cart } from '#features/store/cart/ui/cart.tsx'
import { ClosedStore } from '#features/store/ui/closed-store.tsx'
import { Returned } from '#features/store/checkout/ui/returned.tsx'
import { SandboxPayment } from '#features/store/checkout/ui/lazy.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { refreshPage } from '#ui/hooks/refresh-page.ts'
import type { CartPageProps, ReturnedBoost } from './props.ts'

export default function CartPage({ data }: { data: CartPageProps }) {
  switch (data.view) {
    case 'closed':
      return <ClosedStore />
    case 'cart':
      return <Cart {...data} />
    case 'returned':
      return <Returned {...data} boostForm={data.boost ? <StartBoost key={data.boost.key} boost={data.boost} /> : null} />
    case 'payment':
      return (
        <Suspense>
          <SandboxPayment {...data} />
        </Suspense>
      )
  }
}

/** The first use of a boost that was just bought: starts it with one press. */
function StartBoost({ boost }: { boost: ReturnedBoost }) {
  const translator = useI18n()
  function say(activated: ActivatedBoost) {
    sayActivated(translator, activated, boost.follows)
    refreshPage()
  }
  return (
    <ActivateBoost
      id={boost.key}
      follows={boost.follows}
      kind="primary"
      label={translator.t('store.returned.use.boost')}
      onDone={say}
    />
  )
}
