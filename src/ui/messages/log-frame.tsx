import type { ReactNode, Ref } from 'react'
import styles from './log-frame.module.css'

type LogFrameProps = {
  label: string
  ref?: Ref<HTMLDivElement>
  className?: string
  /** The inner column, which contains the messages. */
  column: { className: string | undefined; id?: string }
  isBusy?: boolean
  children: ReactNode
}

/** The scroller of a message log, which starts at its end. */
export function LogFrame({ label, ref, className = '', column, isBusy, children }: LogFrameProps) {
  return (
    <div
      ref={ref}
      className={`${styles.log} ${className}`}
      role="log"
      // The live region announces messages; this log also gets older ones, which must stay silent.
      aria-live="off"
      aria-label={label}
      aria-busy={isBusy}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroller must be reachable to scroll by keys
      tabIndex={0}
    >
      <div className={`${styles.column} ${column.className}`} id={column.id}>
        {children}
      </div>
    </div>
  )
}

export function LogLines({ children }: { children: ReactNode }) {
  return <ol className={styles.lines}>{children}</ol>
}
