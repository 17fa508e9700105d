import { useState, type ReactNode } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { ActionForm, type FormView } from '#ui/forms/action-form.tsx'
import { useFocusIfLost } from '#ui/hooks/use-focus-if-lost.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { blindDateActions, type Evening } from '../contract.ts'
import type { EveningFormat } from './evening-format.ts'
import styles from './evenings.module.css'

type EveningsProps = {
  evenings: readonly Evening[]
  /** In the member's time zone. */
  format: EveningFormat
  zoneName: string
  languages: (view: FormView) => ReactNode
}

/** The next evenings: pressing a time books it. One form, so that it also works without a script. */
export function Evenings({ evenings, format, zoneName, languages }: EveningsProps) {
  const { t, tn } = useI18n()
  const { now } = usePage()
  const hasCounts = evenings.some(({ slots }) => slots.some(({ people }) => people !== null))
  const [pressed, setPressed] = useState<number | null>(null)
  return (
    <section className={styles.evenings} aria-labelledby="evenings">
      <div>
        <h2 id="evenings">{t('dates.evenings.title')}</h2>
        <p>{t('dates.evenings.text')}</p>
        <p>{t('dates.evenings.zone', { zone: zoneName })}</p>
      </div>
      <ActionForm action={blindDateActions.book} stays>
        {(view) => (
          <>
            {languages(view)}
            {view.error ? <Notice kind="error">{view.error}</Notice> : null}
            <ul className={styles.days}>
              {evenings.map(({ slots }) => {
                const first = slots[0]?.slot ?? 0
                const day = format.weekday(first, now)
                return (
                  <li key={first}>
                    <h3>
                      {day} <span>{format.dayMonth(first)}</span>
                    </h3>
                    <div className={styles.slots}>
                      {slots.map(({ slot, isBooked, people }) => {
                        const time = format.time(slot)
                        return (
                          <div key={slot} className={styles.choice}>
                            {isBooked ? (
                              <Booked time={time} />
                            ) : (
                              <button
                                name="slot"
                                value={new Date(slot).toISOString()}
                                className={styles.slot}
                                aria-label={t('dates.evenings.book', { day, time })}
                                aria-describedby={people ? `people-${slot}` : undefined}
                                aria-busy={(view.pending && pressed === slot) || undefined}
                                onClick={() => setPressed(slot)}
                              >
                                {time}
                              </button>
                            )}
                            {people ? (
                              <small id={`people-${slot}`} className={styles.people}>
                                {tn('dates.evenings.people', people)}
                              </small>
                            ) : null}
                          </div>
                        )
                      })}
                    </div>
                  </li>
                )
              })}
            </ul>
            {hasCounts ? <p>{t('dates.evenings.counted')}</p> : null}
          </>
        )}
      </ActionForm>
    </section>
  )
}

/** Replaces the button that has booked it, and takes its focus. */
function Booked({ time }: { time: string }) {
  const { t } = useI18n()
  const chip = useFocusIfLost<HTMLSpanElement>()
  return (
    <span ref={chip} tabIndex={-1} className={styles.booked}>
      <Icon name="check" size="s" />
      {time}
      <span className="visually-hidden"> {t('dates.evenings.booked')}</span>
    </span>
  )
}
