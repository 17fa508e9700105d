import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import styles from './conversation.module.css'

/** Replaces the composer once the conversation has ended: messages on screen stay until the viewer leaves. */
export function OverNote() {
  const { t } = useI18n()
  const href = useHref()
  return (
    <div className={styles.over}>
      <Notice
        action={
          <ButtonLink kind="secondary" size="s" href={href(routes.messages, {})}>
            {t('chat.back')}
          </ButtonLink>
        }
      >
        {t('chat.over')}
      </Notice>
    </div>
  )
}
