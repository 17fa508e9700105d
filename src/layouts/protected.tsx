import type { ReactNode } from 'react'
import type { IconName } from '#ui/icons/icon-names.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { Wordmark } from '#ui/identity/mark.tsx'
import { Avatar } from '#ui/identity/portrait.tsx'
import { initialOf } from '#shared/text/cut.ts'
import styles from './protected.module.css'
import { SkipLink } from './skip-link.tsx'

export type MemberNavItem = {
  href: string
  label: string
  /** A short form of the label, for the bottom bar. */
  short?: string
  icon: IconName
  /** `true`: this page belongs to its section. */
  current?: 'page' | 'true' | undefined
  /** Counts that may arrive later than the page. If there are two, the second is shown only without the first. */
  badge?: ReactNode
}

/** The member's own pages: the last item of the bar, at the foot of the rail with their name. */
type AccountItem = {
  href: string
  label: string
  short: string
  name: string
  avatar?: string | undefined
  current: MemberNavItem['current']
}

export type MemberFrameProps = {
  home: { href: string; label: string }
  /** Empty: no bars, only the logo. */
  nav: readonly MemberNavItem[]
  /** Shown beside the logo. */
  bell?: ReactNode
  account?: AccountItem
  labels: { skip: string; nav: string }
}

type ProtectedLayoutProps = MemberFrameProps & {
  children: ReactNode
  /** `fill`: the page takes exactly the window and scrolls inside itself (messages). */
  variant?: 'page' | 'fill'
  /** Hides both bars below 1280 px: an open conversation has its own. */
  immersive?: boolean
}

export function ProtectedLayout({
  children,
  home,
  nav,
  bell,
  account,
  labels,
  variant = 'page',
  immersive,
}: ProtectedLayoutProps) {
  return (
    <div
      className={`${styles.frame} ${styles[variant] ?? ''} ${immersive ? styles.immersive : ''}`}
      data-fill={variant === 'fill' ? '' : undefined}
    >
      <SkipLink label={labels.skip} />
      <header className={styles.side}>
        <div className={styles.brand}>
          <Wordmark href={home.href} label={home.label} compact />
          {bell}
        </div>
        {nav.length > 0 ? (
          <nav className={styles.nav} aria-label={labels.nav}>
            {nav.map((item) => (
              <a
                key={item.href}
                href={item.href}
                className={styles.item}
                aria-current={item.current}
                aria-label={item.short === undefined ? undefined : item.label}
              >
                <span className={styles.icon}>
                  <Icon name={item.icon} />
                  {item.badge}
                </span>
                {item.short === undefined ? null : <span className={`${styles.label} ${styles.short}`}>{item.short}</span>}
                <span className={`${styles.label} ${item.short === undefined ? '' : styles.long}`}>{item.label}</span>
              </a>
            ))}
            {account ? (
              <a
                href={account.href}
                className={`${styles.item} ${styles.you}`}
                aria-label={account.label}
                aria-current={account.current}
              >
                <span className={styles.icon}>
                  <Avatar src={account.avatar} alt="" initial={initialOf(account.name)} />
                </span>
                <span className={`${styles.label} ${styles.short}`}>{account.short}</span>
                <span className={`${styles.label} ${styles.long}`}>{account.name}</span>
              </a>
            ) : (
              <span className={`${styles.item} ${styles.you}`} />
            )}
          </nav>
        ) : null}
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
    </div>
  )
}
