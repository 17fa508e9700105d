import type { WaitFigures } from '#features/encounters/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { useElapsed } from '#ui/hooks/use-server-clock.ts'
import styles from './queue-figures.module.css'

type QueueFiguresProps = {
  figures: WaitFigures
  /** The viewer waits since then, in ms. */
  since?: number
  /** Which queue it is. */
  name?: string
}

/**
 * What is known of the queue, and nothing that is only guessed: people now, and the median wait of the last hour. Both are the
 * same for everybody.
 */
export function QueueFigures({ figures: { people, medianWaitMs }, since, name }: QueueFiguresProps) {
  const { t, tn } = useI18n()
  const count = people === null ? t('encounters.wait.few') : tn('encounters.wait.people', people)
  const seconds = medianWaitMs === null ? null : Math.max(1, Math.round(medianWaitMs / 1000))
  const wait =
    seconds === null
      ? null
      : seconds < 90
        ? tn('encounters.wait.seconds', seconds)
        : tn('encounters.wait.minutes', Math.round(seconds / 60))
  return (
    <>
      <p className={styles.figures}>
        {name === undefined ? null : (
          <>
            <strong>{name}</strong> ·{' '}
          </>
        )}
        {wait ? `${count} · ${wait}` : count}
      </p>
      {since === undefined ? null : <NoneNew since={since} />}
    </>
  )
}

/** No partner was found within so long. */
const aloneAfterMs = 60_000

/** The same words whatever the cause: that the queue is empty, or that none in it may be met. */
function NoneNew({ since }: { since: number }) {
  const { t } = useI18n()
  const isAlone = useElapsed(since) >= aloneAfterMs
  return <output className={styles.figures}>{isAlone ? t('encounters.wait.nobodyNew') : null}</output>
}
