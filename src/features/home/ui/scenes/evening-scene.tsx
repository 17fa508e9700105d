import { dateTimes } from '#features/encounters/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { strangers, type DrawAlias } from '../faces.ts'
import styles from './evening-scene.module.css'

const { talkMs, voteMs } = dateTimes
const moments = [
  { key: 'one', ms: 0 },
  { key: 'two', ms: talkMs },
  { key: 'three', ms: talkMs + voteMs },
] as const

/** A blind date from its first minute to its last: the thread runs through the evening and is tied at its end. */
export function EveningScene({ drawAlias }: { drawAlias: DrawAlias }) {
  const { t, format } = useI18n()
  return (
    <div className={styles.evening}>
      <div className={styles.pair}>
        {drawAlias(strangers.three)}
        <svg className={styles.thread} viewBox="0 0 120 60" aria-hidden="true">
          <path d="M0 30C18 8 34 12 46 30C56 46 74 46 72 30C70 14 52 20 56 36C60 54 98 50 120 28" />
        </svg>
        {drawAlias(strangers.four)}
      </div>
      <ol>
        {moments.map(({ key, ms }, index) => (
          <li key={key}>
            <span className={styles.time}>{format.timer(ms / 1000)}</span>
            <span>{t(`home.evening.${key}`)}</span>
            {index < moments.length - 1 ? <span className={styles.rest} /> : null}
          </li>
        ))}
      </ol>
    </div>
  )
}
