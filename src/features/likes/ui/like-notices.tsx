import { useFlash } from '#shared/react/page-context.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { likeForms } from '#features/likes/contract.ts'
import styles from './likes.module.css'
import { UndoForm } from './undo-form.tsx'

/** What a like, pass or withdrawal did, for visitors whose buttons are plain forms. */
export function LikeNotices({ canUndo }: { canUndo: boolean }) {
  const like = useFlash(likeForms.like)
  const withdraw = useFlash(likeForms.withdraw)
  const pass = useFlash(likeForms.pass)
  const undo = useFlash(likeForms.undo)
  const flash = like ?? withdraw ?? pass ?? undo
  if (!flash) return null
  const passedId = pass?.values['id']
  return (
    <div className={styles.notice}>
      {flash.error ? (
        <Notice kind="error">{flash.error}</Notice>
      ) : (
        <Notice kind="success" action={canUndo && typeof passedId === 'string' ? <UndoForm id={passedId} /> : undefined}>
          {flash.notice}
        </Notice>
      )}
    </div>
  )
}
