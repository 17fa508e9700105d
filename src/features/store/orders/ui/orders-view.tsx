import type { OrdersProps } from '#features/store/order-view.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { formatMoney } from '#shared/i18n/format-money.ts'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Pagination } from '#ui/controls/pagination.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { LinkList, LinkRow } from '#ui/layout/link-list.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { productName } from '#shared/text/product-name.ts'
import { OrderStatusTag } from './order-status.tsx'
import styles from '#features/store/ui/orders.module.css'

/** A member's orders, newest first, each with its status. */
export function OrdersView({ orders, next, isPaged }: OrdersProps) {
  const { t, tn, format, locale } = useI18n()
  const href = useHref()
  const listed = (after?: string) => href(routes.store, {}, { query: { view: 'orders', after } })
  return (
    <div className={styles.page}>
      <PageHeader title={t('orders.title')} back={{ href: href(routes.store, {}), label: t('store.cart.back') }} />
      {orders.length === 0 && !isPaged ? (
        <EmptyState
          title={t('orders.empty.title')}
          text={t('orders.empty.text')}
          action={<ButtonLink href={href(routes.store, {})}>{t('store.cart.empty.action')}</ButtonLink>}
        />
      ) : (
        <LinkList>
          {orders.map(({ id, placedAt, products, total, currency, status }) => (
            <LinkRow
              key={id}
              href={href(routes.store, {}, { query: { order: id } })}
              title={products.length === 1 ? productName({ t, tn }, products[0] ?? '') : tn('orders.item', products.length)}
              detail={
                <span className={styles.facts}>
                  <span>{format.date(placedAt)}</span>
                  <span>{formatMoney(locale, total, currency)}</span>
                </span>
              }
            >
              <OrderStatusTag status={status} />
            </LinkRow>
          ))}
        </LinkList>
      )}
      <Pagination
        label={t('orders.title')}
        {...(isPaged ? { back: { href: listed(), label: t('orders.back') } } : {})}
        {...(next === null ? {} : { next: { href: listed(next), label: t('orders.older') } })}
      />
    </div>
  )
}
