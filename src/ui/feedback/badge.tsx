import type { ReactNode } from 'react'
import { toCount } from '#shared/count.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import type { PluralKey } from '#shared/i18n/messages.ts'
import styles from './badge.module.css'
import type { IconName } from '../icons/icon-names.ts'
import { Icon } from '../icons/icon.tsx'

type CountBadgeProps = {
  count: number
  /** Message key of its spoken form ('3 unread messages'). */
  said?: PluralKey
  /** Marks something new, with its number. */
  isDot?: boolean
}

/** A count above a nav item; nothing is shown at 0. */
export function CountBadge({ count, said, isDot }: CountBadgeProps) {
  const { tn } = useI18n()
  if (count <= 0) return null
  const shown = toCount(count)
  return (
    <span className={isDot ? styles.dot : styles.count}>
      {isDot ? null : <span aria-hidden={said ? true : undefined}>{shown}</span>}
      {said ? <span className="visually-hidden">{tn(said, count, { count: shown })}</span> : null}
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

/** An active filter as a link that removes it, or one of several views. */
export function ChipLink({ href, children, removeLabel, current }: ChipLinkProps) {
  return (
    <a className={styles.chip} href={href} aria-current={current ? 'true' : undefined}>
      {children}
      {removeLabel ? <Icon name="x" size="s" label={removeLabel} /> : null}
    </a>
  )
}
