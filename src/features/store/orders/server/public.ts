export { newsOf } from '../order-news.ts'
export {
  isMarkedSql,
  markStatement,
  memberStatements,
  noteAsked,
  readOrder,
  type Batch,
  type EventId,
  type LedgerChange,
  type OrderRead,
} from './change-queries.ts'
export { newsStatements } from './news-queries.ts'
export { orderEmails } from './order-emails.ts'
export {
  orderStatements,
  ordersStatement,
  readOrdersCursor,
  toOrders,
  toOrderView,
  recentlyPaidStatement,
  type StoredOrder,
} from './read-orders.ts'
export { reportLater } from './report-order.ts'
export { sellerOf } from './seller.ts'
export { sendNews, sendNewsLater } from './send-news.ts'
