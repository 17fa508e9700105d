import { Suspense, useEffect, useRef, type ReactNode } from 'react'
import type { DatesProps } from '#features/encounters/dates/contract.ts'
import { BookedDates } from '#features/encounters/dates/ui/booked-dates.tsx'
import { Evenings } from '#features/encounters/dates/ui/evenings.tsx'
import { NowPanel } from '#features/encounters/dates/ui/now-panel.tsx'
import { PastDates } from '#features/encounters/dates/ui/past-dates.tsx'
import { Promises } from '#features/encounters/dates/ui/promises.tsx'
import { useFollowFromLobby } from '#features/encounters/dates/ui/use-follow-dates.ts'
import { useZoneFormat } from '#features/encounters/dates/ui/use-zone-format.ts'
import { Lobby } from '#features/encounters/dates/ui/lobby/lazy.ts'
import { WaitAlert } from '#features/encounters/dates/ui/wait-alert.tsx'
import { Waiting } from '#features/encounters/dates/ui/waiting.tsx'
import { FoldedLanguages } from '#features/encounters/pairing/ui/language-fields.tsx'
import { QueueFigures } from '#features/encounters/pairing/ui/queue-figures.tsx'
import { AliasAvatar } from '#features/encounters/talk/ui/alias-avatar.tsx'
import { goOn } from '#features/encounters/talk/ui/go-on.ts'
import { MeetingTabs } from '#features/encounters/talk/ui/meeting-tabs.tsx'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import type { FormView } from '#ui/forms/action-form.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import styles from './page.module.css'

type OpenDates = Extract<DatesProps, { kind: 'open' }>

/** The start of a blind date: at once, or on one of the next evenings. */
export default function BlindDates({ data }: { data: DatesProps }) {
  const { t } = useI18n()
  useFollowFromLobby()
  useGoToDate(data)
  return (
    <div className={styles.page}>
      <PageHeader title={t('dates.title')} text={t('dates.intro')} />
      <MeetingTabs current="dates" />
      <Content data={data} />
    </div>
  )
}

/** A date has just begun, or it began while the page was open and its event was lost or another navigation interrupted it. */
function useGoToDate(data: DatesProps): void {
  const href = useHref()
  const seat = data.kind === 'open' ? data.seat : null
  const shown = useRef(seat?.state)
  useEffect(() => {
    const isOther = shown.current !== undefined && shown.current !== 'date'
    if (seat?.state === 'date' && (seat.isNew || isOther)) goOn(href(routes.blindDate, { id: seat.id }))
    shown.current = seat?.state
  }, [seat, href])
}

function Content({ data }: { data: DatesProps }): ReactNode {
  const { t } = useI18n()
  const href = useHref()
  switch (data.kind) {
    case 'closed':
      return (
        <>
          {data.date === null ? null : <OnDate id={data.date} />}
          <Closed code={data.code} />
        </>
      )
    case 'away':
      return (
        <EmptyState
          title={t('dates.unavailable.title')}
          text={t('dates.unavailable.text')}
          action={<ButtonLink href={href(routes.blindDates, {})}>{t('dates.unavailable.action')}</ButtonLink>}
        />
      )
    case 'open':
      return <Open {...data} />
    default:
      return data satisfies never
  }
}

function Open(data: OpenDates) {
  const { t } = useI18n()
  const { seat, booked, past, evenings, timeZone, zoneName, languages, figures, lobby, alert } = data
  const format = useZoneFormat(timeZone)
  const isWaiting = seat.state === 'waiting'
  // The search begins with the slot of a booked evening.
  const waiting = seat.state === 'waiting' ? { since: Math.max(seat.since, seat.slot ?? 0) } : {}
  const queue = figures ? <QueueFigures figures={figures} {...waiting} /> : null
  const choice = (view: FormView) => <FoldedLanguages key={languages.join()} chosen={languages} view={view} />
  // The lobby has its own cancel button.
  const ahead = booked.filter(({ slot }) => slot !== lobby?.slot)
  const isFree = lobby === null && (seat.state === 'free' || seat.state === 'chat')
  return (
    <div className={styles.open}>
      <output className="visually-hidden">{isWaiting && lobby === null ? t('dates.waiting.title') : null}</output>
      <div className={styles.main}>
        {seat.state === 'date' ? <OnDate id={seat.id} /> : null}
        {lobby === null ? null : (
          <Suspense fallback={null}>
            <Lobby
              lobby={lobby}
              isInChat={seat.state === 'chat'}
              drawing={seat.state === 'waiting' ? <AliasAvatar seed={seat.seed} size="xl" /> : null}
              format={format}
              figures={queue}
            />
          </Suspense>
        )}
        {isWaiting && lobby === null ? <Waiting since={seat.since} figures={queue} /> : null}
        {ahead.length > 0 ? <BookedDates booked={ahead} format={format} /> : null}
        <Evenings evenings={evenings} format={format} zoneName={zoneName} languages={choice} />
        {past.length > 0 ? <PastDates past={past} format={format} /> : null}
      </div>
      <div className={styles.aside}>
        {lobby === null ? <Promises /> : null}
        {isFree && alert ? <WaitAlert alert={alert} languages={languages} format={format} /> : null}
        {isFree ? (
          <div className={styles.now}>
            <NowPanel seat={seat} languages={choice} figures={queue} />
          </div>
        ) : null}
      </div>
    </div>
  )
}

function OnDate({ id }: { id: string }) {
  const { t } = useI18n()
  const href = useHref()
  return (
    <EmptyState
      title={t('dates.on.title')}
      text={t('dates.on.text')}
      action={
        <ButtonLink size="l" href={href(routes.blindDate, { id })}>
          {t('dates.on.open')}
        </ButtonLink>
      }
    />
  )
}

/** Shows the reason, with the text of an action's refusal. */
function Closed({ code }: { code: 'profile-paused' | 'encounters-paused' }) {
  const { t } = useI18n()
  const href = useHref()
  return (
    <Notice
      kind="warn"
      action={
        code === 'profile-paused' ? (
          <ButtonLink kind="secondary" size="s" href={href(routes.profileSettings, {})}>
            {t('dates.closed.profile')}
          </ButtonLink>
        ) : null
      }
    >
      {t(`common.error.${code}`)}
    </Notice>
  )
}
