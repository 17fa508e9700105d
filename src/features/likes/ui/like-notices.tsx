import { likeActions } from '#features/likes/contract.ts'
import { useFlash } from '#shared/react/page-context.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import styles from './likes.module.css'
import { UndoForm } from './undo-form.tsx'

/** The result of a like, pass or withdrawal, for browsers without a script. */
export function LikeNotices({ canUndo, isDaily }: { canUndo: boolean; isDaily: boolean }) {
  const like = useFlash(likeActions.like.form)
  const withdraw = useFlash(likeActions.withdraw.form)
  const pass = useFlash(likeActions.pass.form)
  const undo = useFlash(likeActions.undo.form)
  const flash = like ?? withdraw ?? pass ?? undo
  if (!flash) return null
  const passedId = pass?.values['id']
  return (
    <div className={styles.notice}>
      {flash.error ? (
        <Notice kind="error">{flash.error}</Notice>
      ) : (
        <Notice
          kind="success"
          action={canUndo && typeof passedId === 'string' ? <UndoForm id={passedId} isDaily={isDaily} /> : undefined}
        >
          {flash.notice}
        </Notice>
      )}
    </div>
  )
}
