import { Button } from '#ui/controls/button.tsx'
import styles from './orders.module.css'

/** Hidden without a script: the browser's own command also prints the page. */
export function PrintButton({ label }: { label: string }) {
  return (
    <Button type="button" kind="secondary" className={styles.print} onClick={() => window.print()}>
      {label}
    </Button>
  )
}
