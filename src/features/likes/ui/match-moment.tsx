import type { MatchView } from '#features/likes/contract.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routes.ts'
import { ButtonLink } from '#ui/button.tsx'
import { MatchPicture } from './match-picture.tsx'
import styles from './match-moment.module.css'

/** The match moment as a part of the page, where a plain form led after the second like. */
export function MatchMoment({ match }: { match: MatchView }) {
  const { t } = useI18n()
  const href = useHref()
  return (
    <section className={styles.moment} aria-labelledby="match-title">
      <MatchPicture match={match} />
      <div className={styles.words}>
        <h2 id="match-title">{t('likes.match.title', { name: match.firstName })}</h2>
        <p>{t('likes.match.text')}</p>
        <ButtonLink icon="message-circle" href={href(routes.messages, {}, { query: { chat: match.conversationId } })}>
          {t('likes.write')}
        </ButtonLink>
      </div>
    </section>
  )
}
