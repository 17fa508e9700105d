import type { OrderView } from '#features/store/order-view.ts'
import { receiptFacts, receiptSums } from '../receipt.ts'
import { brand } from '#shared/brand.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { formatMoney } from '#shared/i18n/format-money.ts'
import { productName } from '#shared/text/product-name.ts'
import { Card } from '#ui/layout/card.tsx'
import styles from './receipt.module.css'

/** The receipt of an order, also for printing; without a number if the order is not paid. */
export function Receipt({ order }: { order: OrderView }) {
  const words = useI18n()
  const { t, format, locale } = words
  const money = (amount: number) => formatMoney(locale, amount, order.currency)
  return (
    <Card as="section" labelledBy="receipt" className={styles.receipt}>
      <div className={styles.head}>
        <h2 id="receipt">{t(order.paidAt === null ? 'orders.receipt.order' : 'orders.receipt.title')}</h2>
        <span className={styles.brand} aria-hidden="true">
          {brand.name}
        </span>
      </div>
      <dl className={styles.facts}>
        {receiptFacts(order, words).map(({ key, label, value }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <table className={styles.lines}>
        <caption className="visually-hidden">{t('orders.receipt.items')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('orders.receipt.product')}</th>
            <th scope="col" className={styles.wide}>
              {t('orders.receipt.quantity')}
            </th>
            <th scope="col" className={styles.wide}>
              {t('orders.receipt.price')}
            </th>
            <th scope="col">{t('orders.receipt.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {order.lines.map(({ id, product, quantity, unitPrice, gross }) => (
            <tr key={id}>
              <th scope="row">
                {productName(words, product)}
                {quantity > 1 ? (
                  <small className={styles.narrow}>
                    {format.number(quantity)} × {money(unitPrice)}
                  </small>
                ) : null}
              </th>
              <td className={styles.wide}>{format.number(quantity)}</td>
              <td className={styles.wide}>{money(unitPrice)}</td>
              <td>{money(gross)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className={styles.sums}>
        {receiptSums(order, words).map(({ key, label, value, isTotal }) => (
          <div key={key} className={isTotal ? styles.total : undefined}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {order.taxRate > 0 ? <p className={styles.note}>{t('orders.receipt.included')}</p> : null}
    </Card>
  )
}
