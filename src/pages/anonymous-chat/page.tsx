import { useEffect, useRef, type ReactNode } from 'react'
import type { LobbyProps } from '#features/encounters/anonymous/contract.ts'
import { JoinForm } from '#features/encounters/anonymous/ui/join-form.tsx'
import { Promises } from '#features/encounters/anonymous/ui/promises.tsx'
import { useFollowSeat } from '#features/encounters/anonymous/ui/use-follow-seat.ts'
import { Waiting } from '#features/encounters/anonymous/ui/waiting.tsx'
import { LanguageFields } from '#features/encounters/pairing/ui/language-fields.tsx'
import { QueueFigures } from '#features/encounters/pairing/ui/queue-figures.tsx'
import type { WaitFigures } from '#features/encounters/contract.ts'
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

/** The start of an anonymous chat: the choice, and the wait. */
export default function AnonymousChat({ data }: { data: LobbyProps }) {
  const { t } = useI18n()
  const href = useHref()
  useFollowSeat({ page: 'lobby', shown: data.kind })
  const shown = useRef(data.kind)
  useEffect(() => {
    // Paired before the response to the press arrived, or the event was lost and the page noticed by polling.
    if (data.kind === 'paired' && (data.isNew || shown.current !== 'paired'))
      goOn(href(routes.anonymousChatRoom, { id: data.id }))
    shown.current = data.kind
  }, [data, href])
  return (
    <div className={styles.page}>
      <PageHeader title={t('anonymous.title')} text={t('anonymous.intro')} />
      <MeetingTabs current="chat" />
      <output className="visually-hidden">{data.kind === 'waiting' ? t('anonymous.waiting.title') : null}</output>
      <Lobby data={data} />
    </div>
  )
}

function Lobby({ data }: { data: LobbyProps }): ReactNode {
  const { t } = useI18n()
  const href = useHref()
  switch (data.kind) {
    case 'closed':
      return <Closed code={data.code} />
    case 'away':
      return (
        <EmptyState
          title={t('anonymous.unavailable.title')}
          text={t('anonymous.unavailable.text')}
          action={<ButtonLink href={href(routes.anonymousChat, {})}>{t('anonymous.unavailable.action')}</ButtonLink>}
        />
      )
    case 'paired':
      return (
        <EmptyState
          title={t('anonymous.paired.title')}
          text={t('anonymous.paired.text')}
          action={
            <ButtonLink size="l" href={href(routes.anonymousChatRoom, { id: data.id })}>
              {t('anonymous.paired.open')}
            </ButtonLink>
          }
        />
      )
    case 'date':
      return <Notice>{t('anonymous.date.busy')}</Notice>
    case 'waiting':
      return <Waiting {...data} figures={<Figures {...data} />} />
    case 'free':
      return <Free {...data} />
    default:
      return data satisfies never
  }
}

function Free({ languages, figures, waitsForDate }: Extract<LobbyProps, { kind: 'free' }>) {
  const choice = (view: FormView) => <LanguageFields key={languages.join()} chosen={languages} view={view} />
  return (
    <div className={styles.free}>
      <JoinForm waitsForDate={waitsForDate} languages={choice} figures={<Figures figures={figures} />} />
      <Promises />
    </div>
  )
}

function Figures({ figures, since }: { figures: readonly WaitFigures[] | null; since?: number }) {
  return figures ? <QueueFigures figures={figures} since={since} /> : null
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
            {t('anonymous.closed.profile')}
          </ButtonLink>
        ) : null
      }
    >
      {t(`common.error.${code}`)}
    </Notice>
  )
}
