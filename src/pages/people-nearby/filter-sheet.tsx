import { useSyncExternalStore } from 'react'
import { findKeptPass } from '#features/likes/ui/kept-pass.ts'
import { useLikes } from '#features/likes/ui/provider/likes-context.ts'
import { UndoForm } from '#features/likes/ui/undo-form.tsx'
import type { PeopleNearby } from '#features/nearby/contract.ts'
import { FilterForm } from '#features/nearby/ui/filters/filter-form.tsx'
import { useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { refreshPage } from '#ui/hooks/refresh-page.ts'
import styles from './filter-sheet.module.css'
import { PremiumFilters } from './premium-filters.tsx'

type SheetData = Pick<PeopleNearby, 'view' | 'seeks' | 'hasPremium' | 'hasStore'>

/** Content for which phones have no room on the page: the filters, and the day's undo while it is unused, even after a reload. */
export function FilterSheet({ nearby }: { nearby: SheetData }) {
  const { t } = useI18n()
  const viewer = usePage().viewer?.id ?? ''
  const { undoable, canUndo, undo, quota } = useLikes()
  const kept = useSyncExternalStore(unwatched, () => findKeptPass(viewer), noPass)
  const passed = undoable ?? (canUndo && kept !== null ? { id: kept, firstName: t('likes.done.someone'), avatar: null } : null)

  async function bringBack(person: NonNullable<typeof passed>) {
    await undo(person)
    // People who were passed on before this page loaded are not in its list.
    if (person !== undoable) refreshPage()
  }
  return (
    <>
      <p className={styles.intro}>{t('people.intro')}</p>
      {passed ? (
        <div className={styles.undo}>
          <p>{t('likes.done.passed', { name: passed.firstName })}</p>
          <UndoForm id={passed.id} isDaily={!quota.isUnlimited} onUndo={() => void bringBack(passed)} />
        </div>
      ) : null}
      <FilterForm nearby={nearby}>
        <PremiumFilters nearby={nearby} />
      </FilterForm>
    </>
  )
}

const unwatched = () => () => {}
const noPass = () => null
