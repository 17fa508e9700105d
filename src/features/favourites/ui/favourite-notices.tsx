import { favouriteActions } from '#features/favourites/contract.ts'
import { useFlash } from '#shared/react/page-context.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import styles from './favourites.module.css'

/** The result of a star or a note, for browsers without a script. A refused note shows its mistake in its own form. */
export function FavouriteNotices() {
  const keep = useFlash(favouriteActions.keep.form)
  const remove = useFlash(favouriteActions.remove.form)
  const note = useFlash(favouriteActions.note.form)
  const error = keep?.error ?? remove?.error
  const notice = keep?.notice ?? remove?.notice ?? note?.notice
  if (!error && !notice) return null
  return (
    <div className={styles.notice}>
      <Notice kind={error ? 'error' : 'success'}>{error ?? notice}</Notice>
    </div>
  )
}
