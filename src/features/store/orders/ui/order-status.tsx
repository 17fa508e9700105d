import type { OrderStatus } from '#features/store/order-view.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { Tag } from '#ui/feedback/badge.tsx'

const kinds: Partial<Record<OrderStatus, 'sage' | 'amber' | 'thread'>> = {
  paid: 'sage',
  pending: 'amber',
  disputed: 'amber',
  failed: 'thread',
}

/** The status of an order, in words. */
export function OrderStatusTag({ status }: { status: OrderStatus }) {
  const { t } = useI18n()
  return <Tag kind={kinds[status] ?? 'plain'}>{t(`orders.state.${status}`)}</Tag>
}
