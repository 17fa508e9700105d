import styles from './consequences.module.css'

/** The consequences of an action, one line each, shown before it is done. */
export function Consequences({ lines }: { lines: readonly string[] }) {
  return (
    <ul className={styles.list}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
