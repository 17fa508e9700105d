import type { WaitFigures } from '#features/encounters/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { languageName } from '#shared/i18n/language-name.ts'
import { useElapsed } from '#ui/hooks/use-server-clock.ts'
import styles from './queue-figures.module.css'

type QueueFiguresProps = {
  figures: readonly WaitFigures[]
  /** When the viewer started waiting, in ms. */
  since?: number
}

/** What is known of each language's waiting room; languages of which the same is known have one line. */
export function QueueFigures({ figures, since }: QueueFiguresProps) {
  const i18n = useI18n()
  const byText = Map.groupBy(figures, (of) => describeFigures(i18n, of))
  return (
    <>
      {[...byText].map(([text, languages]) => (
        <p key={text} className={styles.figures}>
          <strong>{languages.map(({ language }) => languageName(language)).join(', ')}</strong> · {text}
        </p>
      ))}
      {since === undefined ? null : <NoneNew since={since} />}
    </>
  )
}

/** Nothing is estimated: people now, and the median wait of the last hour. Both are the same for everyone. */
function describeFigures({ t, tn }: ReturnType<typeof useI18n>, { people, medianWaitMs }: WaitFigures): string {
  const count = people === null ? t('encounters.wait.few') : tn('encounters.wait.people', people)
  const seconds = medianWaitMs === null ? null : Math.max(1, Math.round(medianWaitMs / 1000))
  const wait =
    seconds === null
      ? null
      : seconds < 90
        ? tn('encounters.wait.seconds', seconds)
        : tn('encounters.wait.minutes', Math.round(seconds / 60))
  return wait ? `${count} · ${wait}` : count
}

/** After this time without a partner. */
const aloneAfterMs = 60_000

/** The same text for both causes: the queue is empty, or no one in it may be met. */
function NoneNew({ since }: { since: number }) {
  const { t } = useI18n()
  const isAlone = useElapsed(since) >= aloneAfterMs
  return <output className={styles.figures}>{isAlone ? t('encounters.wait.nobodyNew') : null}</output>
}
