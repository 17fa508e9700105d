import styles from './skeleton.module.css'

type SkeletonProps = {
  shape?: 'text' | 'title' | 'avatar' | 'portrait' | 'block'
  /** Number of lines of a text. */
  lines?: number
}

/** A placeholder in the final size of the content. The list that shows it says 'loading' once for screen readers. */
export function Skeleton({ shape = 'text', lines = 1 }: SkeletonProps) {
  return (
    <span className={styles.group} aria-hidden="true">
      {Array.from({ length: shape === 'text' ? lines : 1 }, (_, index) => (
        <span key={index} className={`${styles.bone} ${styles[shape]}`} />
      ))}
    </span>
  )
}
