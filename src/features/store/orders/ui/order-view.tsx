import { lastWithdrawalDay, statusOf, type OrderProps, type OrderView as Order } from '#features/store/order-view.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { formatMoney } from '#shared/i18n/format-money.ts'
import { routes } from '#shared/routing/routes.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Section } from '#ui/layout/section.tsx'
import { OrderStatusTag } from './order-status.tsx'
import { Receipt } from './receipt.tsx'
import styles from '#features/store/ui/orders.module.css'

/** An order: its receipt once it is paid, its status, and the link to withdraw while that is possible. */
export function OrderView({ order, withdrawal }: OrderProps) {
  const { t, format } = useI18n()
  const href = useHref()
  const { id, paidAt, placedAt } = order
  const status = statusOf({ ...order, hasRefund: order.refund !== null })
  return (
    <div className={styles.page}>
      <PageHeader
        title={t('orders.receipt.orderOf', { date: format.date(placedAt) })}
        text={<OrderStatusTag status={status} />}
        back={{ href: href(routes.store, {}, { query: { view: 'orders' } }), label: t('orders.back') }}
        actions={paidAt === null ? null : <PrintButton label={t('orders.receipt.print')} />}
      />
      {status === 'paid' ? null : <About status={status} order={order} />}
      <Receipt order={order} />
      {typeof withdrawal === 'string' || paidAt === null ? null : (
        <div className={styles.screen}>
          <Section
            title={t('orders.withdraw.title')}
            text={t('orders.withdraw.until', { date: format.date(lastWithdrawalDay(paidAt)) })}
          >
            <ButtonLink href={href(routes.store, {}, { query: { order: id, withdraw: 1 } })} kind="secondary">
              {t('orders.withdraw.title')}
            </ButtonLink>
          </Section>
        </div>
      )}
    </div>
  )
}

/** What any status but `paid` means for the member. */
function About({ status, order }: { status: Exclude<ReturnType<typeof statusOf>, 'paid'>; order: Order }) {
  const { t, locale } = useI18n()
  const amount = order.refund ? formatMoney(locale, order.refund.amount, order.currency) : ''
  return (
    <div className={styles.screen}>
      <Notice kind={status === 'failed' || status === 'disputed' ? 'warn' : 'info'}>
        {t(`orders.about.${status}`, { amount })}
      </Notice>
    </div>
  )
}

/** Hidden without a script: the browser's own command also prints the page. */
function PrintButton({ label }: { label: string }) {
  return (
    <Button type="button" kind="secondary" className={styles.print} onClick={() => window.print()}>
      {label}
    </Button>
  )
}
