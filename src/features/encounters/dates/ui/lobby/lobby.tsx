import type { ReactNode } from 'react'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import type { Format } from '#shared/i18n/format.ts'
import { routes } from '#shared/routing/routes.ts'
import { countedTime, WaitingRoom, withScript } from '#ui/feedback/waiting-room.tsx'
import { ActionButton } from '#ui/forms/action-button.tsx'
import { useSecondsLeft, useWaitingRefresh } from '#ui/hooks/use-server-clock.ts'
import { ThreadMatch } from '#ui/thread/thread-match.tsx'
import { blindDateActions, type DateLobby } from '#features/encounters/dates/contract.ts'
import styles from './lobby.module.css'
import { LookAgain } from '../waiting.tsx'

type LobbyProps = {
  lobby: DateLobby
  /** In an anonymous chat, which has to end before the lobby admits the member. */
  isInChat: boolean
  /** The member's in the date to come; null until the lobby has admitted them. */
  drawing: ReactNode
  /** In the member's time zone. */
  format: Format
  figures: ReactNode
}

/** The minutes before a booked evening, and the search from its slot on. Nothing moves when one becomes the other. */
export function Lobby({ lobby: { slot, closesAt, prompts }, isInChat, drawing, format, figures }: LobbyProps) {
  const { t } = useI18n()
  const seconds = useSecondsLeft(slot)
  useWaitingRefresh()
  const time = format.time(slot)
  const isBefore = seconds > 0
  return (
    <WaitingRoom
      title={<OneOf isFirst={isBefore} first={t('dates.lobby.title', { time })} second={t('dates.waiting.title')} />}
      picture={<OwnDrawing drawing={drawing} />}
    >
      <div className={styles.clock}>
        <OneOf
          as="div"
          isFirst={isBefore}
          first={
            <p className={`${countedTime} ${styles.countdown}`} role="timer" aria-live="off">
              <span className="visually-hidden">{t('dates.lobby.left')} </span>
              {format.timer(seconds)}
            </p>
          }
          second={figures}
        />
      </div>
      {isInChat ? (
        <InChat />
      ) : (
        <p className={`${withScript} ${styles.text}`}>
          <OneOf isFirst={isBefore} first={t('dates.lobby.text')} second={t('dates.lobby.search')} />
        </p>
      )}
      <LookAgain />
      <ol className={styles.steps}>
        <li>{t('dates.lobby.steps.search', { time })}</li>
        <li>{t('dates.lobby.steps.talk')}</li>
        <li>{t('dates.lobby.steps.vote')}</li>
      </ol>
      <Prompts texts={prompts} />
      <p className={styles.quiet}>{t('dates.lobby.late', { time: format.time(closesAt) })}</p>
      <p className={styles.quiet}>{t('dates.lobby.calm')}</p>
      <ActionButton action={blindDateActions.cancel} fields={{ slot: new Date(slot).toISOString() }} kind="secondary" stays>
        {t('dates.lobby.leave')}
      </ActionButton>
    </WaitingRoom>
  )
}

type OneOfProps = { isFirst: boolean; first: ReactNode; second: ReactNode; /** `div`: around paragraphs. */ as?: 'span' | 'div' }

/** Shows one of two and keeps the space that the larger one needs. */
function OneOf({ isFirst, first, second, as: Each = 'span' }: OneOfProps) {
  return (
    <Each className={styles.oneOf}>
      <Each className={isFirst ? undefined : styles.none}>{first}</Each>
      <Each className={isFirst ? styles.none : undefined}>{second}</Each>
    </Each>
  )
}

/** The drawing of the date to come, tied to one that is still empty. */
function OwnDrawing({ drawing }: Pick<LobbyProps, 'drawing'>) {
  const { t } = useI18n()
  return (
    <figure className={styles.drawing}>
      <ThreadMatch left={drawing ?? <span className={styles.empty} />} right={<span className={styles.empty} />} />
      <figcaption className={drawing === null ? styles.none : undefined}>{t('dates.lobby.own')}</figcaption>
    </figure>
  )
}

function InChat() {
  const { t } = useI18n()
  const href = useHref()
  return (
    <>
      <p>{t('dates.lobby.inChat')}</p>
      <p>
        <a className="alone" href={href(routes.anonymousChat, {})}>
          {t('dates.now.toChat')}
        </a>
      </p>
    </>
  )
}

function Prompts({ texts }: { texts: readonly string[] }) {
  const { t } = useI18n()
  if (texts.length === 0) return null
  return (
    <section className={styles.prompts} aria-labelledby="prompts">
      <h3 id="prompts">{t('dates.lobby.prompts')}</h3>
      <ul>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  )
}
