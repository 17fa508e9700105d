import type { ReactNode } from 'react'
import type { IconName } from '#ui/icons/icon-names.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { Wordmark } from '#ui/identity/mark.tsx'
import { AccountLink, type AccountLinkProps } from './account-link.tsx'
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
  /** A count that may arrive later than the page. */
  badge?: ReactNode
  /** In narrow windows an icon beside the logo: the bottom bar has room for five. */
  inTopBar?: boolean
}

export type MemberFrameProps = {
  home: { href: string; label: string }
  /** Empty: no bars, only the logo. */
  nav: readonly MemberNavItem[]
  /** Shown beside the logo. */
  bell?: ReactNode
  account?: AccountLinkProps
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
                className={`${styles.item} ${item.inTopBar ? styles.railOnly : ''}`}
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
          </nav>
        ) : null}
        {nav
          .filter((item) => item.inTopBar)
          .map(({ href, label, icon, current }) => (
            <a key={href} href={href} className={styles.top} aria-label={label} aria-current={current}>
              <Icon name={icon} />
            </a>
          ))}
        {account ? <AccountLink {...account} /> : nav.length > 0 ? <span className={styles.portrait} /> : null}
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
    </div>
  )
}
