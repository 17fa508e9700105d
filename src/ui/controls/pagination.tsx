import { ButtonLink } from './button.tsx'
import styles from './pagination.module.css'

type PageLink = { href: string; label: string }

/** Pages by cursor go forward only; `back` leads to the first page or the previous one. */
export function Pagination({ label, back, next }: { label: string; back?: PageLink; next?: PageLink }) {
  if (!back && !next) return null
  return (
    <nav className={styles.pagination} aria-label={label}>
      {back ? (
        <ButtonLink href={back.href} kind="quiet" icon="arrow-left" rel="prev">
          {back.label}
        </ButtonLink>
      ) : null}
      {next ? (
        <ButtonLink href={next.href} kind="secondary" iconEnd="arrow-right" rel="next">
          {next.label}
        </ButtonLink>
      ) : null}
    </nav>
  )
}
