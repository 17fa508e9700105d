import styles from './meter.module.css'

type MeterProps = {
  value: number
  max: number
  /** Name of the measured value. */
  label: string
  /** The value in words ('83 %', '17 of 25 left'). */
  valueText: string
}

const path = 'M8 26C40 6 72 10 104 24C132 36 164 40 182 28C204 13 196 2 184 4C170 6 174 28 202 34C240 42 266 8 312 20'

/** Two dots joined by part of the thread, by the share reached; at the maximum it ties them. */
export function Meter({ value, max, label, valueText }: MeterProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <div className={styles.meter}>
      <div className={styles.words}>
        <span className={styles.label}>{label}</span>
        <strong className={styles.value}>{valueText}</strong>
      </div>
      <svg className={styles.thread} viewBox="0 0 320 44" aria-hidden="true">
        <path className={styles.track} d={path} />
        {share > 0 ? <path className={styles.drawn} d={path} pathLength="1" strokeDasharray={`${share} 2`} /> : null}
        <circle cx="8" cy="26" r="6" />
        <circle cx="312" cy="20" r="6" className={share < 1 ? styles.open : undefined} />
      </svg>
    </div>
  )
}
