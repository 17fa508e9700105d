import { useRef, useState } from 'react'
import type { ProfileSettingsProps, EditRow } from '#features/profile/contract.ts'
import { titleOfRow } from '#features/profile/ui/edit/describe-row.ts'
import { isAnswerRow } from '#features/profile/ui/edit/edit-rows.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import type { Autosave } from '#ui/forms/use-autosave.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import type { ActionBody } from '#ui/forms/send-action.ts'
import { isPressed, RowEditor } from './row-editor.tsx'
import { RowText } from './row-text.tsx'

export type SheetProps = {
  row: EditRow
  data: ProfileSettingsProps
  onSaved: (revision: number, body: ActionBody | null) => void
  onClosed: () => void
  /** Opens another row in place of this one. */
  onOpen: (row: EditRow) => void
}

/**
 * One row's form over the page. Closing it saves pending changes. After a refusal it stays open with the reason until it
 * is closed again.
 */
export function RowSheet({ row, data, onSaved, onClosed, onOpen }: SheetProps) {
  const translator = useI18n()
  const { t } = translator
  const autosave = useRef<Autosave>(null)
  const [open, setOpen] = useState(true)
  const wasRefused = useRef(false)
  const close = async () => {
    setOpen(false)
    const isSettled = wasRefused.current || !autosave.current || (await autosave.current.flush())
    wasRefused.current = !isSettled
    if (isSettled) onClosed()
    else setOpen(true)
  }
  // Saved answers do not reach the form while it is open. The result of a press is known once the page has been reloaded,
  // possibly after the row is reopened.
  const [opened] = useState(data)
  return (
    <Dialog
      id="row-sheet"
      sheet
      open={open}
      onClose={close}
      title={titleOfRow(row, opened, translator)}
      closeLabel={t('common.form.close')}
      actions={
        isPressed(row) && row !== 'answers' ? null : (
          <Button type="button" kind="secondary" onClick={() => setOpen(false)}>
            {t('profile.settings.done')}
          </Button>
        )
      }
    >
      <RowText row={row} />
      <RowEditor
        row={row}
        data={isPressed(row) ? data : opened}
        inSheet
        autosave={autosave}
        onOpen={onOpen}
        onSaved={(revision, body) => {
          wasRefused.current = false
          onSaved(revision, body)
          if (isAnswerRow(row)) onOpen('answers')
          else if (body === null) setOpen(false)
        }}
      />
    </Dialog>
  )
}
