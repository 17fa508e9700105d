import type { MatchPageView } from '#features/likes/contract.ts'
import { useId } from 'react'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { MatchWords } from './match-words.tsx'
import styles from './match-moment.module.css'

/** The new match as a part of the page: a plain form redirects here after the second like. */
export function MatchMoment({ match }: { match: MatchPageView }) {
  const { t } = useI18n()
  const href = useHref()
  const titleId = useId()
  return (
    <section className={styles.moment} aria-labelledby={titleId}>
      <MatchWords
        {...{ match, titleId }}
        cid={match.cid}
        say={match.say}
        openingHref={(index) => href(routes.likes, {}, { query: { tab: 'matches', match: match.id, say: index + 1 } })}
        later={
          <ButtonLink kind="quiet" wide href={href(routes.peopleNearby, {})}>
            {t('likes.match.later')}
          </ButtonLink>
        }
      />
    </section>
  )
}
