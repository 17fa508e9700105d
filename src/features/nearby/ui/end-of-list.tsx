import type { NearbyView } from '#features/nearby/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { ButtonLink } from '#ui/controls/button.tsx'
import styles from './filters/filters.module.css'
import { useViewHref } from './filters/view-href.ts'

/** The end of the area's list: a member may agree to look further away. A distance filter rules that out. */
export function EndOfList({ view }: { view: NearbyView }) {
  const { t } = useI18n()
  const viewHref = useViewHref()
  if (view.wide || view.within !== null) return null
  return (
    <div className={styles.end}>
      <p>{t('people.end.near')}</p>
      <ButtonLink kind="secondary" size="s" icon="compass" href={viewHref({ ...view, wide: true })}>
        {t('people.empty.near.action')}
      </ButtonLink>
    </div>
  )
}
