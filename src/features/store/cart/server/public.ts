export { cartStatements, priceCart, readCart, toCartView, type PricedCart } from './cart-queries.ts'
export { productsStatement, toProducts } from './products.ts'
export { createPromo, endPromo, listPromos, type PromoRow } from './promo-queries.ts'
