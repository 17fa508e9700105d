import { avatarOf, avatarUrl } from '#shared/avatar.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { Portrait } from '#ui/identity/portrait.tsx'
import { faces } from '../faces.ts'
import styles from './likes-scene.module.css'

/** Portraits on a line, none of them blurred. */
export function LikesScene() {
  return (
    <div className={styles.line}>
      <svg className={styles.thread} viewBox="0 0 560 120" aria-hidden="true">
        <path pathLength="1" d="M-10 30C60 74 130 84 190 62C262 36 300 40 372 64C440 86 510 70 570 22" />
      </svg>
      {faces.likes.map((seed) => (
        <div key={seed} className={styles.face}>
          <Portrait src={avatarUrl(avatarOf(seed)) ?? ''} alt="" />
          <span className={styles.heart}>
            <Icon name="heart" filled />
          </span>
        </div>
      ))}
    </div>
  )
}
