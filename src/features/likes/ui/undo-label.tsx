import styles from './undo-bar.module.css'

/** What a button of the bar reverses. On phones only the name is visible, because the button lies between two others. */
export function UndoLabel({ text, name }: { text: string; name: string }) {
  return (
    <>
      <span className={styles.whole}>{text}</span>
      <span className={styles.name} aria-hidden="true">
        {name}
      </span>
    </>
  )
}
