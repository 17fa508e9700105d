import styles from './two-cups.module.css'

/** A cup on its side: its wall, and the opening. */
const wall = 'M-52-66C-40-74-22-70 44-52C54-49 58-42 58-34L58 34C58 42 54 49 44 52C-22 70-40 74-52 66C-64 40-64-40-52-66Z'

/** A tin-can telephone: two cups, and the thread that carries the words from one to the other. */
export function TwoCups() {
  return (
    <svg className={styles.cups} viewBox="0 0 520 300" aria-hidden="true">
      <g transform="translate(92 186) rotate(10)">
        <path className={styles.one} d={wall} />
        <ellipse className={styles.opening} cx="-52" cy="0" rx="17" ry="66" />
      </g>
      <g transform="translate(428 112) rotate(8) scale(-1 1)">
        <path className={styles.two} d={wall} />
        <ellipse className={styles.opening} cx="-52" cy="0" rx="17" ry="66" />
      </g>
      <path
        className={styles.line}
        pathLength="1"
        d="M149 196C186 204 214 226 246 222C292 216 312 168 286 142C264 121 232 140 238 170C245 204 300 196 326 160C342 138 350 116 371 104"
      />
      <circle className={styles.knot} cx="149" cy="196" r="8" />
      <circle className={styles.knot} cx="371" cy="104" r="8" />
    </svg>
  )
}
