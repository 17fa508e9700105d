import type { NearbyView } from '#features/nearby/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import styles from './filters.module.css'
import { useViewHref } from './view-href.ts'

/** Best fit or neutral: two links, because each order is an address. */
export function OrderSwitch({ view }: { view: NearbyView }) {
  const { t } = useI18n()
  const viewHref = useViewHref()
  return (
    <nav className={styles.order} aria-label={t('people.order.label')}>
      {(['best', 'neutral'] as const).map((order) => (
        <a key={order} href={viewHref({ ...view, order })} aria-current={view.order === order ? 'true' : undefined}>
          {t(`people.order.${order}`)}
        </a>
      ))}
    </nav>
  )
}
