import type { ReactNode } from 'react'
import { ButtonLink } from '#ui/controls/button.tsx'
import { LocaleSwitcher, type LocaleSwitcherProps } from '#ui/controls/locale-switcher.tsx'
import { Wordmark } from '#ui/identity/mark.tsx'
import styles from './site-frame.module.css'
import { SkipLink } from './skip-link.tsx'

export type SiteLink = { href: string; label: string; current?: boolean }

export type SiteFrameProps = {
  home: SiteLink
  /** Main pages of the site; in the header from 960 px, always in the footer. */
  links?: readonly SiteLink[]
  legalLinks: readonly SiteLink[]
  signIn?: SiteLink
  signUp?: SiteLink
  locale: LocaleSwitcherProps
  /** At the end of the page, before the footer: a question to guests. */
  question?: ReactNode
  labels: {
    skip: string
    mainNav: string
    legalNav: string
    /** Closing line of the footer: name and year. */
    note: string
  }
}

type FrameProps = SiteFrameProps & { children: ReactNode; bare?: boolean }

/** Header, main landmark and footer of every page outside the signed-in area. */
export function SiteFrame({
  home,
  links = [],
  legalLinks,
  signIn,
  signUp,
  locale,
  question,
  labels,
  children,
  bare,
}: FrameProps) {
  return (
    <div className={styles.frame}>
      <SkipLink label={labels.skip} />
      <header className={styles.header}>
        <Wordmark href={home.href} label={home.label} current={home.current} compact={Boolean(signIn && signUp)} />
        {links.length > 0 && !bare ? (
          <nav className={styles.links} aria-label={labels.mainNav}>
            {links.map((link) => (
              <NavLink key={link.href} {...link} />
            ))}
          </nav>
        ) : null}
        <div className={styles.actions}>
          {signIn ? (
            <ButtonLink href={signIn.href} kind={signUp ? 'quiet' : 'secondary'} size="s">
              {signIn.label}
            </ButtonLink>
          ) : null}
          {signUp ? (
            <ButtonLink href={signUp.href} size="s">
              {signUp.label}
            </ButtonLink>
          ) : null}
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {question}
      <footer className={styles.footer}>
        <nav className={styles.legal} aria-label={labels.legalNav}>
          {[...links, ...legalLinks].map((link) => (
            <NavLink key={link.href} {...link} />
          ))}
        </nav>
        <LocaleSwitcher {...locale} direction="up" />
        <p className={styles.note}>{labels.note}</p>
      </footer>
    </div>
  )
}

function NavLink({ href, label, current }: SiteLink) {
  return (
    <a href={href} aria-current={current ? 'page' : undefined}>
      {label}
    </a>
  )
}
