import { Suspense, useRef, type RefObject } from 'react'
import { anonymousActions, type RoomProps } from '#features/encounters/anonymous/contract.ts'
import { AgainForm, RevealForm } from '#features/encounters/anonymous/ui/room-forms.tsx'
import { useFollowSeat } from '#features/encounters/anonymous/ui/use-follow-seat.ts'
import { encounterKeptMs } from '#features/encounters/contract.ts'
import { Ended } from '#features/encounters/talk/ui/room/ended.tsx'
import { PartnerStatus } from '#features/encounters/talk/ui/partner-status.tsx'
import { LeaveAsk } from '#features/encounters/talk/ui/room/leave-ask.tsx'
import { RoomActions, RoomFoot, RoomFrame } from '#features/encounters/talk/ui/room/room-frame.tsx'
import { TalkComposer } from '#features/encounters/talk/ui/talk-composer.tsx'
import { TalkLog } from '#features/encounters/talk/ui/talk-log.tsx'
import { TalkStart } from '#features/encounters/talk/ui/talk-start.tsx'
import { useAliasNames } from '#features/encounters/talk/ui/use-alias-names.ts'
import { useTalk, useTalkState } from '#features/encounters/talk/ui/use-talk.ts'
import { EncounterReportDialog, UrgentHelp } from '#features/reports/ui/lazy-encounter.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { useGuardedActions, type GuardedAction } from '#ui/overlays/guarded-actions.tsx'
import styles from './page.module.css'

type RoomPageProps = Extract<RoomProps, { kind: 'chat' }> & {
  /** Text that was typed and not sent. */ unsentRef: RefObject<string>
}

/** The talk of two strangers under their made-up names. Once it has ended, the same page shows the end and takes reports. */
export function Room({ view, history, cid, isNoScript, done, unsentRef }: RoomPageProps) {
  const { t } = useI18n()
  const href = useHref()
  const names = useAliasNames(view)
  const talk = useTalk(view, history)
  const isOver = useTalkState(talk, (state) => state.isOver)
  const isEnded = view.phase === 'ended' || view.phase === 'matched'
  const header = useRef<HTMLElement>(null)
  const report = useReport(view.id)
  const { buttonOf, dialogs } = useGuardedActions({ actions: [report], isNoScript }, header)
  return (
    <RoomFrame
      partner={view.partner}
      name={names.partner}
      header={header}
      isConnected={!isEnded}
      status={isEnded ? null : <PartnerStatus talk={talk} name={names.partner} />}
      exits={
        <>
          <IconButton icon="flag" label={report.label} data-act={report.id} {...buttonOf(report)} />
          {isEnded ? null : <LeaveAsk action={anonymousActions.leave} id={view.id} />}
        </>
      }
    >
      {isEnded ? null : <FollowSeat id={view.id} />}
      <output className="visually-hidden">
        {isEnded ? t('anonymous.ended.title') : view.own.revealed ? t('anonymous.room.pressed') : null}
      </output>
      <TalkLog view={view} talk={talk}>
        <TalkStart view={view} />
      </TalkLog>
      <RoomFoot>
        {isEnded ? (
          <EndedChat view={view} done={done} />
        ) : (
          <>
            {isNoScript ? (
              <a className={styles.news} href={href(routes.anonymousChatRoom, { id: view.id })}>
                {t('encounters.news')}
              </a>
            ) : null}
            <RoomActions>
              <div className={styles.choices}>
                <LeaveAsk
                  action={anonymousActions.next}
                  id={view.id}
                  next={{ open: t('anonymous.room.next'), confirm: t('anonymous.ended.again') }}
                />
                <RevealForm id={view.id} isPressed={view.own.revealed} />
              </div>
            </RoomActions>
            {isOver ? null : <TalkComposer encounter={view.id} name={names.partner} cid={cid} unsentRef={unsentRef} />}
          </>
        )}
      </RoomFoot>
      {dialogs}
    </RoomFrame>
  )
}

function EndedChat({ view: { id, endedAt }, done }: Pick<RoomPageProps, 'view' | 'done'>) {
  const { t, format } = useI18n()
  const href = useHref()
  const { now } = usePage()
  const reportUntil = done === null && endedAt !== null ? endedAt + encounterKeptMs : null
  return (
    <>
      {done === 'urgent' ? (
        <Suspense fallback={null}>
          <UrgentHelp />
        </Suspense>
      ) : null}
      <Ended
        title={t('anonymous.ended.title')}
        text={done ? t('anonymous.report.done') : t('anonymous.ended.text')}
        report={
          reportUntil ? t('anonymous.ended.report', { day: format.day(reportUntil, now), time: format.time(reportUntil) }) : null
        }
      >
        <AgainForm id={id} />
        <ButtonLink kind="quiet" href={href(routes.anonymousChat, {})}>
          {t('anonymous.ended.back')}
        </ButtonLink>
      </Ended>
    </>
  )
}

/** Leaves for a chat that continues elsewhere; an ended one stays on screen, because somebody may be reporting it. */
function FollowSeat({ id }: { id: string }) {
  useFollowSeat({ page: 'room', id })
  return null
}

function useReport(encounter: string): GuardedAction {
  const { t } = useI18n()
  const lines = [t('anonymous.report.ends'), t('anonymous.report.silent'), t('anonymous.report.text')]
  return {
    id: 'report',
    icon: 'flag',
    label: t('anonymous.report.open'),
    renderDialog: (props) => (
      <EncounterReportDialog
        {...props}
        action={anonymousActions.report}
        encounter={encounter}
        title={t('anonymous.report.title')}
        lines={lines}
      />
    ),
  }
}
