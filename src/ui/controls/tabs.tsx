import type { ReactNode } from 'react'
import { toCount } from '#shared/count.ts'
import styles from './tabs.module.css'

/** `count`: the total number of entries. It is not news, so it is not a badge. `badge`: news. */
export type TabLink = { href: string; label: string; current?: boolean; count?: number; badge?: ReactNode }

/** Views of one page as links: each has its own URL, and they work without a script. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  return (
    <nav aria-label={label} className={styles.tabs}>
      <ul>
        {tabs.map((tab) => (
          <li key={tab.href}>
            <a href={tab.href} aria-current={tab.current ? 'page' : undefined}>
              {tab.label}
              {tab.count ? <span className={styles.total}>{toCount(tab.count)}</span> : null}
              {tab.badge}
              {tab.current ? (
                <svg viewBox="0 0 80 8" preserveAspectRatio="none" aria-hidden="true">
                  <path d="M1 5C14 1 26 2 40 4.500S66 7 79 3" />
                </svg>
              ) : null}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
