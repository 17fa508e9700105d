import { Button } from '#ui/controls/button.tsx'
import styles from './orders.module.css'

/** Without a script it is not there: the browser's own command prints the page as well. */
export function PrintButton({ label }: { label: string }) {
  return (
    <Button type="button" kind="secondary" className={styles.print} onClick={() => window.print()}>
      {label}
    </Button>
  )
}
