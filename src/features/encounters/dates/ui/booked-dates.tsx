import { useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { ButtonLink } from '#ui/controls/button.tsx'
import { ActionButton } from '#ui/forms/action-button.tsx'
import { blindDateActions, type BookedDate } from '../contract.ts'
import type { EveningFormat } from './evening-format.ts'
import styles from './lobby.module.css'

type BookedDatesProps = { booked: readonly BookedDate[]; /** In the member's time zone. */ format: EveningFormat }

/** The member's booked evenings, to add to a calendar or cancel. */
export function BookedDates({ booked, format }: BookedDatesProps) {
  const { t } = useI18n()
  const { now } = usePage()
  return (
    <section className={styles.card} aria-labelledby="booked">
      <div>
        <h2 id="booked">{t('dates.booked.title')}</h2>
        <p className={styles.quiet}>{t('dates.booked.text')}</p>
      </div>
      <ul className={styles.rows}>
        {booked.map(({ slot }) => {
          const [iso, name] = [new Date(slot).toISOString(), `booked-${slot}`]
          return (
            <li key={slot}>
              <p id={name}>
                <strong>{format.weekday(slot, now)}</strong> {format.dayMonth(slot)}, {format.time(slot)}
              </p>
              <div className={styles.acts}>
                <ButtonLink
                  kind="secondary"
                  size="s"
                  icon="calendar"
                  href={`${blindDateActions.calendar.path}?slot=${encodeURIComponent(iso)}`}
                  aria-describedby={name}
                >
                  {t('dates.booked.calendar')}
                </ButtonLink>
                <ActionButton
                  action={blindDateActions.cancel}
                  fields={{ slot: iso }}
                  kind="quiet"
                  size="s"
                  describedBy={name}
                  stays
                >
                  {t('dates.booked.cancel')}
                </ActionButton>
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
