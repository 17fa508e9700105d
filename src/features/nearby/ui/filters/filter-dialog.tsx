import { useEffect, type ReactNode } from 'react'
import { toQuery, type NearbyView } from '#features/nearby/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { Dialog, DialogTrigger } from '#ui/overlays/dialog.tsx'
import styles from './filters.module.css'

const dialogId = 'people-filters'

type FilterDialogProps = {
  view: NearbyView
  /** Called, possibly more than once, when the dialog is about to open. */
  prepare: () => void
  children: ReactNode
}

/** The filters' button and dialog, which the browser also opens without a script. */
export function FilterDialog({ view, prepare, children }: FilterDialogProps) {
  const { t } = useI18n()
  const inUse = Object.values(toQuery({ ...view, order: 'best', wide: false })).filter(Boolean).length
  useEffect(() => {
    // The dialog may have been opened before hydration.
    if (document.getElementById(dialogId)?.matches('[open], :popover-open')) prepare()
  }, [prepare])
  return (
    <>
      <DialogTrigger
        target={dialogId}
        kind="secondary"
        size="s"
        icon="sliders-horizontal"
        className={styles.open}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={prepare}
      >
        <span className={styles.words}>{t('people.filters.open')}</span>
        {inUse > 0 ? <span className={styles.inUse}>{inUse}</span> : null}
      </DialogTrigger>
      <Dialog id={dialogId} title={t('people.filters.title')} closeLabel={t('common.form.close')} size="l" sheet>
        {children}
      </Dialog>
    </>
  )
}
