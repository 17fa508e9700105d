import type { WaitFigures } from '#features/matchmaking/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import styles from './queue-figures.module.css'

type QueueFiguresProps = {
  figures: WaitFigures
  /** The viewer is one of those who wait. */
  isWaiting: boolean
  /** Which queue it is. */
  name?: string
}

/** What is known of the queue, and nothing that is only guessed: people now, and the median wait of the last hour. */
export function QueueFigures({ figures: { people, medianWaitMs }, isWaiting, name }: QueueFiguresProps) {
  const { t, tn } = useI18n()
  const others = isWaiting ? Math.max(0, people - 1) : people
  const count = isWaiting
    ? others === 0
      ? t('encounters.wait.alone')
      : tn('encounters.wait.others', others)
    : others === 0
      ? t('encounters.wait.nobody')
      : tn('encounters.wait.people', others)
  const seconds = medianWaitMs === null ? null : Math.max(1, Math.round(medianWaitMs / 1000))
  const wait =
    seconds === null
      ? null
      : seconds < 90
        ? tn('encounters.wait.seconds', seconds)
        : tn('encounters.wait.minutes', Math.round(seconds / 60))
  return (
    <p className={styles.figures}>
      {name === undefined ? null : (
        <>
          <strong>{name}</strong> ·{' '}
        </>
      )}
      {wait ? `${count} · ${wait}` : count}
    </p>
  )
}
