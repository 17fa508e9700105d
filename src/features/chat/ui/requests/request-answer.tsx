import { requestActions } from '#features/chat/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import type { Partner } from '../inbox/inbox-rows.ts'
import styles from './request.module.css'

/** The buttons to accept or decline; both answers lead to another page. */
export function RequestAnswer({ partner: { conversation, firstName: name } }: { partner: Partner }) {
  const { t } = useI18n()
  return (
    <div className={styles.answer}>
      {(['accept', 'decline'] as const).map((answer) => (
        <ActionForm key={answer} action={answer === 'accept' ? requestActions.accept : requestActions.decline}>
          {({ error, pending }) => (
            <>
              <input type="hidden" name="conversation" value={conversation} />
              <Button
                size="s"
                kind={answer === 'accept' ? 'primary' : 'secondary'}
                pending={pending}
                aria-label={t(`chat.request.${answer}Label`, { name })}
              >
                {t(`chat.request.${answer}`)}
              </Button>
              {error ? <Notice kind="error">{error}</Notice> : null}
            </>
          )}
        </ActionForm>
      ))}
    </div>
  )
}
