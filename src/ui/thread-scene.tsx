import styles from './thread-scene.module.css';

/** Two paper shapes on the night and the thread between them: the large picture of entry pages. */
export function ThreadScene() {
  return (
    <svg className={styles.scene} viewBox="0 0 640 640" aria-hidden="true">
      <path className={styles.one} d="M96 214C92 132 150 84 226 92C300 100 338 158 326 236C314 316 262 362 190 350C128 340 100 286 96 214Z" />
      <path className={styles.two} d="M330 420C332 344 392 296 462 306C538 316 574 376 562 450C550 524 494 570 424 556C360 544 328 492 330 420Z" />
      <path
        className={styles.line}
        pathLength="1"
        d="M206 226C150 330 40 380 60 470C78 548 190 560 250 480C306 404 268 300 214 330C160 360 210 470 300 470C372 470 400 440 446 434"
      />
      <circle cx="206" cy="226" r="11" />
      <circle cx="446" cy="434" r="11" />
    </svg>
  );
}
