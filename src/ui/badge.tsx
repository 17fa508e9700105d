import type { ReactNode } from 'react'
import { toCount } from '#shared/count.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import type { PluralKey } from '#shared/i18n/messages.ts'
import styles from './badge.module.css'
import type { IconName } from './icon-names.ts'
import { Icon } from './icon.tsx'

/** A count above a nav item. `said` names its spoken form ('3 unread messages'); nothing is shown at 0. */
export function CountBadge({ count, said }: { count: number; said?: PluralKey }) {
  const { tn } = useI18n()
  if (count <= 0) return null
  const shown = toCount(count)
  return (
    <span className={styles.count}>
      <span aria-hidden={said ? true : undefined}>{shown}</span>
      {said ? <span className="visually-hidden">{tn(said, count, { count: shown })}</span> : null}
    </span>
  )
}

/** There is something new, and how much does not matter. `said` names its spoken form, which has the number. */
export function DotBadge({ count, said }: { count: number; said: PluralKey }) {
  const { tn } = useI18n()
  if (count <= 0) return null
  return (
    <span className={styles.dot}>
      <span className="visually-hidden">{tn(said, count, { count: toCount(count) })}</span>
    </span>
  )
}

type TagProps = { children: ReactNode; icon?: IconName; kind?: 'plain' | 'thread' | 'sage' | 'amber' }

/** A fact or an interest; `thread` marks what two people share. */
export function Tag({ children, icon, kind = 'plain' }: TagProps) {
  return (
    <span className={`${styles.tag} ${styles[kind] ?? ''}`}>
      {icon ? <Icon name={icon} size="s" /> : null}
      {children}
    </span>
  )
}

type ChipLinkProps = { href: string; children: ReactNode; removeLabel?: string; current?: boolean }

/** A filter in use as a link that takes it away, or one of several views. */
export function ChipLink({ href, children, removeLabel, current }: ChipLinkProps) {
  return (
    <a className={styles.chip} href={href} aria-current={current ? 'true' : undefined}>
      {children}
      {removeLabel ? <Icon name="x" size="s" label={removeLabel} /> : null}
    </a>
  )
}
