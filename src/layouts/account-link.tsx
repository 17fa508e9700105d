import { Avatar } from '#ui/identity/portrait.tsx'
import styles from './account-link.module.css'
import { initialOf } from '#shared/text/cut.ts'

export type AccountLinkProps = {
  href: string
  label: string
  name: string
  avatar?: string
  tint?: number
  current?: boolean
}

/** The member's link to their account: at the foot of the rail, in the top bar below 1280 px. */
export function AccountLink({ href, label, name, avatar, tint, current }: AccountLinkProps) {
  return (
    <a href={href} className={styles.account} aria-label={label} aria-current={current ? 'page' : undefined}>
      <Avatar src={avatar} alt="" initial={initialOf(name)} tint={tint} />
      <span className={styles.name}>{name}</span>
    </a>
  )
}
