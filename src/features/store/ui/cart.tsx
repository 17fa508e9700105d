import type { CartProps } from '#features/store/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'

export function Cart({ cart }: CartProps) {
  const { t } = useI18n()
  return <PageHeader title={t('store.cart.title')} text={String(cart.totals.total)} />
}
