import { useI18n } from '#shared/i18n/context.tsx'
import { ThreadLoose } from '#ui/thread/thread-loose.tsx'
import { type BlogProps, feedHref } from '../contract.ts'
import { PostCard } from './post-card.tsx'
import styles from './post-list.module.css'

/** All posts of a language, the newest first and larger than the others. */
export function PostList({ posts: [newest, ...others] }: BlogProps) {
  const { t, locale } = useI18n()
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t('blog.heading')}</h1>
        <p>{t('blog.lead')}</p>
      </header>
      {newest ? (
        <>
          <PostCard post={newest} heading="h2" isLarge />
          {others.length > 0 && (
            <ul className={styles.list}>
              {others.map((post) => (
                <li key={post.slug}>
                  <PostCard post={post} heading="h2" />
                </li>
              ))}
            </ul>
          )}
        </>
      ) : (
        <div className={styles.empty}>
          <ThreadLoose />
          <p>{t('blog.empty')}</p>
        </div>
      )}
      <p>
        <a className={styles.feed} href={feedHref(locale.code)} type="application/rss+xml">
          {t('blog.feed.link')}
        </a>
      </p>
    </div>
  )
}
