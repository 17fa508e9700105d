import { useRef, useState } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { useMemberEvents } from '#shared/realtime/use-member-events.ts'
import { isEvent } from '#shared/realtime/wire.ts'
import { showRefusal } from '#ui/feedback/toasts.ts'
import { sendInOrder } from '#ui/forms/send-in-order.ts'
import { refreshPage } from '#ui/hooks/refresh-page.ts'
import { cartActions, type CartView } from '#features/store/contract.ts'

/** Changes of one cart are sent one after another, so that its numbers arrive in order. */
const subjects = ['cart']

export type LiveCart = {
  /** The server's latest version. */
  cart: CartView
  /** True while presses wait for the server's numbers. */
  isChanging: boolean
  /** The quantity of a product, with presses that the server has not answered yet. */
  quantityOf: (product: string) => number
  setQuantity: (product: string, quantity: number) => Promise<void>
  /** Applies another form's response with the cart. */
  take: (answer: CartView) => void
}

/** The cart of a page: presses show at once, the server's numbers win, and changes elsewhere appear here. */
export function useCart(initial: CartView): LiveCart {
  const { t } = useI18n()
  const [source, setSource] = useState(initial)
  const [cart, setCart] = useState(initial)
  const [pressed, setPressed] = useState<Readonly<Record<string, number>>>({})
  const newest = useRef(initial.revision)
  if (source !== initial) {
    setSource(initial)
    if (initial.revision >= cart.revision) setCart(initial)
  }
  const isChanging = Object.keys(pressed).length > 0

  const take = (answer: CartView) => {
    setCart((known) => (answer.revision >= known.revision ? answer : known))
    // There was another change, which this response does not include.
    if (newest.current > answer.revision) refreshPage()
  }

  async function setQuantity(product: string, quantity: number): Promise<void> {
    setPressed((all) => ({ ...all, [product]: quantity }))
    const answer = await sendInOrder(subjects, cartActions.setLine, { product, quantity }, t('common.error.offline'))
    if (answer.kind === 'done') take(answer.data)
    else showRefusal(answer)
    // A later press for the same product still waits for its own response.
    setPressed((all) => (all[product] === quantity ? without(all, product) : all))
  }

  useMemberEvents((event) => {
    if (!isEvent(event, 'cart')) return
    newest.current = Math.max(newest.current, event.data.revision)
    if (!isChanging && event.data.revision > cart.revision) refreshPage()
  }, refreshPage)

  const quantityOf = (product: string) =>
    pressed[product] ?? cart.totals.lines.find((line) => line.product === product)?.quantity ?? 0
  return { cart, isChanging, quantityOf, setQuantity, take }
}

function without(all: Readonly<Record<string, number>>, product: string): Record<string, number> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => name !== product))
}
