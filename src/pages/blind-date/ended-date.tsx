import { Suspense } from 'react'
import { blindDateActions } from '#features/encounters/dates/contract.ts'
import { Stage } from '#features/encounters/dates/ui/stage.tsx'
import { encounterKeptMs } from '#features/encounters/contract.ts'
import { UrgentHelp } from '#features/reports/ui/lazy-encounter.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { ActionButton } from '#ui/forms/action-button.tsx'
import { ThreadLoose } from '#ui/thread/thread-loose.tsx'
import styles from './page.module.css'
import type { DatePageProps } from './props.ts'

/** The same end for both, regardless of the reason. */
export function EndedDate({ view: { endedAt }, done }: Pick<DatePageProps, 'view' | 'done'>) {
  const { t, format } = useI18n()
  const href = useHref()
  const { now } = usePage()
  const reportUntil = done === null && endedAt !== null ? endedAt + encounterKeptMs : null
  return (
    <Stage
      picture={<ThreadLoose />}
      title={t('dates.ended.title')}
      text={
        <>
          <p>{done ? t('dates.report.done') : t('dates.ended.text')}</p>
          {reportUntil ? (
            <p>{t('dates.ended.report', { day: format.day(reportUntil, now), time: format.time(reportUntil) })}</p>
          ) : null}
          {done === 'urgent' ? (
            <div className={styles.help}>
              <Suspense fallback={null}>
                <UrgentHelp />
              </Suspense>
            </div>
          ) : null}
        </>
      }
    >
      <ActionButton action={blindDateActions.now} size="l" wide>
        {t('dates.ended.again')}
      </ActionButton>
      <ButtonLink kind="quiet" wide href={href(routes.blindDates, {})}>
        {t('dates.back')}
      </ButtonLink>
    </Stage>
  )
}
