import { chatActions } from '#features/chat/contract.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import type { ActionDialogProps } from '#ui/overlays/guarded-actions.tsx'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Consequences } from '#ui/feedback/consequences.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { goTo } from '#ui/hooks/go-back.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import type { Partner } from '../inbox/inbox-rows.ts'
import styles from './unmatch-dialog.module.css'

type UnmatchDialogProps = ActionDialogProps & { partner: Partner }

/** Explains what an unmatch ends, before it is done. */
export function UnmatchDialog({ id, partner, open, onClose }: UnmatchDialogProps) {
  const { t } = useI18n()
  const href = useHref()
  const { conversation, firstName: name } = partner
  function done() {
    showToast({ title: t('chat.unmatch.done', { name }), type: 'success' })
    void goTo(href(routes.messages, {}))
  }
  return (
    <Dialog id={id} title={t('chat.unmatch.title', { name })} closeLabel={t('common.form.close')} open={open} onClose={onClose}>
      <ActionForm action={chatActions.unmatch} className={styles.form} onDone={done}>
        {({ error, pending }) => (
          <>
            <Consequences
              lines={[t('chat.unmatch.gone', { name }), t('chat.unmatch.silent', { name }), t('chat.unmatch.final')]}
            />
            {error ? <Notice kind="error">{error}</Notice> : null}
            <input type="hidden" name="conversation" value={conversation} />
            <Button kind="danger" icon="heart-off" pending={pending}>
              {t('chat.unmatch.confirm')}
            </Button>
          </>
        )}
      </ActionForm>
    </Dialog>
  )
}
