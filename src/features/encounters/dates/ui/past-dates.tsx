import { useHref, useI18n } from '#shared/i18n/context.tsx'
import type { Format } from '#shared/i18n/format.ts'
import { usePage } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import type { PastDate } from '../contract.ts'
import styles from './lobby.module.css'

type PastDatesProps = { past: readonly PastDate[]; /** In the member's time zone. */ format: Format }

/** The results of the last 24 hours, newest first. */
export function PastDates({ past, format }: PastDatesProps) {
  const { t } = useI18n()
  const href = useHref()
  const { now } = usePage()
  return (
    <section className={styles.past} aria-labelledby="past">
      <h2 id="past">{t('dates.past.title')}</h2>
      <ul className={styles.rows}>
        {past.toReversed().map(({ at, outcome, id }) => (
          <li key={`${at} ${outcome}`}>
            <p>
              <strong>{t(`dates.past.${outcome}`)}</strong> <span className={styles.quiet}>{format.moment(at, now)}</span>
              {outcome === 'alone' ? <span className={styles.line}>{t('dates.past.first')}</span> : null}
            </p>
            {id === null ? null : (
              <a className={styles.more} href={href(routes.blindDate, { id })}>
                {outcome === 'matched' ? t('dates.past.open') : t('dates.past.look')}
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
