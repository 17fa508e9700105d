import { likeActions } from '#features/likes/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { useLikes } from './likes-provider.tsx'
import { Button } from '#ui/controls/button.tsx'

/** Undoes the pass on `id`, if it is the last one. `onUndo` does it without leaving the page; without it the form does. */
export function UndoForm({ id, onUndo }: { id: string; onUndo?: () => void }) {
  const { t } = useI18n()
  const { isUnlimited } = useLikes().quota
  return (
    <form
      method="post"
      action={likeActions.undo.path}
      onSubmit={(event) => {
        if (!onUndo) return
        event.preventDefault()
        onUndo()
      }}
    >
      <input type="hidden" name="id" value={id} />
      <Button kind="secondary" size="s" icon="undo-2" title={isUnlimited ? undefined : t('likes.undo.hint')}>
        {t('likes.undo.label')}
      </Button>
    </form>
  )
}
