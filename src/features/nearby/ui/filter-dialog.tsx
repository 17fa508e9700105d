import { memo, Suspense, useEffect, type ReactNode } from 'react'
import { toQuery, type PeopleNearby } from '#features/nearby/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { Dialog, DialogTrigger } from '#ui/dialog.tsx'
import { FilterForm } from './filter-part.ts'
import styles from './filters.module.css'

const dialogId = 'people-filters'

type Filtered = { nearby: Pick<PeopleNearby, 'view' | 'seeks'> }

/** Where it does not come, as when offline, the form that the server wrote is there. */
const fetchForm = () => void FilterForm.ready().catch(() => null)

/** The button of the filters and their sheet, which the browser opens without a script too. `children` stands above the filters. */
export function FilterDialog({ nearby, children }: Filtered & { children?: ReactNode }) {
  const { t } = useI18n()
  const inUse = Object.values(toQuery({ ...nearby.view, order: 'best', wide: false })).filter(Boolean).length
  useEffect(() => {
    // Opened before there was a script.
    if (document.getElementById(dialogId)?.matches('[open], :popover-open')) fetchForm()
  }, [])
  return (
    <>
      <DialogTrigger
        target={dialogId}
        kind="secondary"
        size="s"
        icon="sliders-horizontal"
        className={styles.open}
        onPointerEnter={fetchForm}
        onFocus={fetchForm}
        onClick={fetchForm}
      >
        <span className={styles.words}>{t('people.filters.open')}</span>
        {inUse > 0 ? <span className={styles.inUse}>{inUse}</span> : null}
      </DialogTrigger>
      <Dialog id={dialogId} title={t('people.filters.title')} closeLabel={t('common.form.close')} size="l" sheet>
        {children}
        <HeldForm nearby={nearby} />
      </Dialog>
    </>
  )
}

/** The very same element as long as the page is: React would give up what the server wrote as soon as it changed. */
const HeldForm = memo(function HeldForm({ nearby }: Filtered) {
  return (
    <Suspense fallback={null}>
      <FilterForm nearby={nearby} />
    </Suspense>
  )
})
