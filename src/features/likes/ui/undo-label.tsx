import styles from './undo-bar.module.css'

type UndoLabelProps = {
  text: string
  name: string
  /** How often it can be done. Screen readers get it from the button's title. */
  note?: string | undefined
}

/** What a button of the bar reverses. On phones the name stands for it, because the button lies between two others. */
export function UndoLabel({ text, name, note }: UndoLabelProps) {
  return (
    <>
      <span className={styles.whole}>{text}</span>
      <span className={styles.name} aria-hidden="true">
        {name}
      </span>
      {note === undefined ? null : (
        <small className={styles.note} aria-hidden="true">
          {note}
        </small>
      )}
    </>
  )
}
