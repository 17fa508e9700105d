import { type IconName, iconNames, iconSpriteUrl } from './icon-names.ts'
import styles from './icon.module.css'

type IconProps = {
  name: IconName
  /** Spoken name; without it the icon is decorative. */
  label?: string
  size?: 's' | 'm' | 'l'
  /** Fills the shape: a like or a star that has been given. */
  filled?: boolean
}

const known: ReadonlySet<string> = new Set(iconNames)

export function Icon({ name, label, size = 'm', filled = false }: IconProps) {
  // Names may come from stored data, which the type cannot check (spec §8).
  if (!known.has(name) && 'document' in globalThis) console.warn(`Icon ${name} not found`)
  return (
    <svg
      className={`${styles.icon} ${styles[size]} ${filled ? styles.filled : ''}`}
      aria-hidden={label ? undefined : true}
      aria-label={label}
      role={label ? 'img' : undefined}
      focusable="false"
    >
      <use href={`${iconSpriteUrl}#${name}`} />
    </svg>
  )
}
