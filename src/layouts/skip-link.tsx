import styles from './skip-link.module.css'

/** The first stop of the keyboard: over the navigation to what the page is about. */
export function SkipLink({ label }: { label: string }) {
  return (
    <a href="#main" className={`visually-hidden ${styles.skip}`}>
      {label}
    </a>
  )
}
