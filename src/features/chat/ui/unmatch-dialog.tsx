import { apiPaths } from '#shared/api-paths.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import type { ActDialogProps } from '#ui/acts.tsx'
import { ActionForm } from '#ui/action-form.tsx'
import { Button } from '#ui/button.tsx'
import { Consequences } from '#ui/consequences.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { chatForms } from '../contract.ts'
import type { Partner } from './inbox-rows.ts'
import styles from './unmatch-dialog.module.css'

type UnmatchDialogProps = ActDialogProps & { partner: Partner }

/** Says what ends before it ends. */
export function UnmatchDialog({ id, partner, open, onClose }: UnmatchDialogProps) {
  const { t } = useI18n()
  const { conversation, firstName: name } = partner
  return (
    <Dialog id={id} title={t('chat.unmatch.title', { name })} closeLabel={t('common.form.close')} open={open} onClose={onClose}>
      <ActionForm name={chatForms.unmatch} action={apiPaths.chatUnmatch} className={styles.form}>
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
