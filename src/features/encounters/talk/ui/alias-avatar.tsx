import { Avatar } from '#ui/identity/portrait.tsx'
import styles from './alias-avatar.module.css'
import { drawAlias } from './draw-alias.ts'

type AliasAvatarProps = {
  seed: string
  size?: 's' | 'm' | 'l' | 'xl'
  /** Spoken text of the online dot; no dot without it. */
  onlineLabel?: string
}

/** The drawn portrait of one encounter. It is decorative: the name is beside it. */
export function AliasAvatar({ seed, size, onlineLabel }: AliasAvatarProps) {
  const { tint, line, features } = drawAlias(seed)
  const drawing = (
    <svg className={styles.drawing} viewBox="0 0 100 100" aria-hidden="true">
      <path className={styles.line} d={line} />
      <path className={styles.features} d={features} />
    </svg>
  )
  return <Avatar alt="" tint={tint} size={size} onlineLabel={onlineLabel} drawing={drawing} />
}
