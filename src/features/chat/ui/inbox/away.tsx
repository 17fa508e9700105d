import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import styles from '../conversation/conversation.module.css'

/** Replaces the messages if their source does not answer. */
export function Away({ conversation }: { conversation: string }) {
  const { t } = useI18n()
  const href = useHref()
  return (
    <div className={styles.away}>
      <EmptyState
        level={3}
        title={t('chat.away.title')}
        text={t('chat.away.text')}
        action={
          <ButtonLink kind="secondary" href={href(routes.messages, {}, { query: { chat: conversation } })}>
            {t('common.form.retry')}
          </ButtonLink>
        }
      />
    </div>
  )
}
