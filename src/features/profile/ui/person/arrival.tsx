import type { ReactNode } from 'react'
import type { PersonView } from '#features/profile/contract.ts'
import { tintOf } from '#shared/avatar.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { memberHome, routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Portrait } from '#ui/identity/portrait.tsx'
import { ThreadLoose } from '#ui/thread/thread-loose.tsx'
import styles from './arrival.module.css'
import { initialOf } from '#shared/text/cut.ts'

type ArrivalProps = {
  person: PersonView
  /** State of the review of their photos. */
  news: ReactNode
  /** The next evening of blind dates. */
  evening: ReactNode
}

/** Shown after the questionnaire: their portrait with a loose end, one sentence, and the link to continue. */
export function Arrival({ person: { id, firstName, avatar }, news, evening }: ArrivalProps) {
  const { t } = useI18n()
  const href = useHref()
  return (
    <section className={styles.arrival} aria-labelledby="arrival">
      <div className={styles.picture}>
        <Portrait
          src={avatar ?? undefined}
          alt={t('profile.portrait', { name: firstName })}
          initial={initialOf(firstName)}
          tint={tintOf(id)}
          priority
        />
        <ThreadLoose />
      </div>
      <h1 id="arrival">{t('profile.arrival.title')}</h1>
      <p>{t('profile.arrival.text')}</p>
      {news}
      {evening}
      <div className={styles.ways}>
        <ButtonLink wide size="l" iconEnd="arrow-right" href={href(memberHome, {})}>
          {t('profile.arrival.go')}
        </ButtonLink>
        <ButtonLink wide size="l" kind="secondary" icon="heart-handshake" href={href(routes.anonymousChat, {})}>
          {t('profile.arrival.talk')}
        </ButtonLink>
        <ButtonLink wide kind="quiet" href={href(routes.profile, {})}>
          {t('profile.settings.view')}
        </ButtonLink>
      </div>
    </section>
  )
}
