import type { ProductsProps } from '#features/store/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'

/** What one owns, then what is sold. */
export function Products({ products }: ProductsProps) {
  const { t } = useI18n()
  return (
    <>
      <PageHeader title={t('store.title')} />
      {/* What the member owns stands here. */}
      <ul>
        {products.map(({ id }) => (
          <li key={id}>{id}</li>
        ))}
      </ul>
    </>
  )
}
