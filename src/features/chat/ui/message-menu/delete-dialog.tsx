import { useI18n } from '#shared/i18n/context.tsx'
import type { WireMessage } from '#shared/realtime/wire.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useConversation } from '../conversation/conversation-context.ts'

/** Asks for confirmation before a message is deleted for both. */
export function DeleteDialog({ message, onClose }: { message: WireMessage; onClose: () => void }) {
  const { t } = useI18n()
  const { partner, remove } = useConversation()
  const close = () => {
    onClose()
    // The message still exists, unchanged or as a note.
    document.getElementById(`m${message.seq}`)?.focus({ preventScroll: true })
  }
  return (
    <Dialog
      id="delete-message"
      title={t('chat.delete.title')}
      closeLabel={t('common.form.close')}
      open
      onClose={close}
      actions={
        <>
          <Button type="button" kind="quiet" onClick={close}>
            {t('chat.cancel')}
          </Button>
          <Button
            type="button"
            kind="danger"
            icon="trash-2"
            onClick={() => {
              close()
              remove(message.seq)
            }}
          >
            {t('chat.delete.confirm')}
          </Button>
        </>
      }
    >
      <p>{t('chat.delete.text', { name: partner.firstName })}</p>
    </Dialog>
  )
}
