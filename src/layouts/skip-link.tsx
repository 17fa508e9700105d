import styles from './skip-link.module.css'

/** The keyboard's first stop: skips the navigation and leads to the content. */
export function SkipLink({ label }: { label: string }) {
  return (
    <a href="#main" className={`visually-hidden ${styles.skip}`}>
      {label}
    </a>
  )
}
