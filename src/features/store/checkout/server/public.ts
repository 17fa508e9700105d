export { giftBasket, pricesStatement } from './gift-basket.ts'
export { listOwnOrder, ownLinesStatement, pendingOrderStatement, sandboxStatement } from './own-order.ts'
export { returnPath } from './return-path.ts'
export { startCheckout } from './start-checkout.ts'
