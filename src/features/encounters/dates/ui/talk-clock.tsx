import { useI18n } from '#shared/i18n/context.tsx'
import { useSecondsLeft, useServerNow } from '#ui/hooks/use-server-clock.ts'
import { ThreadTimer } from '#ui/thread/thread-timer.tsx'
import type { Prompts } from '../contract.ts'
import { promptAt } from '../rules.ts'
import { lastSeconds } from './countdown.tsx'
import styles from './talk-clock.module.css'

type TalkClockProps = { /** By the server's clock, in ms. */ until: number; prompts: Prompts }

/** The time left of the talk, and a prompt below it; in the last ten seconds nothing but the seconds. */
export function TalkClock({ until, prompts }: TalkClockProps) {
  const { t, format } = useI18n()
  const seconds = useSecondsLeft(until)
  const isLast = seconds <= lastSeconds
  const share = ((seconds - 1) * 1000) / (isLast ? lastSeconds * 1000 : until - prompts.startedAt)
  return (
    <div className={styles.clock} data-last={isLast || undefined}>
      <div className={styles.time}>
        <ThreadTimer key={String(isLast)} share={share} isLast={isLast} />
        <p role="timer" aria-live="off">
          <span className="visually-hidden">{t('dates.talk.left')} </span>
          {format.timer(seconds)}
        </p>
      </div>
      {isLast ? <p className={styles.words}>{t('dates.talk.last')}</p> : <Prompt {...prompts} />}
    </div>
  )
}

function Prompt(prompts: Prompts) {
  const { t } = useI18n()
  const index = promptAt(prompts, useServerNow())
  const text = prompts.texts[index]
  return text === undefined ? null : (
    <p className={styles.words} key={index}>
      <span className={styles.label}>{t('dates.talk.prompt')}</span> {text}
    </p>
  )
}
