import styles from './thread-divider.module.css'

/** Joins two sections of a page; draws itself as it scrolls into view. */
export function ThreadDivider({ flip = false }: { flip?: boolean }) {
  return (
    <svg
      className={`${styles.divider} ${flip ? styles.flip : ''}`}
      viewBox="0 0 1440 160"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <path
        pathLength="1"
        d="M-20 62C110 20 230 26 340 70C440 112 540 142 640 122C732 103 790 60 778 30C768 4 716 6 708 36C700 72 752 108 826 120C930 136 1010 74 1110 56C1220 38 1330 60 1460 104"
      />
    </svg>
  )
}
