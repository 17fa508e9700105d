import { apiPaths } from '#shared/api-paths.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import type { ActDialogProps } from '#ui/acts.tsx'
import { ActionForm } from '#ui/action-form.tsx'
import { Button } from '#ui/button.tsx'
import { Consequences } from '#ui/consequences.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { blockForms } from '../contract.ts'
import styles from './blocks.module.css'

type BlockDialogProps = ActDialogProps & { person: { id: string; firstName: string } }

/** Says exactly what a block does before it does it. */
export function BlockDialog({ id, open, onClose, person: { id: personId, firstName: name } }: BlockDialogProps) {
  const { t } = useI18n()
  return (
    <Dialog id={id} title={t('safety.block.title', { name })} closeLabel={t('common.form.close')} open={open} onClose={onClose}>
      <ActionForm name={blockForms.block} action={apiPaths.block} className={styles.form}>
        {({ error, pending }) => (
          <>
            <Consequences
              lines={[
                t('safety.block.now'),
                t('safety.block.ends'),
                t('safety.block.silent', { name }),
                t('safety.block.undo'),
                t('safety.block.report', { name }),
              ]}
            />
            {error ? <Notice kind="error">{error}</Notice> : null}
            <input type="hidden" name="id" value={personId} />
            <Button kind="danger" icon="ban" pending={pending}>
              {t('safety.block.confirm')}
            </Button>
          </>
        )}
      </ActionForm>
    </Dialog>
  )
}
