import styles from './meter.module.css';

type MeterProps = {
  value: number;
  max: number;
  /** What is measured. */
  label: string;
  /** The value in words ('83 %', '17 of 25 left'). */
  valueText: string;
  kind?: 'compatibility' | 'quota';
};

const path = 'M10 16C26 4 42 4 58 14S90 26 106 16 138 6 150 16';

/** Two dots and as much of the thread between them as there is; at the maximum they are tied. */
export function Meter({ value, max, label, valueText, kind = 'compatibility' }: MeterProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <div className={`${styles.meter} ${styles[kind]}`}>
      <div className={styles.words}>
        <span className={styles.label}>{label}</span>
        <strong className={styles.value}>{valueText}</strong>
      </div>
      <svg
        className={styles.thread}
        viewBox="0 0 160 32"
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value}
        aria-valuetext={valueText}
      >
        <path className={styles.track} d={path} />
        {share > 0 ? <path className={styles.drawn} d={path} pathLength="1" strokeDasharray={`${share} 2`} /> : null}
        <circle cx="10" cy="16" r="6" />
        <circle cx="150" cy="16" r="6" className={share < 1 ? styles.open : undefined} />
      </svg>
    </div>
  );
}
