import { likeActions } from '#features/likes/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { Button } from '#ui/controls/button.tsx'
import { UndoLabel } from './undo-label.tsx'

type UndoFormProps = {
  id: string
  /** Without it, a sentence beside the button names the person. */ name?: string
  onUndo?: () => void
  /** There is one a day, except with premium. */ isDaily?: boolean
}

/** Undoes the pass on `id`, if it is the last one. `onUndo` does it without leaving the page; without it the form does. */
export function UndoForm({ id, name, onUndo, isDaily = true }: UndoFormProps) {
  const { t } = useI18n()
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
      <Button kind="secondary" size="s" icon="undo-2" title={isDaily ? t('likes.undo.hint') : undefined}>
        {name === undefined ? (
          t('likes.undo.label')
        ) : (
          <UndoLabel text={t('likes.undo.pass', { name })} name={name} note={isDaily ? t('likes.undo.daily') : undefined} />
        )}
      </Button>
    </form>
  )
}
