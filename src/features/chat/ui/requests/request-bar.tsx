import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import type { Partner } from '../inbox/inbox-rows.ts'
import { RequestAnswer } from './request-answer.tsx'
import styles from './request.module.css'

/** Replaces the composer while a request is pending. */
export function RequestBar({ partner }: { partner: Partner }) {
  const { t } = useI18n()
  const href = useHref()
  const { firstName: name, memberId } = partner
  const profile = <a href={href(routes.profileInfo, { id: memberId })}>{t('chat.request.profile', { name })}</a>
  if (partner.stage === 'outgoing') {
    return (
      <div className={styles.bar}>
        <p>
          <strong>{t('chat.request.waiting', { name })}</strong> {t('chat.request.waitingText', { name })}
        </p>
        {profile}
      </div>
    )
  }
  return (
    <div className={styles.bar}>
      <p>
        <strong>{t('chat.request.incoming', { name })}</strong> {t('chat.request.incomingText', { name })}
      </p>
      <RequestAnswer partner={partner} />
      {profile}
    </div>
  )
}
