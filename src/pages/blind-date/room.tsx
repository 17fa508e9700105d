import { useRef, type ReactNode } from 'react'
import { blindDateActions } from '#features/encounters/dates/contract.ts'
import { PhaseNews } from '#features/encounters/dates/ui/countdown.tsx'
import { Offer } from '#features/encounters/dates/ui/offer.tsx'
import { useFollowFromDate } from '#features/encounters/dates/ui/use-follow-dates.ts'
import { Vote } from '#features/encounters/dates/ui/vote.tsx'
import type { EncounterView } from '#features/encounters/contract.ts'
import { AliasAvatar } from '#features/encounters/talk/ui/alias-avatar.tsx'
import { LeaveAsk } from '#features/encounters/talk/ui/room/leave-ask.tsx'
import { RoomFrame } from '#features/encounters/talk/ui/room/room-frame.tsx'
import { useAliasNames } from '#features/encounters/talk/ui/use-alias-names.ts'
import { useDiscardUnsent } from '#features/encounters/talk/ui/use-discard-unsent.ts'
import { EncounterReportDialog } from '#features/reports/ui/lazy-encounter.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { useRefreshWhenDue } from '#ui/hooks/use-server-clock.ts'
import { useGuardedActions, type GuardedAction } from '#ui/overlays/guarded-actions.tsx'
import { ThreadMatch } from '#ui/thread/thread-match.tsx'
import { ThreadSealed } from '#ui/thread/thread-sealed.tsx'
import { EndedDate } from './ended-date.tsx'
import styles from './page.module.css'
import type { DatePageProps } from './props.ts'
import { Talk } from './talk.tsx'

/** A date in any phase. The page follows the events, and reloads its data when the clock has ended a phase. */
export function Room(props: DatePageProps) {
  const { view, isNoScript } = props
  const { t } = useI18n()
  const names = useAliasNames(view)
  const header = useRef<HTMLElement>(null)
  const report = useReport(view.id)
  const { buttonOf, dialogs } = useGuardedActions({ actions: [report], isNoScript }, header)
  const isOver = view.phase === 'ended' || view.phase === 'matched'
  const exits = (
    <>
      <IconButton icon="flag" label={report.label} data-act={report.id} {...buttonOf(report)} />
      {isOver || view.phase === 'offered' ? null : <LeaveAsk action={blindDateActions.leave} id={view.id} stays />}
    </>
  )
  const frame = { partner: view.partner, name: names.partner, exits, header }
  return (
    <>
      {isOver ? null : <Follow view={view} />}
      {view.phase === 'talking' ? null : <DiscardUnsent id={view.id} />}
      <PhaseNews until={view.until}>{newsOf(view, t)}</PhaseNews>
      {view.phase === 'talking' ? (
        <Talk {...props} frame={frame} names={names} news={<News {...props} />} />
      ) : (
        <RoomFrame {...frame} isConnected={!isOver}>
          <Moment {...props} name={names.self} news={<News {...props} />} />
        </RoomFrame>
      )}
      {dialogs}
    </>
  )
}

type MomentProps = DatePageProps & { name: string; news: ReactNode }

/** Content and buttons outside the talk. */
function Moment({ view, done, name, news }: MomentProps): ReactNode {
  const portraits = {
    left: <AliasAvatar seed={view.self.seed} size="xl" />,
    right: <AliasAvatar seed={view.partner.seed} size="xl" />,
  }
  switch (view.phase) {
    case 'offered':
      return <Offer view={view} name={name} picture={<ThreadMatch {...portraits} />} news={news} />
    case 'voting':
      return <Vote view={view} picture={<ThreadSealed {...portraits} isGiven={view.own.voted !== null} />} news={news} />
    default:
      return <EndedDate view={view} done={done} />
  }
}

/** Without a script nothing updates by itself. */
function News({ view, isNoScript }: DatePageProps) {
  const { t } = useI18n()
  const href = useHref()
  if (!isNoScript) return null
  return (
    <a className={styles.news} href={href(routes.blindDate, { id: view.id })}>
      {view.phase === 'talking' ? t('encounters.news') : t('encounters.wait.check')}
    </a>
  )
}

function Follow({ view: { id, phase, until } }: { view: EncounterView }) {
  useFollowFromDate({ id, isOffered: phase === 'offered' })
  useRefreshWhenDue(until)
  return null
}

function DiscardUnsent({ id }: { id: string }) {
  useDiscardUnsent(id)
  return null
}

/** Spoken to screen readers when a phase begins. */
function newsOf({ phase, own }: EncounterView, t: ReturnType<typeof useI18n>['t']): string {
  switch (phase) {
    case 'offered':
      return own.accepted ? t('dates.offer.ready') : t('dates.offer.title')
    case 'talking':
      return t('dates.talk.begun')
    case 'voting':
      return t('dates.vote.title')
    default:
      return t('dates.ended.title')
  }
}

function useReport(encounter: string): GuardedAction {
  const { t } = useI18n()
  const lines = [t('dates.report.ends'), t('dates.report.silent'), t('dates.report.text')]
  return {
    id: 'report',
    icon: 'flag',
    label: t('dates.report.open'),
    renderDialog: (props) => (
      <EncounterReportDialog
        {...props}
        action={blindDateActions.report}
        encounter={encounter}
        title={t('dates.report.title')}
        lines={lines}
      />
    ),
  }
}
