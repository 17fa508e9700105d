import type { ReactNode } from 'react';
import { SiteFrame, type SiteFrameProps } from './site-frame.tsx';
import styles from './static-landing.module.css';

type StaticLandingLayoutProps = SiteFrameProps & {
  children: ReactNode;
  title: string;
  /** Date and version under the title. */
  meta?: ReactNode;
  /** Contents: links to the headings' ids. */
  contents?: { label: string; links: readonly { href: string; label: string }[] };
};

/** Long texts to be read: legal pages. */
export function StaticLandingLayout({ children, title, meta, contents, ...frame }: StaticLandingLayoutProps) {
  return (
    <SiteFrame {...frame}>
      <div className={styles.page}>
        <header className={styles.head}>
          <h1>{title}</h1>
          {meta ? <p className={styles.meta}>{meta}</p> : null}
        </header>
        {contents && contents.links.length > 0 ? (
          <nav className={styles.contents} aria-label={contents.label}>
            <ol>
              {contents.links.map((link) => (
                <li key={link.href}>
                  <a href={link.href}>{link.label}</a>
                </li>
              ))}
            </ol>
          </nav>
        ) : null}
        <article className={styles.text}>{children}</article>
      </div>
    </SiteFrame>
  );
}
