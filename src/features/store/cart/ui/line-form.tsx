import type { ReactNode } from 'react'
import { cartActions } from '#features/store/contract.ts'

type LineFormProps = {
  product: string
  /** The quantity that the button sets. */
  quantity: number
  onPress: (product: string, quantity: number) => Promise<void>
  children: ReactNode
}

/** One button that sets the quantity of a product: submits natively without a script, calls `onPress` with one. */
export function LineForm({ product, quantity, onPress, children }: LineFormProps) {
  return (
    <form
      method="post"
      action={cartActions.setLine.path}
      onSubmit={(event) => {
        event.preventDefault()
        void onPress(product, quantity)
      }}
    >
      <input type="hidden" name="product" value={product} />
      <input type="hidden" name="quantity" value={quantity} />
      <noscript>
        <input type="hidden" name="plain" value="1" />
      </noscript>
      {children}
    </form>
  )
}
