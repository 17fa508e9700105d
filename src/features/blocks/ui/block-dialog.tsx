import { blockActions } from '#features/blocks/contract.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import type { ActionDialogProps } from '#ui/overlays/guarded-actions.tsx'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Consequences } from '#ui/feedback/consequences.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { goBack, goTo } from '#ui/hooks/go-back.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { refreshPage } from '#ui/hooks/refresh-page.ts'
import { sendAction } from '#ui/forms/send-action.ts'
import { showRefusal, showToast } from '#ui/feedback/toasts.ts'
import styles from './blocks.module.css'

type BlockDialogProps = ActionDialogProps & {
  person: { id: string; firstName: string }
  /** The page to leave after the block, because it can no longer be shown: its list replaces it. A list loads again without them. */
  source: 'profile' | 'conversation' | 'list'
}

const undoMs = 6000

/** Lists the consequences of a block before it is placed. */
export function BlockDialog({ id, open, onClose, person: { id: personId, firstName: name }, source }: BlockDialogProps) {
  const { t } = useI18n()
  const href = useHref()

  async function unblock() {
    const answer = await sendAction(blockActions.unblock, { id: personId }, t('common.error.offline'))
    if (answer.kind === 'refused') return showRefusal(answer)
    showToast({ title: t('safety.blocked.doneUnblocked'), type: 'success' })
    refreshPage()
  }

  function done() {
    showToast({
      title: t('safety.blocked.doneBlocked'),
      text: t('safety.block.undoText'),
      fact: { icon: 'undo-2', text: t('safety.block.undoShort') },
      durationMs: undoMs,
      onPress: () => void unblock(),
    })
    if (source === 'conversation') void goTo(href(routes.messages, {}))
    else if (source === 'list') refreshPage()
    else goBack(href(routes.peopleNearby, {}))
  }
  return (
    <Dialog
      id={id}
      title={t('safety.block.title', { name })}
      closeLabel={t('common.form.close')}
      open={open}
      onClose={onClose}
      sheet
    >
      <ActionForm action={blockActions.block} className={styles.form} onDone={done}>
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
