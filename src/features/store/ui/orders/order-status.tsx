import type { OrderStatus } from '#features/store/order-view.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { Tag } from '#ui/feedback/badge.tsx'

const kinds = { paid: 'sage', pending: 'amber', disputed: 'amber', failed: 'thread' } as const satisfies Partial<
  Record<OrderStatus, 'sage' | 'amber' | 'thread'>
>
const kindOf = (status: OrderStatus) => (status in kinds ? kinds[status as keyof typeof kinds] : 'plain')

/** What has become of an order, in words. */
export function OrderStatusTag({ status }: { status: OrderStatus }) {
  const { t } = useI18n()
  return <Tag kind={kindOf(status)}>{t(`orders.state.${status}`)}</Tag>
}
